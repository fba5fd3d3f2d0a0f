"""How the file of an agent from elsewhere was read, where its verdict is shown."""

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.visit.attached import HowRead
from ttt_ui.wording import plain


def open_question(how: HowRead) -> None:
    """Show both verdicts and the question, if nothing in the file decides between two readings."""
    if how.open_question:
        question = plain(tr(how.open_question))
        st.warning(f"**{plain(how.file)}**  \n{question}", icon=":material/help:")


def how_it_was_read(how: HowRead) -> None:
    """Show the reading of a file, and what the verdict depends on."""
    st.markdown(f"**{plain(how.file)}**  \n{plain(tr(how.how))}")
    for note in how.notes:
        if note != how.open_question:
            st.markdown(plain(tr(note)))
