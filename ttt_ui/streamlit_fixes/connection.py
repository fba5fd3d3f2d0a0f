"""The connection between a visitor's browser and the server."""

import datetime as dt

import streamlit as st


@st.fragment(run_every=dt.timedelta(days=1))
def draw_again_when_it_is_back() -> None:
    """Make the browser request the page again after it has reconnected to the server.

    The server may not know the visit any more: it may be another process, or have been restarted,
    or have ended the visit while the visitor's computer was asleep. It then ignores the first click
    on a page that it has not drawn itself. After reconnecting, Streamlit's frontend (1.67) requests
    the page only if it contains a fragment with a timer, such as this one.
    """
