"""What the values of a table look like if they are played wrongly: reversed, or in moved cells.

Another way to play them must be correct much more often, on the positions that the table knows.
Reversed values must also do much better than random moves: the smallest values of a table with
moved cells are better than its largest, but they are no good either.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy, greedy, optimal, uniform
from ttt_core.game.board import SIDES
from ttt_core.game.graph import N_OPEN, frozen, graph, legal
from ttt_core.game.solution import winning_moves
from ttt_core.sentences import tr_noop

Array = NDArray[Any]

CLEARLY = 0.15
"""Another way to play must be correct in so many more of the positions."""
ENOUGH = 20
"""Positions of a side that say something about its values."""
_CHANCE = 2.0
"""Standard errors by which a share of few positions may differ by chance."""
_MOVED = {
    tr_noop("moved on by one"): np.roll(np.arange(9), 1),
    tr_noop("moved back by one"): np.roll(np.arange(9), -1),
    tr_noop("mirrored left to right"): np.arange(9).reshape(3, 3)[:, ::-1].ravel(),
    tr_noop("mirrored top to bottom"): np.arange(9).reshape(3, 3)[::-1].ravel(),
    tr_noop("in the order of columns"): np.arange(9).reshape(3, 3).T.ravel(),
    tr_noop("in the opposite order"): np.arange(9)[::-1],
}


@cache
def correct_moves() -> NDArray[np.bool_]:
    """Return a boolean array (4520, 9): the moves of the highest true value."""
    return frozen(optimal() > 0)


@cache
def can_go_wrong() -> NDArray[np.bool_]:
    """Return a boolean array (4520,): the positions in which a mistake is possible."""
    return frozen((correct_moves() != legal()).any(axis=1))


def share_correct(policy: Policy, positions: NDArray[np.bool_]) -> float:
    """Return how often a policy plays correctly, and wins at once where it can: their mean.

    Only positions in which another move is possible count; 0.5 if there are none.
    """
    shares = []
    for right in (correct_moves(), winning_moves()):
        matters = positions & right.any(axis=1) & (right != legal()).any(axis=1)
        if matters.any():
            shares.append(float((policy[:, :9] * right).sum(axis=1)[matters].mean()))
    return sum(shares) / len(shares) if shares else 0.5


def reversed_sides(values: Array, known: NDArray[np.bool_]) -> str:
    """Return the sides, ``""`` to ``"XO"``, on which values look reversed.

    Parameters
    ----------
    values : float64 array (4520, 9)
        Values of moves, of which the largest is played.
    known : boolean array (4520,)
        The positions that have values.
    """
    smallest = greedy(np.where(legal(), -values, 0.0))
    largest = greedy(np.where(legal(), values, 0.0))
    found = ""
    for number, side in enumerate(SIDES):
        here = known & (graph().side[:N_OPEN] == number)
        several = int((here & can_go_wrong()).sum())
        share = share_correct(smallest, here)
        others = max(share_correct(largest, here), share_correct(uniform(), here))
        if (
            several >= ENOUGH
            and share >= others + max(CLEARLY, _CHANCE / np.sqrt(several))
            and share > moved_cells(values, here)[1]
        ):
            found += side
    return found


def moved_cells(values: Array, known: NDArray[np.bool_]) -> tuple[str, float]:
    """Return how the cells would have to be renumbered to play best, and how often it is correct.

    Parameters as of `reversed_sides`.
    """
    filled = np.where(legal(), values, np.nanmin(values) - 1)
    shares = {
        name: share_correct(greedy(filled[:, cells]), known) for name, cells in _MOVED.items()
    }
    best = max(shares, key=shares.__getitem__)
    return best, shares[best]
