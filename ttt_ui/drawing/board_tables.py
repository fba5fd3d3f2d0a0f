"""Tables with a board in each row that opens with a click."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import pandas as pd
import streamlit as st

from ttt_ui.drawing.thumbnails import board_image
from ttt_ui.language import tr
from ttt_ui.widgets import held

_ROW_HEIGHT = 52


def boards_table(
    table: pd.DataFrame,
    *,
    key: str,
    alt: str,
    show_board: Callable[[str], object],
    config: Mapping[str, Any],
    height: int | Literal["auto"] = "auto",
    width: Literal["content", "stretch"] = "content",
) -> None:
    """Show a table indexed by boards, with a drawing and an Open button in each row."""
    st.dataframe(
        table.assign(Board=[board_image(board) for board in table.index], Open=tr("Open")),
        hide_index=True,
        column_order=("Board", "Open", *table.columns),
        row_height=_ROW_HEIGHT,
        width=width,
        height=height,
        key=key,
        alt=alt,
        column_config={
            "Board": st.column_config.ImageColumn(tr("Board"), width=56),
            "Open": st.column_config.ButtonColumn(
                tr("Open"),
                width=62,
                key=f"{key}_open",
                on_click=open_row,
                args=("".join(table.index), f"{key}_open", show_board),
            ),
            **config,
        },
    )


def open_row(boards: str, key: str, show_board: Callable[[str], object]) -> None:
    """Show the board of the clicked row of a table.

    `boards` is one text with the boards of all rows, because Streamlit keeps it for long.
    """
    match held(key):
        case {"row": int(row)} if 0 <= 9 * row < len(boards):
            show_board(boards[9 * row : 9 * row + 9])
