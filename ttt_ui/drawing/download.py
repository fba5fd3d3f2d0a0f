"""Buttons that download a file."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ttt_core.files import without_formulas

_TYPES = {"json": "application/json", "svg": "image/svg+xml"}


def download_button(
    label: str, file_name: str, text: Callable[[], str], *, key: str, **more: Any
) -> None:
    """Show a button for a JSON, CSV or SVG file, whose text is made when somebody clicks it.

    In a CSV file, no cell is a formula, whatever an agent is called.

    The key keeps it one button when its file name changes. Streamlit remembers every button for
    the whole visit.
    """
    kind = file_name.rpartition(".")[2]
    st.download_button(
        label,
        data=text if kind in _TYPES else lambda: without_formulas(text()),
        file_name=file_name,
        mime=_TYPES.get(kind, "text/csv"),
        icon=":material/download:",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        key=key,
        **more,
    )
