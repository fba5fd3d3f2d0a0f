"""The grid world that is clicked on: buttons with four values, driven by ``grid_component.js``.

Every click carries the token that the page gave with the grid, so that clicks on an earlier grid
can be recognised.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from ttt_ui.drawing.board_component import CELLS
from ttt_ui.drawing.colours import Tone
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.widgets import sent

_HERE = Path(__file__).parent

_mount = component(
    "ttt_grid",
    _HERE / "grid_component.js",
    _HERE / "grid_component.css",
    shared=CELLS,
    place=".place { min-height: 17rem; }",
)


@dataclass(frozen=True)
class GridCell:
    """A cell as it is shown."""

    kind: Literal["free", "goal", "wall", "pit"]  # what is there; the start is a free cell
    # What a screen reader says.
    name: str
    description: str = ""
    # Of the moves in the order of `ttt_core.grid_world.MOVES`, as written; of free cells only.
    values: tuple[str, ...] = ()
    tones: tuple[Tone, ...] = ()  # the colours behind them
    best: int | None = None  # which of the moves the arrow shows, if any
    # Whether walks begin here, and whether the known way to the goal leads through it.
    is_start: bool = False
    on_way: bool = False


@dataclass(frozen=True)
class Step:
    """The last step: the value that has changed, and the cell the walker has reached."""

    cell: int
    move: int
    next_cell: int
    ended: bool
    old: float
    new: float


def grid(
    cells: Sequence[GridCell],
    *,
    key: str,
    label: str,
    token: str = "",
    walker: int | None = None,
    steps: int = 0,
    step: Step | None = None,
    announcement: str = "",
    size: Literal["large", "small"] = "large",
    on_place: Callable[[], None] | None = None,
) -> None:
    """Show a square grid, and report clicks on its cells.

    Parameters
    ----------
    cells
        Row by row.
    key
        Streamlit key; `clicked_cell` takes the same.
    label
        What a screen reader calls the grid.
    token
        Names this grid; comes back with every click.
    walker
        The cell in which the walker is.
    steps
        How many steps it has taken. When that grows by one, the walker and the number are
        animated, unless the visitor prefers reduced motion.
    step
        The step to light up.
    announcement
        Read out by screen readers when it changes.
    size
        As large as the window allows, or small.
    on_place
        Called after a click on a cell; without it, none can be clicked.
    """
    _mount(
        key=key,
        data={
            "cells": [asdict(cell) for cell in cells],
            "label": label,
            "token": token,
            "walker": walker,
            "steps": steps,
            "step": asdict(step) if step else None,
            "announcement": announcement,
            "size": size,
            "clickable": on_place is not None,
        },
        on_place_change=on_place,
    )


def clicked_cell(key: str, token: str, number: int) -> int | None:
    """Return the cell of the click that is being handled, if it is on this very grid.

    `number` is how many cells that has. A client can send anything.
    """
    match sent(key, "place"):
        case {"cell": int(cell), "token": str(clicked)} if type(cell) is int and clicked == token:
            return cell if 0 <= cell < number else None
    return None
