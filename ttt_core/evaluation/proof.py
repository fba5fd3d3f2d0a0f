"""True values that follow from the moves an agent has tried, without any other knowledge."""

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, graph, legal, plies

UNPROVEN = 2
"""Marks a move without a proven value; true values are at most 1."""


def proven_value(tried: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return each move's proven value, by minimax over the tried moves.

    An untried move may have any value. A move is proven if that makes no difference to its value:
    a draw, for example, if every reply has been tried, none wins, and one is proven to draw. Every
    proven value is the true value.

    Parameters
    ----------
    tried : boolean array (4520, 9)
        Which moves have been tried in each open position.

    Returns
    -------
    int8 array (4520, 9)
        For the mover: 1 win, 0 draw, -1 loss; `UNPROVEN` if not proven or not legal.
    """
    child = graph().child
    least, most = np.empty(N_POSITIONS, np.int8), np.empty(N_POSITIONS, np.int8)
    least[N_OPEN:] = most[N_OPEN:] = np.where(graph().result == DRAWN, 0, -1)
    tried = tried & legal()
    for ply in reversed(plies()):
        after, seen = child[ply], tried[ply]
        least[ply] = np.where(seen, -most[after], -1).max(axis=1)
        most[ply] = np.where(seen, -least[after], np.where(legal()[ply], 1, -1)).max(axis=1)
    lower, upper = -most[child], -least[child]
    known = tried & (lower == upper)
    return np.where(known, lower, UNPROVEN).astype(np.int8)
