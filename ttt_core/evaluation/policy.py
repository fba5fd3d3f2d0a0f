"""Policies as matrices: one row per open position, one column per cell, rows sum to 1.

A policy that may resign has a tenth column: the chance that it resigns, which loses the game.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import N_OPEN, legal
from ttt_core.game.solution import move_scores, move_values

Policy = NDArray[np.float64]
"""Float array (4520, 9): the probability of each cell in each open position.

Or (4520, 10): the tenth is the probability that the player resigns there.
"""

Ties = Literal["random", "first"]


def uniform() -> Policy:
    """Return the policy that plays every legal move alike (the random player)."""
    return _evenly(legal())


def greedy(q: NDArray[np.floating | np.integer], ties: Ties = "random") -> Policy:
    """Return the policy that plays the move of the highest value.

    Parameters
    ----------
    q : array (4520, 9)
        Values; only those of legal moves are looked at.
    ties
        ``"random"`` shares the choice evenly among equal values, ``"first"`` takes the lowest cell.
    """
    values = np.where(legal(), q, -np.inf)
    best = values == values.max(axis=1, keepdims=True)
    if ties == "first":
        best = np.eye(9, dtype=np.bool_)[best.argmax(axis=1)]
    return _evenly(best)


def mix(first: Policy, second: Policy, share: float) -> Policy:
    """Return the policy that plays each move by `first` with probability `share`, else `second`.

    Raises
    ------
    ValueError
        If `share` is not between 0 and 1.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"The share of the first policy lies between 0 and 1, not at {share}.")
    columns = max(first.shape[1], second.shape[1])
    return share * _widened(first, columns) + (1 - share) * _widened(second, columns)


def minimax() -> Policy:
    """Return the perfect player that wins quickly and loses slowly; equals are shared evenly."""
    return greedy(move_scores())


def optimal() -> Policy:
    """Return the player that shares its choice evenly among all moves that keep the game value."""
    return greedy(move_values())


def _widened(policy: Policy, columns: int) -> Policy:
    return np.pad(policy, ((0, 0), (0, columns - policy.shape[1])))


def _evenly(chosen: NDArray[np.bool_]) -> Policy:
    assert chosen.shape == (N_OPEN, 9)
    return np.asarray(chosen / chosen.sum(axis=1, keepdims=True))
