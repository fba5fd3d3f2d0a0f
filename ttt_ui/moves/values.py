"""The values that a player gives to its moves, and scales on which players can be compared."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import move_scores, position_of
from ttt_core.learning import Agent, Kind, memory_weights
from ttt_ui.moves.certainty import Certainties, certainties
from ttt_ui.visit.players import DEPTHS, YOUR_AGENT, NamedPlayer

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
    published); if it adds them up, its middle is an untried move.
    """
    if agent.kind == "reward-memory" and agent.config.score == "relative":
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


@dataclass(frozen=True)
class MoveValues:
    """A player's values in one open position."""

    player: str  # the player's name; `YOUR_AGENT` for your agent
    kind: Kind | Literal["minimax"]
    board: str  # nine characters; the values are from the view of the side to move
    # (9,), nan on taken cells: numbers of beads, probabilities of a policy, or values on the scale.
    values: NDArray[np.float64]
    scale: Scale
    certainties: Certainties  # which moves it has never tried, and which are proven


def own_numbers(agent: ttt.Agent, board: str) -> NDArray[np.float64]:
    """Return what an agent has learned of each move, (9,): of a policy, the probabilities."""
    values = agent.q_values(board)
    if agent.kind == "policy":
        return np.where(np.isnan(values), np.nan, agent.policy()[position_of(board)])
    return values


def values_of_agent(agent: ttt.Agent, board: str, name: str = YOUR_AGENT) -> MoveValues:
    """Return an agent's values from -1 (lost) to 1 (won), by its own rewards.

    Beads are as they are, and a policy has probabilities.
    """
    values = own_numbers(agent, board)
    if agent.kind not in ("matchboxes", "policy"):
        values = reward_scale(agent).reading(values)
    return MoveValues(name, agent.kind, board, values, TRUE_VALUE_SCALE, certainties(agent, board))


def raw_values_of_agent(agent: ttt.Agent, board: str) -> MoveValues:
    """Return an agent's values as it has learned them."""
    values, scale = own_numbers(agent, board), value_scale(agent)
    return MoveValues(YOUR_AGENT, agent.kind, board, values, scale, certainties(agent, board))


def values_of(opponent: NamedPlayer, board: str) -> MoveValues:
    """Return an opponent's values; minimax's are true values, as far as it sees."""
    agent = opponent.agent
    if agent is not None:
        return values_of_agent(agent, board, opponent.name)
    scores = move_scores(DEPTHS.get(opponent.name, 9))[position_of(board)]
    values = np.sign(scores).astype(np.float64)
    return MoveValues(opponent.name, "minimax", board, values, TRUE_VALUE_SCALE, {})
