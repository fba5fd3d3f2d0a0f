"""Policies as matrices: one row per open position, one column per cell, rows sum to 1."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.sweeps import choose_best
from ttt_core.game.board import pattern
from ttt_core.game.graph import N_OPEN, boards, frozen, graph, legal
from ttt_core.game.solution import move_scores, move_values

Policy = NDArray[np.float64]
"""Float array (4520, 9): the probability of each cell in each open position."""

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
    return share * first + (1 - share) * second


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


def policy_from(function: Callable[[str], int | Sequence[float] | NDArray[np.float64]]) -> Policy:
    """Return the policy of a player who is given as a function.

    Parameters
    ----------
    function
        Called once with each of the 4,520 open boards, as nine characters ``X``, ``O``, ``-``.
        Returns the cell to play, 0 to 8, or nine probabilities, one for each cell.

    Raises
    ------
    ValueError
        If it returns anything else: a cell that is not free, or probabilities that are negative,
        do not sum to 1, or are not 0 where the cell is taken. The message names the board.
    """
    policy = np.zeros((N_OPEN, 9))
    for position, board in enumerate(boards()[:N_OPEN]):
        answer = function(board)
        try:
            policy[position] = _chances(np.asarray(answer), legal()[position])
        except ValueError as error:
            raise ValueError(
                f"On {pattern(board)} the function returns {answer!r}: {error}"
            ) from None
    return policy


def _chances(answer: NDArray[Any], free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the chance of each cell as a function answered; a `ValueError` says what is wrong."""
    kind = answer.dtype.kind
    if answer.shape == () and kind in "iu":
        if not 0 <= answer < 9 or not free[answer]:
            raise ValueError("there is no such cell, or it is taken.")
        return np.asarray(np.eye(9)[answer])
    if answer.shape != (9,) or kind not in "iuf" or not np.isfinite(answer).all():
        raise ValueError("it takes a cell from 0 to 8, or nine probabilities.")
    if (answer < 0).any() or abs(answer.sum() - 1) >= 1e-9:
        raise ValueError("probabilities are not below 0 and sum to 1.")
    if answer[~free].any():
        raise ValueError("a cell that is taken has no chance.")
    return np.asarray(answer, np.float64)
