"""What a visitor clicks is done, however soon after it their browser asks for something else."""

from typing import Any

from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state.safe_session_state import SafeSessionState

from ttt_ui.shared import address


def lose_none() -> None:
    """Let every run do what was clicked, before it gives way to the next one.

    Streamlit (1.67) looks before a run's callbacks whether another run has been asked for, and then
    ends it at once: of clicks that something else came a millisecond after, one in three did
    nothing. It takes ``runner.fastReruns = false`` besides, or a run that is to give way is told to
    stop, and goes no further, whatever it is at.

    The runs of a visitor then share a thread, in which a fragment leaves its own place for that
    where drawing begins: a run of the whole page that was asked for in the moment after it would
    draw the page in there. So every run begins at the top.

    What was clicked on a page that has been left by now is done, but nobody is led back to it. So
    is what was clicked in a part of the page that had moved before the browser heard of it: of a
    fragment that it does not know (any more), Streamlit would not even read what was clicked.
    """

    def begin(state: SafeSessionState, *widgets: Any, **options: Any) -> None:
        context_dg_stack.set(get_default_dg_stack_value())
        with state._lock:
            state._state.on_script_will_rerun(*widgets, **options)
        address.stay_on_page()

    def has_fragment(_: AppSession, fragment_id: str) -> bool:
        return True

    SafeSessionState.on_script_will_rerun = begin  # type: ignore[assignment, method-assign]
    AppSession.has_fragment = has_fragment  # type: ignore[assignment, method-assign]
