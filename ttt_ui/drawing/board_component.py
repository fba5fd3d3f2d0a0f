"""The board that people click: buttons in rows, drawn and driven by ``board_component.js``.

The browser draws the person's mark as soon as they click a cell. The board then takes no second
click until the server has run the page again. A click while the connection is broken is sent when
it is back. Every click carries the token that the page gave with the position, so that clicks on an
earlier position can be recognised. This module checks the form of what the browser sends; the page
checks that the token is the present one and that the cell is free.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from ttt_core.game import board as rules
from ttt_ui.drawing.colours import BAD, GOOD, NEUTRAL, SIDE_COLOURS, Tone
from ttt_ui.language import tr
from ttt_ui.moves.values import Certainty
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.widgets import sent
from ttt_ui.wording import cell_name, square_name

_SIDES = {9: 3, 16: 4}
"""By the number of cells of a board, that of its rows and columns."""
_HERE = Path(__file__).parent
_COLOURS = {
    "good": GOOD,
    "bad": BAD,
    "neutral": NEUTRAL,
    **{side.lower(): colour for side, colour in SIDE_COLOURS.items()},
}

CELLS = _HERE / "cells"
"""Moves the focus among buttons in rows, by keys."""

# The rest of the window's height is for what a page shows above and below the board.
_LARGE = """
:host { --width: min(100%, max(15rem, 100svh - 20.5rem), 44rem); }
@media (max-width: 40rem) and (orientation: portrait) { :host { --width: 100%; } }
"""
_SMALL = ":host { --width: min(100%, 16rem); }"
_mounts = {
    size: component(
        f"ttt_{size}_board",
        _HERE / "board_component.js",
        _HERE / "board_component.css",
        shared=CELLS,
        place=f"{width} .place {{ width: var(--width); aspect-ratio: 1; }}",
    )
    for size, width in (("large", _LARGE), ("small", _SMALL))
}


@dataclass(frozen=True)
class CellNote:
    """What is shown on one cell."""

    text: str  # a number in large type, as in ``"+0.42"``; empty for none
    tone: Tone | None  # the colour behind the number
    true_value: Literal["win", "draw", "loss"] | None  # a small badge with a shape and the word
    # What screen readers say after the cell's name, as in ``"Q-value 0.42, true value: draw"``.
    spoken: str
    over_mark: bool = False  # whether it is also shown, smaller, on a cell with a mark
    # Outlines the cell as the chosen one; ``"random"`` adds a die.
    choice: Literal["own", "random"] | None = None
    # Hatches a cell that was never tried, frames one that is proven, and adds the words.
    certainty: Certainty | None = None
    # Lights up the cell, and lets its number run from one to another, which is `text`, when a board
    # with a new token arrives; at once if the visitor prefers reduced motion.
    run: tuple[float, float] | None = None


@dataclass(frozen=True)
class BarPart:
    """One part of an evaluation bar."""

    kind: Literal["win", "draw", "loss", "X", "O"]  # decides its colour and shape
    text: str  # as in ``"win 31.2%"``
    share: float  # of the bar


@dataclass(frozen=True)
class EvaluationBar:
    """How a game may end: a bar of three parts under the board, each with words."""

    label: str  # as in ``"If you play perfectly"``
    parts: tuple[BarPart, BarPart, BarPart]


def board(
    cells: str,
    *,
    key: str,
    token: str,
    playable: bool = True,
    mark: Literal["X", "O"] | None = None,
    last_move: int | None = None,
    clickable: Collection[int] | None = None,
    picked: int | None = None,
    hint: int | None = None,
    rings: Collection[int] = (),
    notes: Mapping[int, CellNote] | None = None,
    winning_line: Sequence[int] | None = None,
    announcement: str = "",
    bar: EvaluationBar | None = None,
    caption: str | None = None,
    celebrate: str | None = None,
    shortcuts: Mapping[str, str] | None = None,
    size: Literal["large", "small"] = "large",
    label: str | None = None,
    on_play: Callable[[], None] | None = None,
    on_command: Callable[[], None] | None = None,
) -> None:
    """Show a board, with the line that a side has completed, and report clicks on its cells.

    Parameters
    ----------
    cells : str
        Nine or sixteen characters ``X``, ``O``, ``-``, row by row; raises `ValueError` for anything
        else.
    key : str
        Streamlit key; `read_play` and `read_command` take the same.
    token : str
        Identifies this position of this game; comes back with every click.
    playable : bool, default True
        Whether cells can be clicked, as long as the game is not over; needs `on_play`.
    mark : {"X", "O"} or None
        The mark that a click on a free cell draws at once, before the server answers; None draws
        nothing. If the next run does not contain it, it disappears again.
    last_move, hint : int or None
        The cell with the newest mark, and the cell to point out.
    clickable : collection of int or None
        The cells that can be clicked, for games in which marks move; None for the free ones.
    picked : int or None
        The cell whose mark is picked up: it stands out, and leaves when a free cell is clicked.
    rings : collection of int, default none
        Free cells that would have been better: each shows a ring around a faint `mark`.
    notes : mapping of int to CellNote or None
        What is shown on the cells; on a cell with a mark, only notes with `over_mark`.
    winning_line : sequence of int or None
        On a board of sixteen cells, the line that a side has completed; on one of nine it is found.
    announcement : str, default ""
        Read out by screen readers when it changes.
    bar : EvaluationBar or None
        Shown under the board; moves when it changes.
    caption : str or None
        Words under the board about what is shown on it. ``""`` shows none but reserves room for
        them and for a bar, so that nothing on the page moves when they appear or disappear.
    celebrate : str or None
        Lets X and O rain over the board, once for each word in a visit; not if the visitor prefers
        reduced motion.
    shortcuts : mapping of str to str or None
        From a key, as the browser names it and in lower case, to its command anywhere on the page.
        Streamlit itself uses ``r`` and ``c``. The board uses the digits 1 to 9, and the arrow keys
        to move the focus inside it unless they are shortcuts.
    size : {"large", "small"}
        As large as the window allows, or at most 16 rem; never wider than the container.
    label : str or None
        Its name for screen readers; None for "Board".
    on_play, on_command : callable or None
        Called after a click or a shortcut; `read_play` or `read_command` returns which.
    """
    if len(cells) not in _SIDES or set(cells) - set("XO-"):
        raise ValueError(f"A board is nine characters, or sixteen, each X, O or -, not {cells!r}.")
    if len(cells) == 9:
        winning_line = rules.winning_line(cells)
    notes = notes or {}
    _mounts[size](
        key=key,
        data={
            # Streamlit does not call the script again for unchanged data, but a run that does not
            # change the position must still end the wait after a refused click.
            "run": time.perf_counter(),
            "cells": cells,
            "token": token,
            "playable": playable and on_play is not None and not winning_line and "-" in cells,
            "mark": mark,
            "lastMove": last_move,
            "winningLine": winning_line,
            "clickable": None if clickable is None else sorted(clickable),
            "picked": picked,
            "hint": hint,
            "rings": sorted(rings),
            "notes": [
                _sent_note(notes[cell]) if cell in notes else None for cell in range(len(cells))
            ],
            "announcement": announcement,
            "bar": asdict(bar) if bar else None,
            "caption": caption,
            "celebrate": celebrate,
            "colours": _COLOURS,
            "shortcuts": dict(shortcuts or {}),
            "words": _words(len(cells)) | ({} if label is None else {"board": label}),
        },
        on_play_change=on_play,
        on_command_change=on_command,
    )


def _sent_note(note: CellNote) -> dict[str, object]:
    """Return what there is of a note, with the words of its true value and its certainty."""
    words = {"trueValueSaid": note.true_value, "certaintySaid": note.certainty}
    said = {name: tr(word) for name, word in words.items() if word}
    return {name: part for name, part in asdict(note).items() if part} | said


def _words(cells: int) -> dict[str, object]:
    side = _SIDES[cells]
    name = cell_name if cells == 9 else square_name
    return {
        "board": tr("Board"),
        "edge": [*(str(row) for row in range(side, 0, -1)), *"abcd"[:side]],
        "cells": [name(cell) for cell in range(cells)],
        "empty": tr("empty"),
        "last": tr("last move"),
        "winning": tr("in the winning line"),
        "picked": tr("picked up"),
        "hint": tr("hint"),
        "better": tr("better move"),
    }


def read_play(key: str, cells: int = 9) -> tuple[int, str] | None:
    """Return the cell, one of so many, and the token of the click that is being handled.

    For use inside `on_play`. None if there was no click or the browser sent something else, because
    a client can send anything.
    """
    match sent(key, "play"):
        case {"cell": int(cell), "token": str(token)} if type(cell) is int and 0 <= cell < cells:
            return cell, token
    return None


def clicked_cell(key: str, token: str, board: str) -> int | None:
    """Return the cell of the click that is being handled, if it is a move on this very board."""
    match read_play(key):
        case cell, str(clicked) if clicked == token and cell in rules.legal_moves(board):
            return cell
    return None


def read_command(key: str, allowed: Collection[str]) -> str | None:
    """Return the name of the command that is being handled.

    For use inside `on_command`. None if there was no command or it is not in `allowed`.
    """
    match sent(key, "command"):
        case {"name": str(name)} if name in allowed:
            return name
    return None
