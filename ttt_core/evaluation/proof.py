"""What moves are proven to be worth by the moves that somebody has tried, and by nothing else."""

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation import sweeps
from ttt_core.game.graph import N_POSITIONS, graph

UNPROVEN = 2
"""Stands for the worth of a move that is not proven; no worth is that high."""


def proven_value(tried: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return what each move is proven to be worth, by minimax over the moves tried alone.

    A move never tried may lead anywhere: its mover may win by it or lose. Where that makes no
    difference to a move, that one is proven. So a draw is proven when every reply to it has been
    tried and none wins, and one of them has been seen to hold the draw. What is proven is true.

    Parameters
    ----------
    tried : boolean array (4520, 9)
        Which moves have been tried in which open position.

    Returns
    -------
    int8 array (4520, 9)
        For the mover: 1 win, 0 draw, -1 loss; `UNPROVEN` elsewhere, and where not legal.
    """
    least, most = np.empty(N_POSITIONS, np.int8), np.empty(N_POSITIONS, np.int8)
    sweeps.proof_sweep(graph(), tried, least, most)
    child = graph().child
    lower, upper = -most[child], -least[child]
    known = tried & (child >= 0) & (lower == upper)
    return np.where(known, lower, UNPROVEN).astype(np.int8)
