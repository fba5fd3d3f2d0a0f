"""The opponents on Play: levels and players, each with its policy matrix."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, get_args

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, policy
from ttt_core.game import position_of
from ttt_core.learning import Level, epsilon_after

LEVELS: tuple[Level, ...] = get_args(Level)
EXPLORING_LEVELS: tuple[Level, ...] = ("Beginner", "Intermediate")
YOUR_AGENT = "Present agent"
REWARD_MEMORY = "Reward memory"
MENACE = "MENACE, as published"
MINIMAX = "Minimax"
MINIMAX_FIRST = "Minimax, first of equals"

PLAYER_LABELS: Mapping[str, str] = MappingProxyType(
    {YOUR_AGENT: "Your agent", MINIMAX_FIRST: "Minimax (takes the first of equal moves)"}
)
"""Names that links and browsers keep → names on the screen, where the two differ."""

BEGINNER_RANDOM_SHARE = 0.7
HIGHEST_PLAYING_EPSILON = 0.1


@dataclass(frozen=True)
class Strength:
    """How an opponent plays.

    Attributes
    ----------
    level
        Beginner: 70% random moves, otherwise as Intermediate. Intermediate: your agent with its ε.
        Expert: minimax. Custom: see the last three fields.
    explore
        Whether Beginner and Intermediate may make exploratory moves; if not, their ε is 0.
    random_share, epsilon, player
        Only for Custom: the share of random moves, the ε of the other moves, and the name of the
        player that chooses the rest.
    """

    level: Level = "Intermediate"
    explore: bool = True
    random_share: float = 0.0
    epsilon: float = 0.0
    player: str = YOUR_AGENT


class Move(NamedTuple):
    """An opponent's move: its cell (None if it resigns), and whether it was random."""

    cell: int | None
    at_random: bool


@dataclass(frozen=True)
class Opponent:
    """An opponent: a player, and the share of its moves that are random instead.

    Attributes
    ----------
    name
        As in "Minimax"; `YOUR_AGENT` for your agent.
    agent
        The agent whose values decide; None for minimax.
    random_share
        The share of its moves drawn evenly from all legal moves.
    """

    name: str
    agent: ttt.Agent | None
    random_share: float

    @cached_property
    def _own_policy(self) -> Policy:
        if self.agent is not None:
            return self.agent.policy()
        return policy.minimax("first" if self.name == MINIMAX_FIRST else "random")

    @property
    def policy(self) -> Policy:
        """The probability of each move, with its random moves."""
        return policy.mix(policy.uniform(), self._own_policy, self.random_share)

    def move(self, board: str, random: np.random.Generator) -> Move:
        """Draw its move in an open position: first whether it is random, then the cell."""
        at_random = bool(random.random() < self.random_share)
        chances = policy.uniform() if at_random else self._own_policy
        return Move(choose(chances, board, random), at_random)


def opponent(strength: Strength, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]) -> Opponent:
    """Return the opponent of a strength."""
    if strength.level == "Expert":
        return _named(MINIMAX, agent, rivals, 0.0)
    if strength.level == "Custom":
        share = _either(strength.random_share, strength.epsilon)
        return _named(strength.player, agent, rivals, share)
    epsilon = playing_epsilon(agent) if strength.explore else 0.0
    if strength.level == "Beginner":
        epsilon = _either(BEGINNER_RANDOM_SHARE, epsilon)
    return _named(YOUR_AGENT, agent, rivals, epsilon)


def _named(
    name: str, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent], random_share: float
) -> Opponent:
    if is_your_agent(name, rivals):
        return Opponent(YOUR_AGENT, agent, random_share)
    if name == REWARD_MEMORY:
        return Opponent(name, reward_memory_agent(), random_share)
    return Opponent(name, rivals.get(name), random_share)


def _either(one: float, other: float) -> float:
    """Return the probability that at least one of two independent events happens."""
    return 1 - (1 - one) * (1 - other)


def strength_policy(
    strength: Strength, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]
) -> Policy:
    """Return the policy matrix of an opponent."""
    return opponent(strength, agent, rivals).policy


def player_policy(name: str, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]) -> Policy:
    """Return a player's greedy policy; your agent's if no player has this name."""
    return _named(name, agent, rivals, 0.0).policy


def player_names(rivals: Mapping[str, ttt.Agent]) -> list[str]:
    """Return the names of all players that a visitor can choose as an opponent."""
    return [YOUR_AGENT, REWARD_MEMORY, MINIMAX, MINIMAX_FIRST, *rivals]


def player_label(name: str) -> str:
    """Return a player's name as it is shown on the screen."""
    return PLAYER_LABELS.get(name, name)


def is_your_agent(name: str, rivals: Mapping[str, ttt.Agent]) -> bool:
    """Return whether a name stands for your agent, as unknown names do."""
    return name == YOUR_AGENT or name not in player_names(rivals)


def playing_epsilon(agent: ttt.Agent) -> float:
    """Return the agent's exploration rate ε against people.

    That of `Agent.in_play` if it has one, otherwise that of its last training game, at most 0.1.
    """
    if agent.in_play is not None:
        return agent.in_play.epsilon
    config = agent.config
    last = epsilon_after(config, config.games, agent.stats.distinct_games)
    return min(last, HIGHEST_PLAYING_EPSILON)


def choose(chances: Policy, board: str, random: np.random.Generator) -> int | None:
    """Draw a cell for the side to move in an open position; None if it resigns."""
    row = chances[position_of(board)]
    cell = int(random.choice(row.size, p=row))
    return None if cell == RESIGNING else cell


@st.cache_resource(show_spinner=False)
def reward_memory_agent() -> ttt.Agent:
    """Train the reward memory. Agents never change, so all visitors share it."""
    name = next(name for name, c in ttt.PRESETS.items() if c.rule == "reward-memory")
    return ttt.train(ttt.PRESETS[name])


@st.cache_resource(show_spinner=False)
def menace_agent() -> ttt.Agent:
    """Train the preset of MENACE. Agents never change, so all visitors share it."""
    return ttt.train(ttt.PRESETS["MENACE (Michie 1961)"])
