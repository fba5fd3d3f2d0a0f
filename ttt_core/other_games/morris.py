"""Three Men's Morris.

Three men each on the nine points of a tic-tac-toe board. X places first, in turn. When all six
stand, a move slides one man along a line to a neighbouring free point; rows, columns and diagonals
are lines, and the centre touches all other points. Three in a row wins, in either phase. A game
that goes on for ever is a draw. By the rules a side that cannot move loses, but that never happens:
no position that can occur is blocked.

A position can come again. It is a board and the side to move, which six men do not tell.
"""

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import LINES, SYMMETRIES
from ttt_core.other_games.game import FROM_HAND, BoardGame, Men

MEN = 3

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        sorted(
            {
                near
                for a, b, c in LINES
                for pair in ((a, b), (b, c))
                for near in pair
                if point in pair and near != point
            }
        )
    )
    for point in range(9)
)
"""Of each point, the points next to it on a line."""

_MOVES = (
    *((FROM_HAND, point) for point in range(9)),
    *((man, point) for man in range(9) for point in NEIGHBOURS[man]),
)
_ORIGIN, _TARGET = np.array(_MOVES).T


def _legal(own: Men, other: Men) -> NDArray[np.bool_]:
    placing = own.sum(axis=1, keepdims=True) < MEN
    has_man = np.where(_ORIGIN == FROM_HAND, placing, own[:, _ORIGIN] & ~placing)
    return np.asarray(has_man & ~(own | other)[:, _TARGET])


MORRIS = BoardGame(
    name="Three Men's Morris",
    columns=3,
    rows=3,
    lines=LINES,
    moves=_MOVES,
    legal=_legal,
    symmetries=tuple(tuple(turn) for turn in SYMMETRIES[1:].tolist()),
)
