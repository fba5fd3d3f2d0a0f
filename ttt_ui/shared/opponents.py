"""Who sits on the other side of the board: levels and brains, each a policy matrix."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, get_args

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import policy
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game.graph import position_of
from ttt_core.learning.agent import Level
from ttt_core.learning.schedule import epsilon_after

LEVELS: tuple[Level, ...] = get_args(Level)
EXPLORING_LEVELS: tuple[Level, ...] = ("Beginner", "Intermediate")
YOUR_AGENT = "Present agent"
REWARD_MEMORY = "Reward memory"
MENACE = "MENACE, as published"
MINIMAX = "Minimax"
MINIMAX_FIRST = "Minimax, first of equals"

BEGINNER_RANDOM_SHARE = 0.7
HIGHEST_PLAYING_EPSILON = 0.1


@dataclass(frozen=True)
class Strength:
    """How an opponent plays.

    Attributes
    ----------
    level
        Beginner: 70% random moves, else as Intermediate. Intermediate: the present agent with its
        ε. Expert: minimax. Custom: the fields below.
    explore
        Whether Beginner and Intermediate may make exploring moves; if not, ε counts as 0.
    random_share, epsilon, brain
        Of the custom level: the share of random moves, ε, and the name of the brain.
    """

    level: Level = "Intermediate"
    explore: bool = True
    random_share: float = 0.0
    epsilon: float = 0.0
    brain: str = YOUR_AGENT


class Move(NamedTuple):
    """What an opponent does: the cell it takes, None where it resigns, and whether by a die."""

    cell: int | None
    at_random: bool


@dataclass(frozen=True)
class Opponent:
    """Who sits on the other side: a brain that lets a die make a share of its moves.

    Attributes
    ----------
    name
        As in "Minimax"; `YOUR_AGENT` for the present agent.
    brain
        The agent whose values it goes by; None for minimax.
    random_share
        The share of its moves that are drawn evenly from all legal ones.
    """

    name: str
    brain: ttt.Agent | None
    random_share: float

    @cached_property
    def _brains_policy(self) -> Policy:
        if self.brain is not None:
            return self.brain.policy()
        return policy.minimax("first" if self.name == MINIMAX_FIRST else "random")

    @property
    def policy(self) -> Policy:
        """How likely it makes each move, brain and die together."""
        return policy.mix(policy.uniform(), self._brains_policy, self.random_share)

    def move(self, board: str, random: np.random.Generator) -> Move:
        """Draw its move on an open board: first whether a die decides, then the cell."""
        at_random = bool(random.random() < self.random_share)
        chances = policy.uniform() if at_random else self._brains_policy
        return Move(choose(chances, board, random), at_random)


def opponent(strength: Strength, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]) -> Opponent:
    """Return the opponent of a strength."""
    if strength.level == "Expert":
        return _with_brain(MINIMAX, agent, rivals, 0.0)
    if strength.level == "Custom":
        share = _either(strength.random_share, strength.epsilon)
        return _with_brain(strength.brain, agent, rivals, share)
    epsilon = playing_epsilon(agent) if strength.explore else 0.0
    if strength.level == "Beginner":
        epsilon = _either(BEGINNER_RANDOM_SHARE, epsilon)
    return _with_brain(YOUR_AGENT, agent, rivals, epsilon)


def _with_brain(
    name: str, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent], random_share: float
) -> Opponent:
    if plays_itself(name, rivals):
        return Opponent(YOUR_AGENT, agent, random_share)
    if name == REWARD_MEMORY:
        return Opponent(name, reward_memory_agent(), random_share)
    return Opponent(name, rivals.get(name), random_share)


def _either(one: float, other: float) -> float:
    """Return the chance that at least one of two independent things happens."""
    return 1 - (1 - one) * (1 - other)


def strength_policy(
    strength: Strength, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]
) -> Policy:
    """Return the policy matrix of an opponent."""
    return opponent(strength, agent, rivals).policy


def brain_policy(name: str, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]) -> Policy:
    """Return the greedy policy of a brain; of the present agent where the name is not known."""
    return _with_brain(name, agent, rivals, 0.0).policy


def brain_names(rivals: Mapping[str, ttt.Agent]) -> list[str]:
    """Return the names of all brains a visitor can choose from."""
    return [YOUR_AGENT, REWARD_MEMORY, MINIMAX, MINIMAX_FIRST, *rivals]


def plays_itself(name: str, rivals: Mapping[str, ttt.Agent]) -> bool:
    """Say whether the brain of this name is that of the present agent."""
    return name == YOUR_AGENT or name not in brain_names(rivals)


def playing_epsilon(agent: ttt.Agent) -> float:
    """Return the agent's ε against people.

    Its own where it brings one along, else that of its last training game, 0.1 at most.
    """
    if agent.in_play is not None:
        return agent.in_play.epsilon
    config = agent.config
    last = epsilon_after(config, config.games, agent.stats.distinct_games)
    return min(last, HIGHEST_PLAYING_EPSILON)


def choose(chances: Policy, board: str, random: np.random.Generator) -> int | None:
    """Draw a cell for the side to move on an open board; None where it resigns."""
    row = chances[position_of(board)]
    cell = int(random.choice(row.size, p=row))
    return None if cell == RESIGNING else cell


@st.cache_resource(show_spinner=False)
def reward_memory_agent() -> ttt.Agent:
    """Train the reward memory of system D. Agents never change, so it is shared."""
    name = next(name for name, c in ttt.PRESETS.items() if c.rule == "reward-memory")
    return ttt.train(ttt.PRESETS[name])


@st.cache_resource(show_spinner=False)
def menace_agent() -> ttt.Agent:
    """Train the matchboxes of system F as Michie trained them; shared as well."""
    return ttt.train(ttt.PRESETS["MENACE (Michie 1961)"])
