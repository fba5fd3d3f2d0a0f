"""Tables with a board in each row that opens with a click."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from ttt_ui.drawing.thumbnails import board_image
from ttt_ui.inspect.actions import EXPLORER
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.wording import number

_ROW_HEIGHT = 52


_SIGNED = ["Q", "Score", "Value", "Difference"]
_MOST_STYLED_ROWS = 100


def with_minus_signs(table: pd.DataFrame) -> Styler:
    """Return a table whose values have a real minus, and 0 no sign, as everywhere else."""
    columns: list[Hashable] = [name for name in _SIGNED if name in table]
    return table.style.format(lambda value: number(float(str(value)), 3), subset=columns)


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
    shown = table.assign(Board=[board_image(board) for board in boards], Open="Open")
    st.dataframe(
        with_minus_signs(shown) if len(shown) <= _MOST_STYLED_ROWS else shown,
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
                "Open",
                width=62,
                key=f"{key}_open",
                on_click=explorer.open_row,
                args=("".join(boards), f"{key}_open"),
            ),
            **(config or {}),
        },
    )
