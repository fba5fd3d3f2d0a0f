"""Buttons that download a file."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ttt_core.files import without_formulas
from ttt_ui.language import current, speaking

_TYPES = {"html": "text/html", "json": "application/json", "svg": "image/svg+xml"}


def download_button(
    label: str, file_name: str, text: Callable[[], str], *, key: str, **more: Any
) -> None:
    """Show a button for a file, whose text is made in the visitor's language at a click.

    In a CSV file, no cell is a formula, whatever an agent is called.

    The key keeps it one button when its file name changes. Streamlit remembers every button for
    the whole visit.
    """
    kind, language = file_name.rpartition(".")[2], current()

    def made() -> str:
        with speaking(language):  # Streamlit asks for the text outside the visitor's run
            return text() if kind in _TYPES else without_formulas(text())

    st.download_button(
        label,
        data=made,
        file_name=file_name,
        mime=_TYPES.get(kind, "text/csv"),
        icon=":material/download:",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        key=key,
        **more,
    )
