"""Whether a visitor is still there: for work that goes on between the runs of their script."""

import time
from collections.abc import Callable

from streamlit import runtime
from streamlit.runtime import RuntimeState
from streamlit.runtime.scriptrunner import get_script_run_ctx

SECONDS = 10.0
"""A visitor whose line breaks off for less is taken to be there still."""


def presence() -> Callable[[], bool]:
    """Return a function that says, on any thread, whether the present visitor is still there.

    Not where the server is about to stop.
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
