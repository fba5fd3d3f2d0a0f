"""Lines to complete and lines to block with the next move."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import LINES
from ttt_core.game.graph import DRAWN, N_OPEN, X_TO_MOVE, boards, frozen, graph, legal


@cache
def winning_moves() -> NDArray[np.bool_]:
    """Return the moves that complete a line, a boolean array (4520, 9)."""
    ended = np.where(graph().child >= N_OPEN, graph().child - N_OPEN, 0)
    return frozen((graph().child >= N_OPEN) & (graph().result[ended] != DRAWN))


@cache
def threatened_cells() -> NDArray[np.bool_]:
    """Return the free cells where the opponent would complete a line, a boolean array (4520, 9)."""
    marks = np.array([list(board) for board in boards()[:N_OPEN]])
    opponent = np.where(graph().side[:N_OPEN] == X_TO_MOVE, "O", "X")[:, None]
    theirs = marks == opponent
    threatened = np.zeros((N_OPEN, 9), np.bool_)
    for line in LINES:
        for cell in line:
            others = [other for other in line if other != cell]
            threatened[:, cell] |= theirs[:, others].all(axis=1)
    return frozen(threatened & legal())
