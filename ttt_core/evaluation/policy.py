"""Policies as matrices: one row per open position, one column per cell, rows sum to 1.

A policy that may resign has a tenth column: the chance that it resigns, which loses the game.
"""

from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.sweeps import choose_best
from ttt_core.game.graph import N_OPEN, frozen, graph, legal
from ttt_core.game.solution import move_scores, move_values

Policy = NDArray[np.float64]
"""Float array (4520, 9): the probability of each cell in each open position.

Or (4520, 10): the tenth is the probability that the player resigns there.
"""

Ties = Literal["random", "first"]


def uniform() -> Policy:
    """Return the policy that plays every legal move alike (the random player)."""
    return _uniform().copy()


@cache
def _uniform() -> Policy:
    return frozen(legal() / legal().sum(axis=1, keepdims=True))


def greedy(q: NDArray[np.floating | np.integer], ties: Ties = "random") -> Policy:
    """Return the policy that plays the move of the highest value.

    Parameters
    ----------
    q : array (4520, 9)
        Values; only those of legal moves are looked at.
    ties
        ``"random"`` shares the choice evenly among equal values, ``"first"`` takes the lowest cell.

    Raises
    ------
    ValueError
        If `q` has another shape, or nan where a move is legal; if there is no such way with ties.
    """
    values = np.require(q, np.float64, ["C", "W"])
    if values.shape != (N_OPEN, 9):
        raise ValueError(f"Values are an array ({N_OPEN}, 9), not {values.shape}.")
    if ties not in ("random", "first"):
        raise ValueError(f"Ties are broken 'random' or 'first', not {ties!r}.")
    policy = np.zeros((N_OPEN, 9))
    if not choose_best(graph(), values, ties == "first", policy):
        raise ValueError("The value of a legal move is not a number (nan).")
    return policy


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
    return share * widened(first, columns) + (1 - share) * widened(second, columns)


def minimax(ties: Ties = "random") -> Policy:
    """Return the perfect player that wins quickly and loses slowly.

    Equals are shared evenly or, with ``"first"``, decided for the lowest cell, as both published
    programs with a perfect player do. The one looks for quick wins (freeCodeCamp 2025), the other
    for any; but where a game is drawn both take the same move, and a win they bring home: nobody
    ever gets another result against the one than against the other.
    """
    return greedy(move_scores(), ties)


def optimal() -> Policy:
    """Return the player that shares its choice evenly among all moves that keep the game value."""
    return greedy(move_values())


def widened(policy: Policy, columns: int) -> Policy:
    """Return the policy as a matrix of at least so many columns."""
    return np.pad(policy, ((0, 0), (0, columns - policy.shape[1])))
