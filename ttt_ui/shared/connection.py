"""The line between a visitor's browser and the server."""

import datetime as dt

import streamlit as st


@st.fragment(run_every=dt.timedelta(days=1))
def draw_again_when_it_is_back() -> None:
    """Have the browser ask for the page when it has found the server again.

    It may find a server that does not know it: another process, or one that was started again, or
    has given the visit up since the visitor's computer went to sleep. What is done on a page that
    it has not drawn itself goes unheard: a click would do nothing, once. Streamlit's frontend
    (1.67) asks for the page then only if a part of it runs by itself, as this one does.
    """
