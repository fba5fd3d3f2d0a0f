"""The rules of tic-tac-toe on a nine-character string, and the notation that names a position.

A *board* is nine characters ``X``, ``O``, ``-``, row by row; a *pattern* is the same with a bar
between the rows (``X--|-O-|---``). Cells are numbered 0 to 8, row by row. X always moves first.
"""

import re
from typing import Literal

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

_PATTERN = re.compile(r"(.{3})\|(.{3})\|(.{3})\|?|([^|]{9})\|", re.DOTALL)


def other(side: Side) -> Side:
    """Return the opponent of `side`."""
    return O if side == X else X


def winning_lines(board: str, side: Side) -> list[tuple[int, int, int]]:
    """Return the lines that `side` has completed on `board` (two at most)."""
    return [line for line in LINES if all(board[cell] == side for cell in line)]


def winning_line(board: str) -> tuple[int, int, int] | None:
    """Return the cells of the completed line, or None while nobody has one."""
    lines = winning_lines(board, X) or winning_lines(board, O)
    return lines[0] if lines else None


def outcome(board: str) -> Outcome | None:
    """Return ``"X"``, ``"O"`` or ``"draw"`` for a game that is over, None for an open one."""
    if winning_lines(board, X):
        return X
    if winning_lines(board, O):
        return O
    return None if EMPTY in board else "draw"


def side_to_move(board: str) -> Side:
    """Return the side whose turn it is, by the counts of marks."""
    return X if board.count(X) == board.count(O) else O


def legal_moves(board: str) -> list[int]:
    """Return the free cells, or none when the game is over."""
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
        raise ValueError(f"There is no cell {cell}: cells are numbered 0 to 8.")
    if outcome(board) is not None:
        raise ValueError(f"The game on {pattern(board)} is over.")
    if board[cell] != EMPTY:
        raise ValueError(f"Cell {cell} of {pattern(board)} is taken.")
    return board[:cell] + side_to_move(board) + board[cell + 1 :]


def pattern(board: str) -> str:
    """Return the pattern (``X--|-O-|---``) of a board string."""
    return f"{board[:3]}|{board[3:6]}|{board[6:]}"


def parse_board(text: str) -> str:
    """Read a board string or a pattern, with or without a closing bar.

    Surrounding white space and lower-case marks are accepted.

    Returns
    -------
    str
        The nine-character board string.

    Raises
    ------
    ValueError
        If the text is not a position that the game can reach; the message says what is wrong.

    Examples
    --------
    >>> parse_board("X--|-O-|---|")
    'X---O----'
    """
    if not isinstance(text, str):
        raise ValueError(f"A board is a text of nine characters, not {type(text).__name__}.")
    stripped = text.strip()
    rows = _PATTERN.fullmatch(stripped)
    cells = ("".join(filter(None, rows.groups())) if rows else stripped).upper()
    if "|" in cells:
        raise ValueError("A pattern has three cells in each row: X--|-O-|---.")
    if len(cells) != 9:
        raise ValueError(f"A board has 9 cells, this text has {len(cells)}: write X--|-O-|---.")
    wrong = next((character for character in cells if character not in "XO-"), None)
    if wrong is not None:
        raise ValueError(f"A board is written with X, O and -, not with {wrong!r}.")
    _check_reachable(cells)
    return cells


def _check_reachable(board: str) -> None:
    xs, os = board.count(X), board.count(O)
    if xs - os not in (0, 1):
        raise ValueError(
            f"X moves first and the sides take turns, so {xs} X and {os} O cannot stand together."
        )
    x_won, o_won = bool(winning_lines(board, X)), bool(winning_lines(board, O))
    if x_won and o_won:
        raise ValueError("X and O cannot both have completed a line.")
    if x_won and xs == os:
        raise ValueError("O cannot move after X has completed a line.")
    if o_won and xs != os:
        raise ValueError("X cannot move after O has completed a line.")
