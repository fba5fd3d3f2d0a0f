"""Exact evaluation: every claim on a player is computed over the whole game, never sampled."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy, uniform
from ttt_core.evaluation.sweeps import RESIGNING, outcome_sweep, response_sweep
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, graph, legal

_COLUMN = {"X": 0, "O": 1}


class Result(NamedTuple):
    """Chances of one player in one pairing; they sum to 1."""

    win: float
    draw: float
    loss: float


class Player(Protocol):
    """Anything that has a policy; an `Agent` does."""

    def policy(self) -> Policy:
        """Return the policy matrix: (4520, 9), or (4520, 10) where it may resign."""


@dataclass(frozen=True)
class ReportCard:
    """Exact figures of one player.

    Attributes
    ----------
    vs_random_as_x, vs_random_as_o : Result
        Against the random player.
    worst_case_as_x, worst_case_as_o : Result
        Against the reply that makes it lose most often and then win least often.
    """

    vs_random_as_x: Result
    vs_random_as_o: Result
    worst_case_as_x: Result
    worst_case_as_o: Result

    @property
    def unbeatable(self) -> bool:
        """Whether no opponent whatsoever can win a single game, from either side."""
        return self.worst_case_as_x.loss == 0 and self.worst_case_as_o.loss == 0


def as_policy(player: Player | Policy) -> Policy:
    """Return the policy matrix of an agent, or the matrix itself.

    Raises
    ------
    ValueError
        If a matrix is no policy: of another shape than (4520, 9) or (4520, 10), with a row that
        does not sum to 1, a negative chance, or a chance of a move that is not legal.
    """
    if not isinstance(player, np.ndarray):
        return player.policy()
    if player.shape not in (legal().shape, (N_OPEN, RESIGNING + 1)):
        raise ValueError(f"A policy is an array (4520, 9) or (4520, 10), not {player.shape}.")
    moves = player[:, :RESIGNING]
    rows = np.where(legal(), moves, 0.0).sum(axis=1) + player[:, RESIGNING:].sum(axis=1)
    if not (np.abs(rows - 1) < 1e-9).all() or (player < 0).any() or moves[~legal()].any():
        raise ValueError("Each row of a policy shares 1 among the legal moves of its position.")
    return player


def result_for(chances: NDArray[np.float64], side: Side) -> Result:
    """Read the chances of one position (X wins, O wins, draw) from the view of `side`."""
    column = _COLUMN[side]
    return Result(float(chances[column]), float(chances[2]), float(chances[1 - column]))


def outcome_chances(player_x: Player | Policy, player_o: Player | Policy) -> NDArray[np.float64]:
    """Return an array (5478, 3): chances from every position that X wins, O wins, it is a draw."""
    return np.asarray(outcome_sweep(graph(), as_policy(player_x), as_policy(player_o)), np.float64)


def match(player_x: Player | Policy, player_o: Player | Policy) -> Result:
    """Return the exact (win, draw, loss) of the X player when the two play each other."""
    return result_for(outcome_chances(player_x, player_o)[0], "X")


def best_response(
    player: Player | Policy, responder: Side, *, safety_first: bool = False
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """Find the best reply to a player, by backward induction over the game graph.

    Parameters
    ----------
    player
        The player to respond to; it plays the other side.
    responder
        The side that responds.
    safety_first
        False: win as often as can be, then lose as seldom. True: lose as seldom as can be, then
        win as often.

    Returns
    -------
    chances : float64 array (5478, 3)
        Chances from every position that X wins, O wins, it is a draw.
    reply : int8 array (4520,)
        The cell played where the responder is to move, -1 elsewhere.
    """
    chances, reply = response_sweep(graph(), as_policy(player), _COLUMN[responder], safety_first)
    return chances, reply


def worst_case(player: Player | Policy, side: Side) -> Result:
    """Return the player's result as `side` against the reply that beats it most often."""
    chances, _ = best_response(player, "O" if side == "X" else "X")
    return result_for(chances[0], side)


def evaluate(player: Player | Policy) -> ReportCard:
    """Compute the exact report card of an agent or a policy.

    Ties in a greedy policy count as chosen evenly.
    """
    policy = as_policy(player)
    rival = uniform()
    return ReportCard(
        vs_random_as_x=result_for(outcome_chances(policy, rival)[0], "X"),
        vs_random_as_o=result_for(outcome_chances(rival, policy)[0], "O"),
        worst_case_as_x=worst_case(policy, "X"),
        worst_case_as_o=worst_case(policy, "O"),
    )
