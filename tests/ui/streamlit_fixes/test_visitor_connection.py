"""A visitor whose connection breaks off for a moment is still connected."""

from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from streamlit import runtime
from streamlit.runtime import RuntimeState
from streamlit.runtime.stats import StatsManager
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from ttt_ui.streamlit_fixes import this_run, visitor_connection
from ttt_ui.streamlit_fixes.visitor_connection import SECONDS, connection_check, visitors


def test_a_visitor_counts_as_connected_for_a_while_after_disconnecting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits, now = {"mine"}, 100.0
    server = SimpleNamespace(
        state=RuntimeState.ONE_OR_MORE_SESSIONS_CONNECTED, is_active_session=visits.__contains__
    )
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    monkeypatch.setattr(this_run, "visit", lambda: "mine")
    monkeypatch.setattr(visitor_connection, "time", SimpleNamespace(monotonic=lambda: now))
    visitor_is_connected = connection_check()
    now += 1_000
    assert visitor_is_connected()
    visits.remove("mine")
    now += SECONDS / 2
    assert visitor_is_connected()
    visits.add("mine")
    now += SECONDS
    assert visitor_is_connected()
    visits.remove("mine")
    now += SECONDS
    assert not visitor_is_connected()
    visits.add("mine")
    assert visitor_is_connected()
    server.state = RuntimeState.STOPPING
    assert not visitor_is_connected()


def test_the_visitors_of_a_server_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions, stats = WebsocketSessionManager(Mock(), Mock(), Mock(), None), StatsManager()
    sessions._active_session_info_by_id = {"mine": Mock(), "another": Mock()}
    stats.register_provider(sessions)
    assert visitors() == 0
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: SimpleNamespace(stats_mgr=stats))
    assert visitors() == 2
