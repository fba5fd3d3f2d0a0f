"""Compare an agent's values across equivalent positions (rotations and reflections)."""

from typing import NamedTuple

import numpy as np

from ttt_core.game.graph import N_OPEN, boards, position_of
from ttt_core.game.symmetry import SYMMETRIES, transform
from ttt_core.learning.agent import Agent


class Equivalent(NamedTuple):
    """A rotation or reflection of a board.

    Attributes
    ----------
    board : str
    difference : float
        The largest difference between an agent's values of corresponding moves on the two boards.
    """

    board: str
    difference: float


def rated_equivalents(agent: Agent, board: str) -> list[Equivalent]:
    """Compare the agent's values of an open position with those of equivalent positions.

    Returns
    -------
    list of Equivalent
        The board itself first (its difference is 0 unless it is symmetric and its corresponding
        moves differ in value), then the others in sorted order.

    Raises
    ------
    ValueError
        If the text is not a position of the game, or the game is over there.
    """
    position = position_of(board)
    if position >= N_OPEN:
        raise ValueError("The game on this board is over, so there are no moves to compare.")
    board = boards()[position]
    difference: dict[str, float] = {}
    for symmetry, cells in enumerate(SYMMETRIES):
        equivalent = transform(board, symmetry)
        apart = np.abs(agent.q[position_of(equivalent)] - agent.q[position, cells])
        difference[equivalent] = max(difference.get(equivalent, 0.0), float(np.nanmax(apart)))
    order = sorted(difference, key=lambda equivalent: (equivalent != board, equivalent))
    return [Equivalent(equivalent, difference[equivalent]) for equivalent in order]
