"""A click is lost, or leads back, because its fragment has moved or its page has been left.

Streamlit does not read clicks from a fragment that it no longer knows. Between a click on a link
and the next page, the browser may still report an action on the old page, under the old page's
name. Streamlit's frontend takes that run for a change of page: it clears the screen and draws only
the fragment, or nothing. Here, such a click takes effect, and then the page is drawn again.

Upstream: https://github.com/streamlit/streamlit/issues/9921 (closed by leaving such clicks out)
Test: tests/browser/test_overtaken.py::
  test_a_slider_moved_while_the_page_changes_leads_nobody_back
Delete it when the test passes without it.
"""

from collections.abc import Callable
from typing import Any

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state.safe_session_state import SafeSessionState

from ttt_ui.streamlit_fixes import this_run
from ttt_ui.streamlit_fixes.patching import replace


def apply(stay_on_page: Callable[[], None]) -> None:
    """Read clicks of every fragment; then `stay_on_page` reruns the page if needed."""

    def and_stay(handle: Callable[..., None]) -> Callable[..., None]:
        def begin(state: SafeSessionState, *args: Any, **options: Any) -> None:
            handle(state, *args, **options)
            if this_run.is_of_fragments():
                stay_on_page()

        return begin

    replace(AppSession, "has_fragment", lambda _: lambda session, fragment_id: True)
    replace(SafeSessionState, "on_script_will_rerun", and_stay)
