"""What a visitor saves: buttons that download a file, and charts as pictures."""

import csv
import re
from collections.abc import Callable
from io import StringIO
from typing import Any

import streamlit as st

from ttt_core.files import without_formulas
from ttt_ui.language import current, localised, speaking, tr

_TYPES = {"html": "text/html", "json": "application/json", "svg": "image/svg+xml"}
_NUMBER = re.compile(r"-?\d+\.\d+(e[+-]\d+)?")
_BYTE_ORDER_MARK = "\ufeff"


def as_spreadsheets_expect(text: str) -> str:
    """Return a CSV file as a spreadsheet opens it in the visitor's language.

    Where numbers have a decimal comma, cells are separated by semicolons.
    """
    if localised(".") == ",":
        rows = csv.reader(StringIO(text, newline=""))
        written = StringIO(newline="")
        csv.writer(written, delimiter=";", lineterminator="\n").writerows(
            [cell.replace(".", ",") if _NUMBER.fullmatch(cell) else cell for cell in row]
            for row in rows
        )
        text = written.getvalue()
    return _BYTE_ORDER_MARK + text


def download_button(
    label: str,
    file_name: str,
    text: Callable[[], str],
    *,
    key: str,
    spreadsheet: bool = False,
    **more: Any,
) -> None:
    """Show a button for a file, whose text is made in the visitor's language at a click.

    In a CSV file, no cell is a formula, whatever an agent is called. If it is for a `spreadsheet`,
    and not to be read here again, it is written as one expects it.

    The key keeps it one button when its file name changes. Streamlit remembers every button for
    the whole visit.
    """
    kind, language = file_name.rpartition(".")[2], current()

    def made() -> str:
        with speaking(language):  # Streamlit asks for the text outside the visitor's run
            if kind in _TYPES:
                return text()
            safe = without_formulas(text())
            return as_spreadsheets_expect(safe) if spreadsheet else safe

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


_PAGE = "page"
"""The name under which Plotly is given the page's language: the one sentence that it needs."""


def picture_button(name: str) -> dict[str, Any]:
    """Return the configuration of a chart that can be saved as a PNG file with this name."""
    label = tr("Save as a picture")
    return {
        "modeBarButtons": [["toImage"]],
        "displaylogo": False,
        "locale": _PAGE,
        "locales": {_PAGE: {"dictionary": {"Download plot as a PNG": label}}},
        "toImageButtonOptions": {
            "format": "png",
            "filename": re.sub(r"[^\w-]+", "-", name.lower()),
            "scale": 2,
        },
    }
