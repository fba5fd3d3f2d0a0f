"""The line of play an agent expects."""

from typing import NamedTuple

import numpy as np

from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN, boards, graph, position_of
from ttt_core.game.solution import move_values
from ttt_core.learning.agent import Agent


class ForeseenMove(NamedTuple):
    """One move of the line of play an agent expects.

    Attributes
    ----------
    board, side, cell
        The board before the move, the side that moves, and the cell.
    value : float
        The agent's value of the move.
    true_value : int
        Its true value: 1 win, 0 draw, -1 loss.
    """

    board: str
    side: Side
    cell: int
    value: float
    true_value: int


def principal_line(agent: Agent, board: str) -> list[ForeseenMove]:
    """Follow the agent's best moves for both sides, the first of ties, to the end of the game.

    For matchboxes the best move is the one with the most beads; the line ends if they resign.

    Returns
    -------
    list of ForeseenMove
        Empty if the game is over or the agent resigns.

    Raises
    ------
    ValueError
        If the text is not a position of the game.
    """
    position = position_of(board)
    line = []
    while position < N_OPEN and not agent.resigns(boards()[position]):
        cell = int(np.nanargmax(agent.q[position]))
        line.append(
            ForeseenMove(
                board=boards()[position],
                side=SIDES[graph().side[position]],
                cell=cell,
                value=float(agent.q[position, cell]),
                true_value=int(move_values()[position, cell]),
            )
        )
        position = int(graph().child[position, cell])
    return line
