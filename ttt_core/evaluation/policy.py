"""Policies as matrices: one row per open position, one column per cell; each row sums to 1.

The policy of a player that may resign has a tenth column: the probability of resigning, which loses
the game.
"""

from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import choose_best
from ttt_core.game.graph import N_OPEN, frozen, graph, legal
from ttt_core.game.solution import move_scores, move_values

Policy = NDArray[np.float64]
"""Float array (4520, 9): the probability of each cell in each open position.

In an array (4520, 10), the tenth column is the probability that the player resigns.
"""

Ties = Literal["random", "first"]


def uniform() -> Policy:
    """Return the random player's policy: every legal move is equally likely."""
    return _uniform().copy()


@cache
def _uniform() -> Policy:
    return frozen(legal() / legal().sum(axis=1, keepdims=True))


def greedy(q: NDArray[np.floating | np.integer], ties: Ties = "random") -> Policy:
    """Return the policy that plays the move with the highest value.

    Parameters
    ----------
    q : array (4520, 9)
        Values; those of illegal moves are ignored.
    ties
        ``"random"`` chooses evenly among equal moves, ``"first"`` takes the lowest cell.

    Raises
    ------
    ValueError
        If `q` has another shape or is nan for a legal move, or `ties` is neither of these.
    """
    values = np.require(q, np.float64, ["C", "W"])
    if values.shape != (N_OPEN, 9):
        raise ValueError(f"Values must be an array ({N_OPEN}, 9), not {values.shape}.")
    if ties not in ("random", "first"):
        raise ValueError(f"Ties must be 'random' or 'first', not {ties!r}.")
    policy = np.zeros((N_OPEN, 9))
    if not choose_best(graph(), values, ties == "first", policy):
        raise ValueError("Every legal move needs a value, but one is not a number (nan).")
    return policy


def mix(first: Policy, second: Policy, share: float) -> Policy:
    """Return the policy that follows `first` with probability `share` at each move, else `second`.

    Raises
    ------
    ValueError
        If `share` is not between 0 and 1.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"The share of the first policy must be between 0 and 1, not {share}.")
    columns = max(first.shape[1], second.shape[1])
    return share * widened(first, columns) + (1 - share) * widened(second, columns)


def minimax(ties: Ties = "random") -> Policy:
    """Return the perfect player that wins quickly and loses slowly.

    Ties are split evenly or, with ``"first"``, go to the lowest cell, as in both published programs
    that include a perfect player. One of these looks for quick wins (freeCodeCamp 2025), the other
    for any win. Both make the same moves in drawn positions and win every won one, so the results
    against them are always the same.
    """
    return greedy(move_scores(), ties)


def optimal() -> Policy:
    """Return the player that chooses evenly among all optimal moves."""
    return greedy(move_values())


def widened(policy: Policy, columns: int) -> Policy:
    """Return the policy with zero columns added up to `columns`."""
    return np.pad(policy, ((0, 0), (0, columns - policy.shape[1])))
