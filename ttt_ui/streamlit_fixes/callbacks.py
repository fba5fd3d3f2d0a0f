"""A callback does nothing, or only a part of its work, because another run has been requested.

Before the callbacks of a run, at every access to ``st.session_state`` and whenever something is
drawn, Streamlit ends a run that must make way for another. One click in three was lost if something
else followed a millisecond later, and a visit that was being restored could be restored by half.
Here, callbacks always run to their end, and the requested run follows them. Outside callbacks, only
drawing ends a run. This also needs ``runner.fastReruns = false`` in .streamlit/config.toml;
otherwise a visitor's next run begins in another thread while this one goes on.

Upstream: https://github.com/streamlit/streamlit/issues/10578 (open)
Test: tests/ui/streamlit_fixes/test_callbacks.py
Delete it when Streamlit promises that callbacks are not interrupted.
"""

from collections.abc import Callable
from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.state.safe_session_state import SafeSessionState

from ttt_ui.streamlit_fixes.patching import expect, replace


def apply() -> None:
    """Let callbacks, and every access to the session, complete."""
    expect(SafeSessionState, "on_script_will_rerun")
    expect(ScriptRunner, "_execing")
    replace(SafeSessionState, "__init__", _never_yielding)
    replace(SafeSessionState, "on_script_will_rerun", _without_interruption)


def _never_yielding(create: Callable[..., None]) -> Callable[..., None]:
    def create_without(state: SafeSessionState, around: Any, *_: Any, **__: Any) -> None:
        create(state, around, lambda: None)

    return create_without


def _without_interruption(run_callbacks: Callable[..., None]) -> Callable[..., None]:
    def run_all(state: SafeSessionState, *args: Any, **options: Any) -> None:
        context = get_script_run_ctx()
        runner = getattr(context and context.yield_check, "__self__", None)
        if runner is None:
            return run_callbacks(state, *args, **options)
        runner._execing = False  # then it looks for no requests
        try:
            run_callbacks(state, *args, **options)
        finally:
            runner._execing = True
        return None

    return run_all
