"""A visitor whose connection breaks off for a moment is still there."""

from types import SimpleNamespace

import pytest
from streamlit import runtime
from streamlit.runtime import RuntimeState

from ttt_ui.streamlit_fixes import presence as presence_module
from ttt_ui.streamlit_fixes.presence import SECONDS, presence


class _Server:
    def __init__(self) -> None:
        self.state = RuntimeState.ONE_OR_MORE_SESSIONS_CONNECTED
        self.visits = {"mine"}

    def is_active_session(self, visit: str) -> bool:
        return visit in self.visits


def test_a_visitor_counts_as_present_for_a_while_after_disconnecting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, now = _Server(), 100.0
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    monkeypatch.setattr(
        presence_module, "get_script_run_ctx", lambda: SimpleNamespace(session_id="mine")
    )
    monkeypatch.setattr(presence_module, "time", SimpleNamespace(monotonic=lambda: now))
    is_there = presence()
    now += 1_000
    assert is_there()
    server.visits = {"another"}
    now += SECONDS / 2
    assert is_there()
    server.visits.add("mine")
    now += SECONDS
    assert is_there()
    server.visits.remove("mine")
    now += SECONDS
    assert not is_there()
    server.visits.add("mine")
    assert is_there()
    server.state = RuntimeState.STOPPING
    assert not is_there()
