"""Whether a visitor is still there, for work that continues between runs of their script."""

import time
from collections.abc import Callable

from streamlit import runtime
from streamlit.runtime import RuntimeState
from streamlit.runtime.scriptrunner import get_script_run_ctx

SECONDS = 10.0
"""A visitor whose connection breaks off for less than this counts as still there."""


def presence() -> Callable[[], bool]:
    """Return a function that says whether the visitor is still there; it works on any thread.

    It returns False as soon as the server is about to stop.
    """
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return lambda: True
    server, visit, last = runtime.get_instance(), context.session_id, time.monotonic()

    def is_there() -> bool:
        nonlocal last
        if server.state in (RuntimeState.STOPPING, RuntimeState.STOPPED):
            return False
        if server.is_active_session(visit):
            last = time.monotonic()
        return time.monotonic() < last + SECONDS

    return is_there
