"""Tables with a board in each row that opens with a click, and small pictures of boards."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import unquote

import streamlit as st

from ttt_ui.drawing.colours import NEUTRAL, SIDE_COLOURS
from ttt_ui.language import tr
from ttt_ui.widgets import held

if TYPE_CHECKING:
    import pandas as pd

_ROW_HEIGHT = 52


def boards_table(
    table: "pd.DataFrame",
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


_X, _O, _LINES = (
    colour.replace("#", "%23") for colour in (SIDE_COLOURS["X"], SIDE_COLOURS["O"], NEUTRAL)
)


@cache
def board_image(board: str, lit: int | None = None) -> str:
    """Return a drawing of a board as a data URL of about 300 characters.

    The cell `lit` is shaded.
    """
    shade = "" if lit is None else f"M{1 + 9 * (lit % 3)} {1 + 9 * (lit // 3)}h9v9h-9z"
    crosses = "".join(f"M{x} {y}l5 5m0-5l-5 5" for x, y in _corners(board, "X"))
    rings = "".join(
        f"M{x} {y + 2.5}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0" for x, y in _corners(board, "O")
    )
    return (
        "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64' "
        "viewBox='0 0 29 29' fill='none' stroke-width='1.7' stroke-linecap='round'>"
        f"<path fill='{_LINES}' fill-opacity='.3' d='{shade}'/>"
        f"<path stroke='{_LINES}' stroke-width='.6' d='M10 1v27M19 1v27M1 10h27M1 19h27'/>"
        f"<path stroke='{_X}' d='{crosses}'/><path stroke='{_O}' d='{rings}'/></svg>"
    )


def picture_of_board(board: str) -> str:
    """Return a drawing of a board on white, as the text of an SVG file."""
    drawing = unquote(board_image(board).partition(",")[2]).replace("'64'", "'640'")
    head, body = drawing.split(">", 1)
    return f"{head}><path fill='white' d='M0 0h29v29H0z'/>{body}"


def _corners(board: str, mark: str) -> list[tuple[int, int]]:
    return [(3 + 9 * (c % 3), 3 + 9 * (c // 3)) for c in range(9) if board[c] == mark]
