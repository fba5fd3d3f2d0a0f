"""Who sits on the other side of the board: levels and brains, each a policy matrix."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

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
PRESENT_AGENT = "Present agent"
REWARD_MEMORY = "Reward memory"
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
        Beginner: 70 % random moves, else as Intermediate. Intermediate: the present agent with its
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
    brain: str = PRESENT_AGENT


def strength_policy(
    strength: Strength, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]
) -> Policy:
    """Return the policy matrix of an opponent."""
    if strength.level == "Expert":
        return policy.minimax()
    if strength.level == "Custom":
        brain = policy.mix(
            policy.uniform(), brain_policy(strength.brain, agent, rivals), strength.epsilon
        )
        return policy.mix(policy.uniform(), brain, strength.random_share)
    epsilon = playing_epsilon(agent) if strength.explore else 0.0
    intermediate = policy.mix(policy.uniform(), agent.policy(), epsilon)
    if strength.level == "Beginner":
        return policy.mix(policy.uniform(), intermediate, BEGINNER_RANDOM_SHARE)
    return intermediate


def brain_policy(name: str, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent]) -> Policy:
    """Return the greedy policy of a brain; of the present agent where the name is not known."""
    if name == MINIMAX:
        return policy.minimax()
    if name == MINIMAX_FIRST:
        return policy.minimax("first")
    if name == REWARD_MEMORY:
        return reward_memory_agent().policy()
    return rivals.get(name, agent).policy()


def brain_names(rivals: Mapping[str, ttt.Agent]) -> list[str]:
    """Return the names of all brains a visitor can choose from."""
    return [PRESENT_AGENT, REWARD_MEMORY, MINIMAX, MINIMAX_FIRST, *rivals]


def plays_itself(name: str, rivals: Mapping[str, ttt.Agent]) -> bool:
    """Say whether the brain of this name is that of the present agent."""
    return name == PRESENT_AGENT or name not in brain_names(rivals)


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
