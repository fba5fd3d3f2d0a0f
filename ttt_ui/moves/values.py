"""The values that a player gives to its moves in one position."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import move_scores, position_of
from ttt_core.learning import Kind
from ttt_ui.moves.certainty import Certainties, certainties
from ttt_ui.moves.scale import TRUE_VALUE_SCALE, Scale, reward_scale, value_scale
from ttt_ui.visit.players import DEPTHS, YOUR_AGENT, NamedPlayer


@dataclass(frozen=True)
class MoveValues:
    """A player's values in one open position."""

    player: str  # the player's name; `YOUR_AGENT` for your agent
    kind: Kind | Literal["minimax"]
    board: str  # nine characters; the values are from the view of the side to move
    # (9,), nan on taken cells: numbers of beads, or values on the scale.
    values: NDArray[np.float64]
    scale: Scale
    certainties: Certainties  # which moves it has never tried, and which are proven


def values_of_agent(agent: ttt.Agent, board: str, name: str = YOUR_AGENT) -> MoveValues:
    """Return an agent's values from -1 (lost) to 1 (won), by its own rewards; beads as they are."""
    values = agent.q_values(board)
    if agent.kind != "matchboxes":
        values = reward_scale(agent).reading(values)
    return MoveValues(name, agent.kind, board, values, TRUE_VALUE_SCALE, certainties(agent, board))


def raw_values_of_agent(agent: ttt.Agent, board: str) -> MoveValues:
    """Return an agent's values as it has learned them."""
    values, scale = agent.q_values(board), value_scale(agent)
    return MoveValues(YOUR_AGENT, agent.kind, board, values, scale, certainties(agent, board))


def values_of(opponent: NamedPlayer, board: str) -> MoveValues:
    """Return an opponent's values; minimax's are true values, as far as it sees."""
    agent = opponent.agent
    if agent is not None:
        return values_of_agent(agent, board, opponent.name)
    scores = move_scores(DEPTHS.get(opponent.name, 9))[position_of(board)]
    values = np.sign(scores).astype(np.float64)
    return MoveValues(opponent.name, "minimax", board, values, TRUE_VALUE_SCALE, {})
