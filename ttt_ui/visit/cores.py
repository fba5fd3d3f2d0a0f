"""Turns at the processor's cores for what the server's own process computes."""

import os
from collections.abc import Callable

import streamlit as st

from ttt_ui.streamlit_fixes import runs_in_line
from ttt_ui.workers.turnstile import SLICE_SECONDS, Turn, Turnstile

__all__ = ["SLICE_SECONDS", "Turn", "Turnstile", "cores"]


@st.cache_resource(show_spinner=False)
def cores() -> Turnstile:
    """Return the turnstile that all visitors of this server share."""
    return Turnstile(number_of_cores(), runs_in_line.leave)


def number_of_cores() -> int:
    usable: Callable[[], int | None] = getattr(os, "process_cpu_count", os.cpu_count)
    return usable() or 1
