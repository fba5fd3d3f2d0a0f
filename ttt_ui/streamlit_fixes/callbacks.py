"""A callback does nothing, or only a part of its work, because another run has been requested.

Before the callbacks of a run, and at every access to ``st.session_state``, Streamlit ends a run
that must make way for another. One click in three was lost if something else followed a millisecond
later, and a page that restores a visit could restore it by half. Here, only drawing ends a run. A
callback, which draws nothing (not even the spinner of a cached function), runs to its end, and the
requested run follows. This also needs ``runner.fastReruns = false`` in .streamlit/config.toml:
otherwise a visitor's next run begins in another thread while this one continues.

Upstream: https://github.com/streamlit/streamlit/issues/10578 (open)
Test: tests/ui/streamlit_fixes/test_callbacks.py
Delete it when Streamlit promises that callbacks are not interrupted.
"""

from collections.abc import Callable
from typing import Any

from streamlit.runtime.state.safe_session_state import SafeSessionState

from ttt_ui.streamlit_fixes.patching import expect, replace


def apply() -> None:
    """Let every access to the session complete."""

    def never_yielding(create: Callable[..., None]) -> Callable[..., None]:
        def create_without(state: SafeSessionState, around: Any, *_: Any, **__: Any) -> None:
            create(state, around, lambda: None)

        return create_without

    expect(SafeSessionState, "_yield_callback")
    replace(SafeSessionState, "__init__", never_yielding)
