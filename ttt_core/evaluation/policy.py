"""Policies as matrices: one row per open position, one column per cell; each row sums to 1.

The policy of a player that may resign has a tenth column: the probability of resigning, which loses
the game.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING, choose_best, distance_from_policy
from ttt_core.game.board import pattern
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, frozen, graph, legal
from ttt_core.game.solution import move_scores, move_values, threatened_cells, winning_moves

Policy = NDArray[np.float64]
"""Float array (4520, 9): the probability of each cell in each open position.

In an array (4520, 10), the tenth column is the probability that the player resigns.
"""

Ties = Literal["random", "first"]

ROUNDED = 1e-12
"""A sum this close to 1 is only rounded; scaling would change probabilities that are exact."""


class Player(Protocol):
    """Protocol for any object with a `policy()` method, such as `Agent`."""

    def policy(self) -> Policy:
        """Return the policy matrix: (4520, 9), or (4520, 10) if the player may resign."""


def as_policy(player: Player | Policy) -> Policy:
    """Return a player's policy matrix, checked; every evaluation begins here.

    Matrices of booleans, whole numbers and narrower floats are accepted. Rows whose sum differs
    from 1 by at most 1e-6, or by the rounding of a narrower float, are scaled to sum to 1.

    Returns
    -------
    float64 array (4520, 9) or (4520, 10)

    Raises
    ------
    ValueError
        If `player` is not a player, or its policy has another shape, a row that does not sum to
        1, a negative probability, or a probability for an illegal move.
    """
    given = player if isinstance(player, np.ndarray) else _policy_of(player)
    if given.dtype.kind not in "biuf":
        raise ValueError(f"A policy must be an array of numbers, not of {given.dtype}.")
    if given.shape not in ((N_OPEN, 9), (N_OPEN, RESIGNING + 1)):
        raise ValueError(_wrong_shape(given.shape))
    policy = np.require(given, np.float64, ["C", "W"])
    distance = distance_from_policy(graph(), policy)
    if not distance <= tolerance(given.dtype):
        raise ValueError(_what_is_wrong(policy, tolerance(given.dtype)))
    return policy / policy.sum(axis=1, keepdims=True) if distance > ROUNDED else policy


def tolerance(dtype: np.dtype[Any]) -> float:
    """Return how far the sum of nine probabilities of a type may be from 1."""
    rounding = 16 * float(np.finfo(dtype).eps) if dtype.kind == "f" else 0.0
    return max(1e-6, rounding)


def _wrong_shape(shape: tuple[int, ...]) -> str:
    wrong = f"A policy must be an array ({N_OPEN}, 9) or ({N_OPEN}, 10), not {shape}."
    if shape and shape[0] == N_POSITIONS:
        wrong += f" The finished positions come last: matrix[:{N_OPEN}] leaves them out."
    return wrong


def _what_is_wrong(policy: Policy, most: float) -> str:
    """Say what is wrong with the first row that is not a probability distribution."""
    negative = np.asarray(~(policy >= 0).all(axis=1))
    illegal = np.asarray((policy[:, :9] != 0) & ~legal())
    sums = policy.sum(axis=1)
    wrong = negative | illegal.any(axis=1) | ~(abs(sums - 1) <= most)
    position = int(wrong.argmax())
    row = f"The row of {pattern(boards()[position])} in a policy"
    hint = " greedy makes a policy of a table of values."
    if negative[position]:
        return f"{row} has a probability that is negative or not a number.{hint}"
    if illegal[position].any():
        return f"{row} has a probability for the taken cell {int(illegal[position].argmax())}."
    return f"{row} must sum to 1 over the legal moves, not to {sums[position]:.9g}.{hint}"


def _policy_of(player: Player) -> Policy:
    if isinstance(player, type) or not callable(getattr(player, "policy", None)):
        hint = " policy_from makes a player of a function." if callable(player) else ""
        if isinstance(player, str):
            hint = " The built-in players are uniform(), win_or_block() and minimax()."
        raise ValueError(
            "A player must be a policy or have a policy() method, unlike this "
            f"{type(player).__name__}.{hint}"
        )
    policy = player.policy()
    if not isinstance(policy, np.ndarray):
        raise ValueError(f"A policy must be an array ({N_OPEN}, 9), not a {type(policy).__name__}.")
    return policy


def uniform() -> Policy:
    """Return the random player's policy: every legal move is equally likely."""
    return _uniform().copy()


@cache
def _uniform() -> Policy:
    return frozen(legal() / legal().sum(axis=1, keepdims=True))


def win_or_block() -> Policy:
    """Return the player that completes a line if it can and otherwise blocks one if it must.

    If several moves do so, it chooses evenly among them; if none does, among all legal moves.
    """
    chosen = legal()
    for called_for in (threatened_cells(), winning_moves()):
        chosen = np.where(called_for.any(axis=1, keepdims=True), called_for, chosen)
    return np.asarray(chosen / chosen.sum(axis=1, keepdims=True))


