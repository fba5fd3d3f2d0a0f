"""A click is handled twice: it undoes two steps instead of one.

A fragment that reruns on a timer sends the browser's whole state, including a click that is about
to be sent.

Upstream: none found.
Test: tests/browser/test_clicks.py::
  test_a_click_counts_once_though_a_fragment_runs_before_it_is_sent
Delete it when the test passes without it.
"""

from collections.abc import Callable
from operator import attrgetter

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession

from ttt_ui.streamlit_fixes.patching import replace

_is_auto_rerun = attrgetter("is_auto_rerun")


def apply() -> None:
    """Leave clicks out of what a timed fragment sends."""

    def without_clicks(request: Callable[..., None]) -> Callable[..., None]:
        def request_without(session: AppSession, client_state: ClientState | None) -> None:
            if client_state is not None and _is_auto_rerun(client_state):
                widgets = client_state.widget_states.widgets
                held = [widget for widget in widgets if not is_click(widget)]
                del widgets[:]
                widgets.extend(held)
            request(session, client_state)

        return request_without

    _is_auto_rerun(ClientState())  # raises AttributeError if it is gone
    replace(AppSession, "request_rerun", without_clicks)


def is_click(widget: WidgetState) -> bool:
    """Return whether a widget reports that something has happened, and not a value it holds."""
    return "trigger" in (widget.WhichOneof("value") or "")
