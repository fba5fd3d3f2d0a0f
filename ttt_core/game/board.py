"""The rules of tic-tac-toe on a nine-character string, and the notation for a position.

A *board* is nine characters ``X``, ``O``, ``-``, row by row; a *pattern* is the same with a bar
between the rows (``X--|-O-|---``). Cells are numbered 0 to 8, row by row. X always moves first.

PettingZoo's ``tictactoe_v3`` numbers the cells down the columns, this package and OpenSpiel along
the rows. Since a board and its mirror image along that diagonal are the same game, cell n is cell n
in all three.
"""

import re
from functools import lru_cache
from operator import itemgetter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttt_core.sentences import refusal, sentence

Side = Literal["X", "O"]
Outcome = Literal["X", "O", "draw"]

X: Side = "X"
O: Side = "O"  # noqa: E741 - the mark is called O
SIDES = (X, O)
EMPTY = "-"
EMPTY_BOARD = EMPTY * 9

LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)

_AS_TYPED = str.maketrans(
    {".": "-", "_": "-", "·": "-", "–": "-", "−": "-", "—": "--", "\u2060": "", "\u200b": ""}
)
"""A phone keyboard turns two hyphens into one long dash, and copied text has unseen characters."""

_BETWEEN = re.compile(r"\s*[|/,;]\s*|\s*\n\s*")
_BETWEEN_ROWS = re.compile(r"\r?\n|[|/,;]")
_SPACE = re.compile(r"\s")


def other(side: Side) -> Side:
    """Return the opponent of `side`."""
    return O if side == X else X


def winning_lines(board: str, side: Side) -> list[tuple[int, int, int]]:
    """Return the lines that `side` has completed on `board` (two at most)."""
    return [(a, b, c) for a, b, c in LINES if board[a] == board[b] == board[c] == side]


def winning_line(board: str) -> tuple[int, int, int] | None:
    """Return the cells of the completed line, or None if there is none."""
    lines = winning_lines(board, X) or winning_lines(board, O)
    return lines[0] if lines else None


@lru_cache(maxsize=8_192)  # more than there are positions
def outcome(board: str) -> Outcome | None:
    """Return ``"X"``, ``"O"`` or ``"draw"`` if the game is over, else None."""
    if winning_lines(board, X):
        return X
    if winning_lines(board, O):
        return O
    return None if EMPTY in board else "draw"


def side_to_move(board: str) -> Side:
    """Return the side whose turn it is, from the numbers of marks."""
    return X if board.count(X) == board.count(O) else O


def legal_moves(board: str) -> list[int]:
    """Return the free cells, or an empty list if the game is over."""
    if outcome(board) is not None:
        return []
    return [cell for cell in range(9) if board[cell] == EMPTY]


def play(board: str, cell: int) -> str:
    """Return `board` after the side to move has taken `cell`.

    Raises
    ------
    ValueError
        If the game is over, or the cell is taken or not on the board.
    """
    if not 0 <= cell < 9:
        raise refusal("Cell {cell} does not exist: cells are numbered 0 to 8.", cell=cell)
    if outcome(board) is not None:
        raise refusal("The game at {board} is over.", board=pattern(board))
    if board[cell] != EMPTY:
        raise refusal("Cell {cell} of {board} is taken.", cell=cell, board=pattern(board))
    return board[:cell] + side_to_move(board) + board[cell + 1 :]


def pattern(board: str) -> str:
    """Return the pattern (``X--|-O-|---``) of a board string."""
    return f"{board[:3]}|{board[3:6]}|{board[6:]}"


def parse_board(text: str) -> str:
    """Read a board as people write it.

    A free cell may also be ``.``, ``_``, ``0`` or a space, and an O may be ``0``: the reading that
    gives a position of the game is taken. Bars, slashes, commas, line breaks or white space may
    separate the rows, or all cells. Lower-case marks and a closing bar are accepted.

    Returns
    -------
    str
        The nine-character board string.

    Raises
    ------
    ValueError
        If the text is not a position of the game, or has two readings that are; the message says
        what is wrong.

    Examples
    --------
    >>> parse_board("X--|-O-|---|")
    'X---O----'
    >>> parse_board("x . . / . o . / . . .")
    'X---O----'
    """
    if not isinstance(text, str):
        raise ValueError(f"A board must be a string of nine characters, not {type(text).__name__}.")
    written = _readings(text.upper().translate(_AS_TYPED))
    readings = {cells.replace("0", meant) for cells in written for meant in (O, EMPTY)}
    positions = [cells for cells in readings if _fault(cells) is None]
    if len(positions) > 1:
        raise refusal(
            "Write a board with X, O and -. The digit 0 is ambiguous: it could be O or a free cell."
        )
    if not positions:
        raise ValueError(_fault(written[0].replace("0", O)))
    return positions[0]