def greedy(q: NDArray[np.floating | np.integer], ties: Ties = "random") -> Policy:
    """Return the policy that plays the move with the highest value.

    Parameters
    ----------
    q : array (4520, 9)
        Values; those of illegal moves are ignored.
    ties
        ``"random"`` chooses evenly among equal moves, ``"first"`` takes the lowest cell.

    Returns
    -------
    float64 array (4520, 9)

    Raises
    ------
    ValueError
        If `q` is not an array of numbers, has another shape or is nan for a legal move, or `ties`
        is neither of these.

    Examples
    --------
    >>> import numpy as np
    >>> import ttt_core as ttt
    >>> values = np.zeros((4_520, 9))
    >>> values[:, 4] = 1  # the centre, wherever it is free
    >>> ttt.greedy(values)[ttt.position_of("X--|---|---")].argmax()
    np.int64(4)
    """
    try:
        values = np.require(q, np.float64, ["C", "W"])
    except (TypeError, ValueError):
        raise ValueError(f"Values must be an array of numbers ({N_OPEN}, 9).") from None
    if values.shape != (N_OPEN, 9):
        raise ValueError(f"Values must be an array ({N_OPEN}, 9), not {values.shape}.")
    if ties not in ("random", "first"):
        raise ValueError(f"Ties must be 'random' or 'first', not {ties!r}.")
    policy = np.zeros((N_OPEN, 9))
    if not choose_best(graph(), values, ties == "first", policy):
        raise ValueError("Every legal move needs a value, but one is not a number (nan).")
    return policy


def softmax(preferences: NDArray[np.float64]) -> Policy:
    """Return the policy that plays each move in proportion to e to the power of its preference.

    Parameters
    ----------
    preferences : array (4520, 9)
        Finite numbers; those of illegal moves are ignored.
    """
    shifted = np.where(legal(), preferences, -np.inf)
    weights = np.exp(shifted - shifted.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def mix(first: Player | Policy, second: Player | Policy, share: float) -> Policy:
    """Return a player that draws between two players again at every move.

    A `Mixture` draws once per game instead, so that the same player makes all moves of a game.

    Parameters
    ----------
    first, second
        Agents, policy matrices, or any objects with a `policy()` method.
    share
        The probability, at each move, of following `first`; otherwise it follows `second`.

    Raises
    ------
    ValueError
        If `share` is not a number from 0 to 1, or an argument is not a player (see
        `evaluation.as_policy`).
    """
    if not _is_share(share):
        raise ValueError(f"The share of the first player must be between 0 and 1, not {share!r}.")
    policies = as_policy(first), as_policy(second)
    columns = max(policy.shape[1] for policy in policies)
    one, other = (widened(policy, columns) for policy in policies)
    return np.asarray(share * one + (1 - share) * other)


def _is_share(share: object) -> bool:
    return isinstance(share, int | float | np.number) and 0 <= float(share) <= 1


def minimax(ties: Ties = "random", depth: int = 9) -> Policy:
    """Return the perfect player that wins quickly and loses slowly; it may look ahead less far.

    Ties are split evenly or, with ``"first"``, go to the lowest cell, as in both published programs
    that include a perfect player. One of these looks for quick wins (freeCodeCamp 2025), the other
    for any win. Both make the same moves in drawn positions and win every won one, so the results
    against them are always the same.

    Parameters
    ----------
    ties
        As in `greedy`.
    depth
        How many moves it looks ahead, from 0 (random moves) to 9 (the end of every game). Where it
        does not see the end, it expects a draw. A win n moves away scores 10 - n, a loss n - 10.
        From 6 onwards, it makes the same moves as with 9.

    Raises
    ------
    ValueError
        If `depth` is not a whole number from 0 to 9, or `ties` is not valid.
    """
    given: object = depth
    if not isinstance(given, int | np.integer) or not 0 <= given <= 9:
        raise ValueError(f"Minimax looks 0 to 9 moves ahead, not {depth!r}.")
    return greedy(move_scores(depth), ties)


def optimal() -> Policy:
    """Return the player that chooses evenly among all optimal moves."""
    return greedy(move_values())


def widened(policy: Policy, columns: int) -> Policy:
    """Return the policy with zero columns added up to `columns`."""
    return np.pad(policy, ((0, 0), (0, columns - policy.shape[1])))


Sides = Literal["XO", "X", "O"]
_SIDES: tuple[Sides, ...] = ("XO", "X", "O")

_STRAY = 0.02
"""A side with fewer known positions than this share of the other's has not been learned."""


def sides_of(player: object) -> Sides:
    """Return the sides a player says it has learned, in its attribute `sides`; otherwise both."""
    declared = getattr(player, "sides", "XO")
    return next((sides for sides in _SIDES if sides == declared), "XO")


def sides_known(known: NDArray[np.bool_]) -> str:
    """Return the sides, ``""`` to ``"XO"``, of which there are known positions, (4520,)."""
    by_side = [int(known[graph().side[:N_OPEN] == side].sum()) for side in (0, 1)]
    return "".join(
        side
        for side, count in zip("XO", by_side, strict=True)
        if count and count >= _STRAY * max(by_side)
    )


def player_with_plan(wanted: Sequence[int]) -> Policy:
    """Return the policy of a player that prefers certain cells, on either side.

    Where `win_or_block` chooses among several cells, it takes the first wanted one, or a random one
    if none is wanted.

    Parameters
    ----------
    wanted
        The cells in order of preference, for example those of a game it has won.

    Raises
    ------
    ValueError
        If `wanted` contains something that is not a cell, or a cell twice.
    """
    if len(set(wanted)) < len(wanted) or not set(wanted) <= set(range(9)):
        raise ValueError(f"A plan must be different cells from 0 to 8, not {list(wanted)}.")
    rank = np.full(9, 9)
    rank[list(wanted)] = np.arange(len(wanted))
    ranks = np.where(win_or_block() > 0, rank, 10)
    chosen = ranks == ranks.min(axis=1, keepdims=True)
    return np.asarray(chosen / chosen.sum(axis=1, keepdims=True))
