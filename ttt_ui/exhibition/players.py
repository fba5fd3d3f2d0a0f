"""Who plays in the exhibition: the agent, which explores as in its training, and its opponent."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import policy
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game.graph import legal
from ttt_core.learning.schedule import epsilon_after

_NEVER = 1e-6


class Player(NamedTuple):
    """A side of the exhibition.

    Attributes
    ----------
    policy
        What its moves are drawn from.
    explored : float64 array (4520, 9)
        The chance that a move, once drawn, was one to explore.
    """

    policy: Policy
    explored: NDArray[np.float64]


def training_epsilon(agent: ttt.Agent) -> float:
    """Return the chance that the agent explores in its next game of training; 0 if next to never.

    Its schedule goes on where its last run ended: games that it has watched count as well.
    """
    games = agent.stats.games - sum(run.games for run in agent.training[:-1])
    epsilon = epsilon_after(agent.config, max(games, 0), agent.stats.distinct_games)
    return epsilon if epsilon > _NEVER else 0.0


def exploring(agent: ttt.Agent, epsilon: float) -> Player:
    """Return the agent as it plays when it explores with a chance, in the way of its training."""
    own = agent.policy()
    aside = policy.uniform()
    if agent.config.exploration == "least-visited":
        aside = policy.greedy(-agent.visits)
    mixed = policy.mix(aside, own, epsilon)
    chances = mixed[:, :RESIGNING]
    # Bayes: of all draws of a move, the share in which it was drawn to explore.
    explored = np.divide(epsilon * aside, chances, out=np.zeros(legal().shape), where=chances > 0)
    return Player(mixed, explored)


def never_exploring(own: Policy) -> Player:
    """Return a player by its policy."""
    return Player(own, np.zeros(legal().shape))