def _readings(text: str) -> list[str]:
    """Return the cells that a text may mean, with bars between rows of the wrong length."""
    text = text.strip("\r\n")
    rows = ["".join(row.split()) for row in _BETWEEN.split(text.strip())]
    if len(rows) in (2, 4, 10) and not rows[-1]:
        rows.pop()
    lengths = [len(row) for row in rows]
    if len(rows) == 9 and max(lengths) == 1:
        readings = ["".join(row or EMPTY for row in rows)]
    else:
        readings = [("" if lengths == [3, 3, 3] else "|").join(rows)]
    if _SPACE.search(text):
        readings += [_SPACE.sub(EMPTY, cells) for cells in _with_spaces_as_cells(text)]
    return readings


def _with_spaces_as_cells(text: str) -> list[str]:
    rows = _BETWEEN_ROWS.split(text)
    if len(rows) == 1 and len(text) == 11 and (text[3] + text[7]).isspace():
        rows = [text[:3], text[4:7], text[8:]]
    if len(rows) == 3 and max(map(len, rows)) <= 3:
        rows = [row.ljust(3) for row in rows]
    cells = "".join(rows)
    return [cells] if len(rows) in (1, 3) and len(cells) == 9 else []


def _fault(cells: str) -> str | None:
    """Return why these cells are not a position of the game, or None if they are one."""
    if "|" in cells:
        return sentence("Each row of a board needs three cells: X--|-O-|---.")
    if len(cells) != 9:
        return sentence(
            "A board has 9 cells, but this text has {n}. Example: X--|-O-|---.", n=len(cells)
        )
    wrong = next((character for character in cells if character not in "XO-"), None)
    if wrong is not None:
        return sentence("Write a board with X, O and -, not {wrong!r}.", wrong=wrong)
    xs, os = cells.count(X), cells.count(O)
    if xs - os not in (0, 1):
        return sentence(
            "X moves first and the sides take turns, so a board cannot have {xs} X and {os} O.",
            xs=xs,
            os=os,
        )
    x_won, o_won = bool(winning_lines(cells, X)), bool(winning_lines(cells, O))
    if x_won and o_won:
        return sentence("X and O cannot both have completed a line.")
    if x_won and xs == os:
        return sentence("O cannot move after X has completed a line.")
    if o_won and xs != os:
        return sentence("X cannot move after O has completed a line.")
    return None


def pettingzoo_planes(board: str, side: Side) -> NDArray[np.int8]:
    """Return PettingZoo's observation for a side, (3, 3, 2): its own marks, and the opponent's."""
    planes = [[mark == owner for owner in (side, other(side))] for mark in board]
    return np.array(planes, np.int8).reshape(3, 3, 2)


def open_spiel_planes(board: str) -> NDArray[np.float32]:
    """Return OpenSpiel's observation tensor, (27,): free cells, O's marks, X's marks."""
    return np.array([mark == kind for kind in (EMPTY, O, X) for mark in board], np.float32)


_SQUARE = np.arange(9).reshape(3, 3)

SYMMETRIES = np.array(
    [
        np.rot90(square, turns).ravel()
        for square in (_SQUARE, np.fliplr(_SQUARE))
        for turns in range(4)
    ]
)
"""Integer array (8, 9): row t maps a board to one whose cell i is the old board's cell ``[t, i]``.

Row 0 is the identity.
"""

SYMMETRIES.setflags(write=False)

_TURNED = [itemgetter(*cells) for cells in SYMMETRIES.tolist()]


def transform(board: str, symmetry: int) -> str:
    """Return `board` rotated or reflected by row `symmetry` of `SYMMETRIES`."""
    return "".join(_TURNED[symmetry](board))


def equivalents(board: str) -> list[str]:
    """Return the distinct boards equivalent to `board`, itself included, sorted (1, 2, 4 or 8)."""
    return sorted({transform(board, symmetry) for symmetry in range(8)})
