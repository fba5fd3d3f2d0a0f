"""How strong an opponent on Play is: the levels."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import ttt_core as ttt
from ttt_core.learning import Level, epsilon_after
from ttt_ui.visit.players import MINIMAX, YOUR_AGENT, NamedPlayer, player

LEVELS: tuple[Level, ...] = get_args(Level)
EXPLORING_LEVELS: tuple[Level, ...] = ("Beginner", "Intermediate")

BEGINNER_RANDOM_SHARE = 0.7
HIGHEST_PLAYING_EPSILON = 0.1


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
