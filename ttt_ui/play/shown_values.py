"""The values a player gave to its moves when it decided.

They are kept because it may have learned since, for example from this game.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import move_scores, position_of
from ttt_core.learning import Kind
from ttt_ui.drawing.cell_colours import TRUE_VALUE_SCALE, Scale
from ttt_ui.drawing.insights import value_scale
from ttt_ui.drawing.standing import MoveStandings, standings
from ttt_ui.visit.players import DEPTHS, YOUR_AGENT, NamedPlayer


@dataclass(frozen=True)
class ShownValues:
    """A player's values in one open position."""

    whose: str  # the player's name; `YOUR_AGENT` for your agent
    # The kind of agent, or minimax, whose values are 1 win, 0 draw, -1 loss, as far as it sees.
    kind: Kind | Literal["minimax"]
    board: str  # nine characters; the values are from the view of the side to move
    values: NDArray[np.float64]  # (9,), nan on taken cells
    scale: Scale  # the scale of all its values, for colours
    standings: MoveStandings  # which moves it has never tried, and which are proven


@dataclass(frozen=True)
class Decision:
    """An opponent's move, and its values at that time."""

    shown: ShownValues
    cell: int | None  # the cell it took; None if it resigned
    at_random: bool  # whether the move was random instead of following its values


def shown_values_of_agent(agent: ttt.Agent, board: str, name: str = YOUR_AGENT) -> ShownValues:
    values, scale = agent.q_values(board), value_scale(agent)
    return ShownValues(name, agent.kind, board, values, scale, standings(agent, board))


def shown_values_of(opponent: NamedPlayer, board: str) -> ShownValues:
    agent = opponent.agent
    if agent is not None:
        return shown_values_of_agent(agent, board, opponent.name)
    scores = move_scores(DEPTHS.get(opponent.name, 9))[position_of(board)]
    values = np.sign(scores).astype(np.float64)
    return ShownValues(opponent.name, "minimax", board, values, TRUE_VALUE_SCALE, {})
