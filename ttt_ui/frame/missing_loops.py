"""What a visitor sees of a fresh machine, whose loops are still being compiled."""

import time
from collections.abc import Callable

from ttt_core.compiling import leave_compiling
from ttt_ui import jobs
from ttt_ui.loops import compiling_here
from ttt_ui.streamlit_fixes import runs_in_line


def begin() -> None:
    """Load the loops of this server, and have compiled what is missing."""
    compiling_here().begin()
    leave_compiling(_wait)


def load_in_workers() -> None:
    """Start the process that workers come from, with the loops that are there, now and later."""
    compiling_here().when_more = jobs.make_ready
    jobs.make_ready()


def _wait(try_again: Callable[[], bool]) -> None:
    """Wait for a loop, and tell the visitor whose page needs it."""
    runs_in_line.leave()
    with jobs.notice() as tell:
        while not try_again() and not compiling_here().is_done:
            tell(jobs.compiling_notice())
            time.sleep(0.2)
