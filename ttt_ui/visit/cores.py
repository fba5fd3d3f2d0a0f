"""Turns at the processor's cores for what the server's own process computes."""

import streamlit as st

from ttt_ui.streamlit_fixes import runs_in_line
from ttt_ui.turnstile import Turnstile
from ttt_ui.workers import number_of_cores


@st.cache_resource(show_spinner=False)
def cores() -> Turnstile:
    """Return the turnstile that all visitors of this server share."""
    return Turnstile(number_of_cores(), runs_in_line.leave)
