"""The positions that a game passes through."""

from collections.abc import Iterable

import numpy as np

from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, graph
from ttt_core.sentences import refusal


def walk(cells: Iterable[int]) -> list[int]:
    """Return the positions of a game: the empty board and the position after each move.

    Parameters
    ----------
    cells
        The game's moves, X first; it need not be finished.

    Raises
    ------
    ValueError
        If the rules forbid a move, or a cell is not a whole number.
    """
    child = graph().child
    position = 0
    positions = [position]
    for cell in cells:
        check_is_whole(cell)
        if position >= N_OPEN or not 0 <= cell < 9 or child[position, cell] < 0:
            _refuse(cell, positions)
        position = int(child[position, cell])
        positions.append(position)
    return positions


def check_is_whole(cell: object) -> None:
    """Raise `ValueError` if a cell is not a whole number."""
    if not isinstance(cell, int | np.integer) or isinstance(cell, bool):
        raise ValueError(f"A cell must be a whole number from 0 to 8, not {cell!r}.")


def _refuse(cell: int, positions: list[int]) -> None:
    try:
        rules.play(boards()[positions[-1]], cell)
    except ValueError as error:
        raise refusal(
            "Move {n}, on cell {cell}, is not legal. {error}",
            n=len(positions),
            cell=cell,
            error=error.args[0],
        ) from None
