"""A board as two other libraries show it to their learners.

PettingZoo's ``tictactoe_v3`` numbers the cells down the columns, this package and OpenSpiel along
the rows. Since a board and its mirror image along that diagonal are the same game, cell n is cell n
in all three.
"""

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import EMPTY, O, Side, X, other


def pettingzoo_planes(board: str, side: Side) -> NDArray[np.int8]:
    """Return PettingZoo's observation for a side, (3, 3, 2): its own marks, and the opponent's."""
    planes = [[mark == owner for owner in (side, other(side))] for mark in board]
    return np.array(planes, np.int8).reshape(3, 3, 2)


def open_spiel_planes(board: str) -> NDArray[np.float32]:
    """Return OpenSpiel's observation tensor, (27,): free cells, O's marks, X's marks."""
    return np.array([mark == kind for kind in (EMPTY, O, X) for mark in board], np.float32)
