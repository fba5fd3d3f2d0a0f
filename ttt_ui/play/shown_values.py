"""What a player held the moves on a board to be worth, kept as it was when it decided.

It may have learned since: from this very game, for one.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_core.learning.rules import Kind
from ttt_ui.shared.cell_colours import TRUE_VALUE_SCALE, Scale
from ttt_ui.shared.insights import value_scale
from ttt_ui.shared.opponents import YOUR_AGENT, Opponent
from ttt_ui.shared.standing import Standings, standings


@dataclass(frozen=True)
class ShownValues:
    """The values of a player on one open board.

    Attributes
    ----------
    whose
        The name of the player; `YOUR_AGENT` for the present agent.
    kind
        What its values are: those of a kind of agent, or the worth that minimax finds.
    board
        Nine characters; the values are from the view of the side to move.
    values : float array (9,)
        nan on taken cells.
    scale
        The one of all its values, for colours.
    standings
        Which moves it has never tried, and which it has proven to be draws.
    """

    whose: str
    kind: Kind | Literal["minimax"]
    board: str
    values: NDArray[np.float64]
    scale: Scale
    standings: Standings


@dataclass(frozen=True)
class Decision:
    """A move of an opponent, and what it held its moves to be worth then.

    Attributes
    ----------
    thoughts
    cell
        What it did; None where it resigned.
    at_random
        Whether a die decided, instead of its values.
    """

    thoughts: ShownValues
    cell: int | None
    at_random: bool


def shown_values_of_agent(agent: ttt.Agent, board: str, name: str = YOUR_AGENT) -> ShownValues:
    """Return what an agent holds the moves on an open board to be worth."""
    values, scale = agent.q_values(board), value_scale(agent)
    return ShownValues(name, agent.kind, board, values, scale, standings(agent, board))


def shown_values_of(opponent: Opponent, board: str) -> ShownValues:
    """Return what an opponent holds the moves on an open board to be worth."""
    if opponent.brain is not None:
        return shown_values_of_agent(opponent.brain, board, opponent.name)
    true_value = move_values()[position_of(board)].astype(np.float64)
    return ShownValues(opponent.name, "minimax", board, true_value, TRUE_VALUE_SCALE, {})
