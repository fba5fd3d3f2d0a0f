"""Buttons that download a file."""

from collections.abc import Callable
from typing import Any

import streamlit as st


def download_button(
    label: str, file_name: str, text: Callable[[], str], *, key: str, **more: Any
) -> None:
    """Show a button for a JSON or CSV file, whose text is made when somebody clicks it.

    The key keeps it one button when its file name changes. Streamlit remembers every button for
    the whole visit.
    """
    st.download_button(
        label,
        data=text,
        file_name=file_name,
        mime="application/json" if file_name.endswith(".json") else "text/csv",
        icon=":material/download:",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        key=key,
        **more,
    )
