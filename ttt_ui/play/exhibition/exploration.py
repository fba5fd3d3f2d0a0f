"""How the players of the exhibition move: the agent explores as in training."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, policy
from ttt_core.game import legal
from ttt_core.learning import epsilon_after

_NEVER = 1e-6


class ExploringPolicy(NamedTuple):
    """A policy, and which of its moves are exploratory."""

    policy: Policy  # its moves are drawn from it
    # (4520, 9), the probability that a move, once drawn, was exploratory.
    explored: NDArray[np.float64]


def training_epsilon(agent: ttt.Agent) -> float:
    """Return the agent's exploration rate in its next training game; 0 if it is negligible.

    Its schedule continues where its last run ended; games that it has watched count too.
    """
    games = agent.stats.games - sum(run.games for run in agent.training[:-1])
    epsilon = epsilon_after(agent.config, max(games, 0), agent.stats.distinct_games)
    return epsilon if epsilon > _NEVER else 0.0


def exploring(agent: ttt.Agent, epsilon: float) -> ExploringPolicy:
    """Return the policy of an agent that explores at a rate, in the way of its training."""
    own = agent.policy()
    exploratory = policy.uniform()
    if agent.config.exploration == "least-visited":
        exploratory = policy.greedy(-agent.visits)
    mixed = policy.mix(exploratory, own, epsilon)
    chances = mixed[:, :RESIGNING]
    # Bayes: the share of a move's draws in which it was exploratory.
    explored = np.divide(
        epsilon * exploratory, chances, out=np.zeros(legal().shape), where=chances > 0
    )
    return ExploringPolicy(mixed, explored)


def never_exploring(own: Policy) -> ExploringPolicy:
    return ExploringPolicy(own, np.zeros(legal().shape))
