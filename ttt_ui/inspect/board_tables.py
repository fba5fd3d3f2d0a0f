"""Tables with a board in each row, which opens on the inspect page with a click."""

from collections.abc import Mapping
from typing import Any, Literal

import pandas as pd
import streamlit as st

from ttt_ui.shared.session import session, set_widget, widget_value
from ttt_ui.shared.thumbnails import board_image

VIEW_KEY = "inspect_view"
PATTERN_KEY = "inspect_pattern"
VIEWS = ("Position", "All positions", "Five questions")

_ROW_HEIGHT = 52


def show_board(board: str) -> None:
    """Make `board` the one that is looked at. For callbacks, or before the page's widgets."""
    session().inspected = board
    # The field is only ever emptied: what a late browser sends of it then undoes nothing.
    set_widget(PATTERN_KEY, "")
    set_widget(VIEW_KEY, VIEWS[0])


def boards_table(
    table: pd.DataFrame,
    *,
    key: str,
    alt: str,
    config: Mapping[str, Any] | None = None,
    height: int | Literal["auto"] = "auto",
) -> None:
    """Show a table that has boards as its index, each drawn and with a button to open it."""
    boards = tuple(table.index)
    st.dataframe(
        table.assign(Board=[board_image(board) for board in boards], Open="Open"),
        hide_index=True,
        column_order=("Board", "Open", *table.columns),
        row_height=_ROW_HEIGHT,
        width="content",
        height=height,
        key=key,
        alt=alt,
        column_config={
            "Board": st.column_config.ImageColumn(width=56),
            "Open": st.column_config.ButtonColumn(
                "", width=62, key=f"{key}_open", on_click=_open, args=(boards, f"{key}_open")
            ),
            **(config or {}),
        },
    )


def _open(boards: tuple[str, ...], key: str) -> None:
    match widget_value(key):
        case {"row": int(row)} if 0 <= row < len(boards):
            show_board(boards[row])
