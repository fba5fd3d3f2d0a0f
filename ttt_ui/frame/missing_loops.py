"""What a visitor sees of a fresh machine, whose loops are still being compiled."""

import time
from collections.abc import Callable

import streamlit as st

from ttt_core.compiling import leave_compiling
from ttt_ui import jobs
from ttt_ui.loops import compiling_here, load_loops
from ttt_ui.streamlit_fixes import runs_in_line, this_run


def begin() -> None:
    """Load the loops of this server, and have compiled what is missing."""
    compiling_here().begin()
    leave_compiling(_wait)


def load_in_workers() -> None:
    """Start the process that workers come from, with the loops that are there, now and later."""
    compiling_here().when_more = lambda: jobs.make_ready(load_loops)
    jobs.make_ready(load_loops)


def _wait(try_again: Callable[[], bool]) -> None:
    """Wait for a loop, and tell the visitor whose page needs it."""
    runs_in_line.leave()
    can_tell = this_run.visit() and not this_run.is_in_fragments_callback()
    place = st.empty() if can_tell else None
    while not try_again() and not compiling_here().is_done:
        if place is not None:
            place.info(jobs.compiling_notice(), icon=":material/hourglass_top:")
        time.sleep(0.2)
    if place is not None:
        place.empty()
