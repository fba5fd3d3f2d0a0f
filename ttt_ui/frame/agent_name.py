"""The field in which the visitor names their agent."""

from typing import Any

import streamlit as st

from ttt_core.learning import MAX_NAME
from ttt_ui.visit.limits import typed_name
from ttt_ui.visit.session import session


def name_field(label: str, present: str, **more: Any) -> None:
    """Show the field with the `present` name; `more` are options of `st.text_input`."""
    st.text_input(
        label, present, max_chars=MAX_NAME, **more, **session().key.control("name", rename)
    )


def rename(typed: object) -> None:
    """Rename the agent as typed; if that is empty, the field shows the old name again."""
    visitor, name = session(), typed_name(typed)
    if name:
        visitor.relabel(name=name)
    if name != typed or not name:
        visitor.key.renew("name")
