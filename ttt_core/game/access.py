"""The game for programs of your own: moves, results and equivalent positions of any board."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.game import board as rules
from ttt_core.game.board import Outcome, equivalents
from ttt_core.game.graph import (
    N_OPEN,
    N_POSITIONS,
    boards,
    check_is_whole,
    frozen,
    graph,
    legal,
    position_of,
    symmetry_class,
)
from ttt_core.game.solution import move_values, moves_to_end, position_values
from ttt_core.pictures import facts_html


class Positions(NamedTuple):
    """All positions of the game as arrays, indexed by position number. All are read-only.

    Open positions come first, then finished ones, both by number of marks; a move therefore leads
    to a higher number. `boards` lists the boards in this order, and `position_of` finds the number
    of one.

    Attributes
    ----------
    n_open : int
        The number of open positions, 4,520.
    child : int16 array (4520, 9)
        The position after each move; -1 if the cell is taken.
    side : int8 array (5478,)
        The side to move: 0 for X, 1 for O. In finished positions it has no meaning.
    result : int8 array (5478,)
        0 if X has won, 1 if O has won, 2 after a draw, -1 if the game is not over.
    first_equivalent : int16 array (5478,)
        The first position that is a rotation or mirror image of this one.
    value : int8 array (5478,)
        The true value for the side to move: 1 for a win, 0 for a draw, -1 for a loss.
    move_value : int8 array (4520, 9)
        The true value of each move for the side that makes it; 0 if it is not legal.
    moves_to_end : int8 array (5478,)
        How many moves of both sides remain under perfect play: the winner hurries, the loser
        delays, and draws fill the board.
    """

    n_open: int
    child: NDArray[np.int16]
    side: NDArray[np.int8]
    result: NDArray[np.int8]
    first_equivalent: NDArray[np.int16]
    value: NDArray[np.int8]
    move_value: NDArray[np.int8]
    moves_to_end: NDArray[np.int8]

    def __repr__(self) -> str:
        """Return a line with the number of positions."""
        return f"<Positions: {self.side.size:,}, of which {self.n_open:,} are open>"

    def _repr_html_(self) -> str:
        arrays = {name: array.shape for name, array in self._asdict().items() if name != "n_open"}
        return facts_html("Positions", arrays)


@cache
def positions() -> Positions:
    """Return the arrays of all positions, from which any learner can be built."""
    result = np.full(N_POSITIONS, -1, np.int8)
    result[N_OPEN:] = graph().result
    return Positions(
        n_open=N_OPEN,
        child=graph().child,
        side=graph().side,
        result=frozen(result),
        first_equivalent=symmetry_class(),
        value=position_values(),
        move_value=move_values(),
        moves_to_end=moves_to_end(),
    )


def legal_moves(board: str) -> list[int]:
    """Return the free cells of a board, or an empty list if the game is over.

    Raises
    ------
    ValueError
        If the text is not a position of the game.
    """
    position = position_of(board)
    return np.flatnonzero(legal()[position]).tolist() if position < N_OPEN else []


def play(board: str, cell: int) -> str:
    """Return the board after the side to move has taken a cell.

    Raises
    ------
    ValueError
        If the text is not a position of the game, the game is over, or the cell is not free.
    """
    check_is_whole(cell)
    return rules.play(boards()[position_of(board)], cell)


def outcome(board: str) -> Outcome | None:
    """Return ``"X"`` or ``"O"`` if that side has won, ``"draw"`` after a draw, otherwise None.

    Raises
    ------
    ValueError
        If the text is not a position of the game.
    """
    return rules.outcome(boards()[position_of(board)])


def equivalent(board: str) -> list[str]:
    """Return the board with all its rotations and mirror images, sorted: 1, 2, 4 or 8 boards.

    Raises
    ------
    ValueError
        If the text is not a position of the game.
    """
    return equivalents(boards()[position_of(board)])
