"""Work that continues between runs of a visitor's script must end when the visitor leaves.

Streamlit does not tell a thread that its visitor has left, or that the server is about to stop.

Upstream: https://github.com/streamlit/streamlit/issues/8545 (open)
Test: tests/ui/streamlit_fixes/test_visitor_connection.py::
  test_a_visitor_counts_as_connected_for_a_while_after_disconnecting
Test: tests/ui/streamlit_fixes/test_visitor_connection.py::
  test_the_visitors_of_a_server_are_counted
Delete it when Streamlit tells a thread whether its visitor is still there.
"""

import time
from collections.abc import Callable
from typing import Any

from streamlit import runtime

from ttt_ui.streamlit_fixes import is_on, this_run

SECONDS = 10.0
"""A visitor whose connection breaks off for less than this still counts as connected."""


def apply() -> None:
    """Check that Streamlit has the names used here."""
    from streamlit.runtime import Runtime, RuntimeState

    from ttt_ui.streamlit_fixes.patching import expect

    expect(Runtime, "is_active_session", "state", "stats_mgr")
    expect(RuntimeState, "STOPPING", "STOPPED")


def _server() -> Any:
    if is_on("visitor_connection") and runtime.exists():
        return runtime.get_instance()
    return None


def visitors() -> int:
    """Return how many visitors are connected to this server."""
    server = _server()
    counted = server.stats_mgr.get_stats(["active_sessions"]) if server else {}
    return sum(int(getattr(stat, "value", 0)) for stat in counted.get("active_sessions", []))


def connection_check() -> Callable[[], bool]:
    """Return a function that says whether the visitor is connected; it works on any thread.

    It returns False as soon as the server is about to stop.
    """
    visit, server, last = this_run.visit(), _server(), time.monotonic()
    if not visit or server is None:
        return lambda: True

    def visitor_is_connected() -> bool:
        nonlocal last
        if server.state.name in ("STOPPING", "STOPPED"):
            return False
        if server.is_active_session(visit):
            last = time.monotonic()
        return time.monotonic() < last + SECONDS

    return visitor_is_connected
