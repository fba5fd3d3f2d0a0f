"""Boards that look alike, although the same move does not have the same true value on them."""

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import boards, legal
from ttt_core.game.solution import move_values


def look_alike(values: NDArray[np.float64], position: int, mistake: int) -> int:
    """Return the position that looks most like another, although a move has another true value.

    It has as many marks. Of these positions it differs in the fewest cells (nearly always two) and,
    among equals, is the one in which the move is valued most alike.

    Parameters
    ----------
    values : float array (4520, 9)
        Of every move, as in `Agent.q`.
    position : int
    mistake : int
        A cell that is a mistake there. For every mistake there is such a position.
    """
    free, true_value = legal().sum(axis=1), move_values()[:, mistake]
    candidates = np.flatnonzero(
        legal()[:, mistake] & (free == free[position]) & (true_value != true_value[position])
    )
    differing = [cells_that_differ(position, other) for other in candidates.tolist()]
    apart = np.abs(values[candidates, mistake] - values[position, mistake])
    return int(candidates[np.lexsort((apart, differing))[0]])


def cells_that_differ(position: int, other: int) -> int:
    """Count the cells in which two positions differ."""
    return sum(a != b for a, b in zip(boards()[position], boards()[other], strict=True))
