"""How strong an opponent on Play is: the levels.

For Adaptive, as strong as the visitor has lately been, a model player stands for the visitor. It
makes a share of its moves at random and otherwise chooses evenly among all optimal moves. After
each game the share changes in proportion to the difference between the visitor's score (win 1,
draw 1/2, loss 0) and the model player's expected one, as a rating does (Elo 1978).
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import get_args

import ttt_core as ttt
from ttt_core.evaluation import Policy, outcome_chances, policy, result_for
from ttt_core.game import Outcome, Side
from ttt_core.learning import Level, epsilon_after
from ttt_ui.visit.players import MINIMAX, YOUR_AGENT, NamedPlayer, player

LEVELS: tuple[Level, ...] = get_args(Level)
EXPLORING_LEVELS: tuple[Level, ...] = ("Beginner", "Intermediate")

BEGINNER_RANDOM_SHARE = 0.7
HIGHEST_PLAYING_EPSILON = 0.1

FIRST_SHARE = 0.3
"""The visitor's share of random moves before their first game."""
LARGEST_SHARE = BEGINNER_RANDOM_SHARE
_STEP = 0.15


@dataclass(frozen=True)
class Strength:
    """How an opponent plays."""

    # Beginner: 70% random moves, otherwise as Intermediate. Intermediate: your agent with its ε.
    # Expert: minimax; see `expert`. Adaptive: minimax with a share of random moves that suits the
    # visitor. Custom: see the three fields for it.
    level: Level = "Intermediate"
    # Whether Beginner and Intermediate may make exploratory moves; if not, their ε is 0.
    explore: bool = True
    random_share: float = 0.0  # for Adaptive and Custom: the share of random moves
    # Only for Custom: the ε of the other moves, and the name of the player that chooses the rest.
    epsilon: float = 0.0
    player: str = YOUR_AGENT
    expert: str = MINIMAX  # only for Expert: which minimax player


def opponent(strength: Strength, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]) -> NamedPlayer:
    if strength.level == "Expert":
        return NamedPlayer(strength.expert)
    if strength.level == "Adaptive":
        return NamedPlayer(MINIMAX, random_share=strength.random_share)
    if strength.level == "Custom":
        share = _either(strength.random_share, strength.epsilon)
        return player(strength.player, agent, rivals, share)
    epsilon = playing_epsilon(agent) if strength.explore else 0.0
    if strength.level == "Beginner":
        epsilon = _either(BEGINNER_RANDOM_SHARE, epsilon)
    return NamedPlayer(YOUR_AGENT, agent, epsilon)


def _either(a: float, b: float) -> float:
    """Return the probability that at least one of two independent events happens."""
    return 1 - (1 - a) * (1 - b)


def playing_epsilon(agent: ttt.Agent) -> float:
    """Return the agent's exploration rate ε against people.

    That of `Agent.in_play` if it has one, otherwise that of its last training game, at most 0.1.
    """
    if agent.in_play is not None:
        return agent.in_play.epsilon
    config = agent.config
    last = epsilon_after(config, config.games, agent.stats.distinct_games)
    return min(last, HIGHEST_PLAYING_EPSILON)


def expected_score(share: float, rival: Policy, side: Side) -> float:
    """Return what the model player, on this side, scores against a rival."""
    model = policy.mix(policy.uniform(), policy.optimal(), share)
    players = (model, rival) if side == "X" else (rival, model)
    result = result_for(outcome_chances(*players)[0], side)
    return result.win + result.draw / 2


def share_after(share: float, rival: Policy, side: Side, result: Outcome | None) -> float:
    """Return the visitor's share of random moves after a game against a rival."""
    score = 0.5 if result == "draw" else float(result == side)
    return min(max(share - _STEP * (score - expected_score(share, rival, side)), 0.0), 1.0)


def even_share(share: float, side: Side) -> float:
    """Return the share of random moves with which minimax is as strong as a visitor on `side`.

    It is a whole percentage, and at most that of Beginner, 70%: against a visitor who makes more
    random moves than that, minimax can no longer be only their equal.
    """
    return _even_percentage(round(100 * share), side) / 100


@cache
def _even_percentage(visitors: int, side: Side) -> int:
    def score(percentage: int) -> float:
        rival = policy.mix(policy.uniform(), policy.minimax(), percentage / 100)
        return expected_score(visitors / 100, rival, side)

    # Each per cent adds at most 0.01 to the score, so the first above 0.495 is nearest to 1/2.
    return bisect_left(range(round(100 * LARGEST_SHARE)), 0.495, key=score)
