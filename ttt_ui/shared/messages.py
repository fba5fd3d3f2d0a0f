"""Sentences for the visitor, above the page; each is said once."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from ttt_ui.shared.session import session

_SHOW = {"info": st.info, "success": st.success, "warning": st.warning, "error": st.error}


@contextmanager
def shown_above() -> Iterator[None]:
    """Show what was said before and during a page's run, above it.

    A run that is cut short, by `st.rerun` or by a click, leaves it to the next one.
    """
    place = st.container()
    yield
    said = list(session().messages)
    with place:
        for message in said:
            _SHOW[message.kind](message.text)
    del session().messages[: len(said)]
