"""Buttons that download a file."""

import csv
from collections.abc import Callable
from io import StringIO
from typing import Any

import streamlit as st

_OF_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet takes for a formula."""

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


def without_formulas(text: str) -> str:
    """Put an apostrophe before each cell of a CSV file that a spreadsheet would calculate."""
    cleaned = StringIO(newline="")
    rows = csv.reader(StringIO(text, newline=""))
    csv.writer(cleaned, lineterminator="\n").writerows(map(_as_text, row) for row in rows)
    return cleaned.getvalue()


def _as_text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_OF_FORMULAS) and not _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
