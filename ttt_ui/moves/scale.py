"""Scales, on which the values of different players can be compared."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning import Agent, memory_weights

Numbers = NDArray[np.floating | np.integer]


class Scale(NamedTuple):
    """The values that read as -1, 0 and 1; those beyond either end read like it."""

    low: float
    middle: float
    high: float

    def reading(self, values: Numbers) -> NDArray[np.float64]:
        """Map values to -1 (low) through 0 (middle) to 1 (high)."""
        points = (self.low, self.middle, self.high)
        return np.interp(values, points, (-1.0, 0.0, 1.0))


TRUE_VALUE_SCALE = Scale(-1, 0, 1)


def value_scale(agent: Agent) -> Scale:
    """Return a scale on which an agent's values can be compared with true values.

    Its middle is a draw. For a Q-table that is the reward for a draw, without move costs; the scale
    extends equally to both sides, up to the value farthest from it and by at least 1. For a reward
    memory, low, middle and high are the weights of a loss, a draw and a win (-1, 10 and 100 as
    published).
    """
    if agent.kind == "reward-memory":
        return Scale(*sorted(memory_weights(agent.config)))
    draw = agent.config.reward_draw
    span = max(1.0, float(np.nanmax(np.abs(agent.q - draw))))
    return Scale(draw - span, draw, draw + span)


def reward_scale(agent: Agent) -> Scale:
    """Return the scale from a loss through a draw to a win, by the agent's own rewards."""
    config = agent.config
    if agent.kind == "reward-memory":
        return value_scale(agent)
    return Scale(*sorted((config.reward_loss, config.reward_draw, config.reward_win)))
