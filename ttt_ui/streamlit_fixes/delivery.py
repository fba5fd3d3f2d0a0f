"""A button is missing until the visitor does something, because a part of the page was not sent.

If a fragment is drawn again before the page has been sent, Streamlit drops the fragment's unsent
elements, but still announces the end of the earlier run. The browser concludes that the fragment is
gone, with everything chosen in it. Elements below move up into its place, and the fragment
overwrites them when it arrives. This happens if a server is busy for as long as it takes to draw a
page, and the page has a fragment with a timer.

Upstream: https://github.com/streamlit/streamlit/pull/9381 (which introduced it, for issue 9372)
Test: tests/browser/test_delivery.py::
  test_a_page_is_complete_though_a_fragment_is_drawn_again_before_it_is_sent
Delete it when the test passes without it.
"""

from collections.abc import Callable

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from ttt_ui.streamlit_fixes.patching import expect, replace


def apply() -> None:
    """Send everything a run has drawn, even if a fragment is drawn again before it is sent."""

    def keep_all(clear_queue: Callable[..., None]) -> Callable[..., None]:
        def clear(session: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
            if fragment_ids_this_run is not None:
                # New elements must not replace waiting ones, or they would arrive before their run.
                session._browser_queue._delta_index_map.clear()
            else:
                clear_queue(session)

        return clear

    expect(AppSession, "_browser_queue")
    expect(ForwardMsgQueue, "_delta_index_map")
    replace(AppSession, "_clear_queue", keep_all)
