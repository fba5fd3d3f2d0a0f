"""Exact evaluation: every figure is computed over the whole game, never sampled."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import (
    RESIGNING,
    fill_can_lose,
    fill_outcome_chances,
    fill_responses,
    is_policy,
)
from ttt_core.evaluation.policy import Policy, uniform
from ttt_core.game.board import SIDES, Side, other
from ttt_core.game.graph import N_OPEN, N_POSITIONS, graph


class Result(NamedTuple):
    """Probabilities of a win, a draw and a loss in one pairing; they sum to 1."""

    win: float
    draw: float
    loss: float


class Player(Protocol):
    """Protocol for any object with a `policy()` method, such as `Agent`."""

    def policy(self) -> Policy:
        """Return the policy matrix: (4520, 9), or (4520, 10) if the player may resign."""


@dataclass(frozen=True)
class ReportCard:
    """Exact figures of one player.

    Attributes
    ----------
    vs_random_as_x, vs_random_as_o : Result
        Results against the random player.
    worst_case_as_x, worst_case_as_o : Result
        Results against the worst-case opponent, which maximises the player's losses and then
        minimises its wins.
    beatable_as_x, beatable_as_o : bool
        Whether the player can lose a game by moves that all have a probability above 0; decided
        without rounding.
    """

    vs_random_as_x: Result
    vs_random_as_o: Result
    worst_case_as_x: Result
    worst_case_as_o: Result
    beatable_as_x: bool
    beatable_as_o: bool

    @property
    def unbeatable(self) -> bool:
        """Whether no opponent can win a single game, on either side."""
        return not (self.beatable_as_x or self.beatable_as_o)


def as_policy(player: Player | Policy) -> Policy:
    """Return a player's policy matrix, checked; every evaluation begins here.

    Matrices of booleans, whole numbers and narrower floats are accepted; rows of narrower floats,
    which are coarsely rounded, are scaled to sum to 1.

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
        raise ValueError(
            f"A policy must be an array ({N_OPEN}, 9) or ({N_OPEN}, 10), not {given.shape}."
        )
    narrow = given.dtype.kind == "f" and given.itemsize < 8
    policy = np.require(given, np.float64, ["C", "W"])
    if not is_policy(graph(), policy, 16 * float(np.finfo(given.dtype).eps) if narrow else 1e-9):
        raise ValueError("Each row of a policy must sum to 1 over the legal moves.")
    return policy / policy.sum(axis=1, keepdims=True) if narrow else policy


def _policy_of(player: Player) -> Policy:
    if not hasattr(player, "policy"):
        raise ValueError(
            "A player must be a policy or have a policy() method, unlike this "
            f"{type(player).__name__}."
        )
    policy = player.policy()
    if not isinstance(policy, np.ndarray):
        raise ValueError(f"A policy must be an array ({N_OPEN}, 9), not a {type(policy).__name__}.")
    return policy


def result_for(chances: NDArray[np.float64], side: Side) -> Result:
    """Convert a position's probabilities (X wins, O wins, draw) to the result for `side`.

    Raises
    ------
    ValueError
        If `side` is not ``"X"`` or ``"O"``.
    """
    column = _column(side)
    return Result(float(chances[column]), float(chances[2]), float(chances[1 - column]))


def _column(side: Side) -> int:
    if side not in SIDES:
        raise ValueError(f"The side must be 'X' or 'O', not {side!r}.")
    return SIDES.index(side)


def outcome_chances(player_x: Player | Policy, player_o: Player | Policy) -> NDArray[np.float64]:
    """Return the probabilities (5478, 3) that X wins, O wins or it is a draw, by position."""
    return _outcome_chances(as_policy(player_x), as_policy(player_o))


def _outcome_chances(policy_x: Policy, policy_o: Policy) -> NDArray[np.float64]:
    chances = np.empty((N_POSITIONS, 3))
    fill_outcome_chances(graph(), policy_x, policy_o, chances)
    return chances


def match(player_x: Player | Policy, player_o: Player | Policy) -> Result:
    """Return the exact result for the X player when the two play each other."""
    return result_for(outcome_chances(player_x, player_o)[0], "X")


def best_response(
    player: Player | Policy, responder: Side, *, safety_first: bool = False
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """Find the worst-case opponent of a player, by backward induction over the game graph.

    Parameters
    ----------
    player
        The player to respond to; it plays the other side.
    responder
        The side of the worst-case opponent.
    safety_first
        If False, maximise wins, then minimise losses; if True, minimise losses, then maximise
        wins.

    Returns
    -------
    chances : float64 array (5478, 3)
        Probabilities that X wins, O wins or it is a draw, from every position.
    reply : int8 array (4520,)
        The cell played where the responder is to move (of equal moves, the lowest); -1 elsewhere.

    Raises
    ------
    ValueError
        If `player` is not a player (see `as_policy`), or `responder` is not ``"X"`` or ``"O"``.
    """
    return _best_response(as_policy(player), responder, safety_first)


def _best_response(
    policy: Policy, responder: Side, safety_first: bool
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    chances, reply = np.empty((N_POSITIONS, 3)), np.empty(N_OPEN, np.int8)
    fill_responses(graph(), policy, _column(responder), bool(safety_first), chances, reply)
    return chances, reply


def _worst_case(policy: Policy, side: Side) -> Result:
    chances, _ = _best_response(policy, other(side), safety_first=False)
    return result_for(chances[0], side)


def _beatable(policy: Policy, side: Side) -> bool:
    can_lose = np.empty(N_POSITIONS, np.bool_)
    fill_can_lose(graph(), policy, _column(side), can_lose)
    return bool(can_lose[0])


def evaluate(player: Player | Policy) -> ReportCard:
    """Compute the exact report card of an agent or a policy.

    An agent chooses evenly among moves it values equally.
    """
    policy = as_policy(player)
    rival = uniform()
    return ReportCard(
        vs_random_as_x=result_for(_outcome_chances(policy, rival)[0], "X"),
        vs_random_as_o=result_for(_outcome_chances(rival, policy)[0], "O"),
        worst_case_as_x=_worst_case(policy, "X"),
        worst_case_as_o=_worst_case(policy, "O"),
        beatable_as_x=_beatable(policy, "X"),
        beatable_as_o=_beatable(policy, "O"),
    )
