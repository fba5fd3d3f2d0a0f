"""Tables with a board in each row that opens with a click."""

from collections.abc import Mapping
from typing import Any, Literal

import pandas as pd
import streamlit as st

from ttt_ui.drawing.thumbnails import board_image
from ttt_ui.inspect.actions import EXPLORER
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.language import tr

_ROW_HEIGHT = 52


def boards_table(
    table: pd.DataFrame,
    *,
    key: str,
    alt: str,
    config: Mapping[str, Any] | None = None,
    height: int | Literal["auto"] = "auto",
    explorer: Explorer = EXPLORER,
) -> None:
    """Show a table indexed by boards, with a drawing and an Open button in each row."""
    boards = tuple(table.index)
    st.dataframe(
        table.assign(Board=[board_image(board) for board in boards], Open=tr("Open")),
        hide_index=True,
        column_order=("Board", "Open", *table.columns),
        row_height=_ROW_HEIGHT,
        width="content",
        height=height,
        key=key,
        alt=alt,
        column_config={
            "Board": st.column_config.ImageColumn(tr("Board"), width=56),
            "Open": st.column_config.ButtonColumn(
                tr("Open"),
                width=62,
                key=f"{key}_open",
                on_click=explorer.open_row,
                args=("".join(boards), f"{key}_open"),
            ),
            **(config or {}),
        },
    )
