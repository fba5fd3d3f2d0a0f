"""Single boards: the one that shows best what an agent has learned, and what it expects on one."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.mistakes import reachable
from ttt_core.game.board import EMPTY_BOARD, SIDES, SYMMETRIES, Side, transform
from ttt_core.game.graph import N_OPEN, boards, graph, legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.agent import Agent

_LEAST_SPREAD = 0.1


def example_board(agent: Agent) -> str:
    """Return the open board that best shows what an agent has learned.

    It can arise in the agent's games, only one move there has the best true value, and the agent's
    values differ by at least a tenth of the range of all its values. Of these boards it is the one
    with the fewest marks and, among those, the largest difference. If there is none, it is the
    board with the largest difference of all; if the values differ nowhere, the empty board. For
    matchboxes, shares of beads are used as values.
    """
    policy = agent.policy()
    values = policy[:, :RESIGNING] if agent.kind == "matchboxes" else agent.q
    high = np.where(legal(), values, -np.inf)
    low = np.where(legal(), values, np.inf)
    spread = np.where(agent.known, high.max(axis=1) - low.min(axis=1), 0.0)
    if not spread.any():
        return EMPTY_BOARD
    best = legal() & (move_values() == position_values()[:N_OPEN, None])
    fit = (
        (best.sum(axis=1) == 1)
        & (legal().sum(axis=1) > 1)
        & reachable(policy)
        & (spread >= _LEAST_SPREAD * (high.max() - low.min()))
    )
    fit = fit if fit.any() else spread == spread.max()
    free = legal().sum(axis=1)
    candidates = np.flatnonzero(fit & (free == free[fit].max()))
    # Equivalent boards may differ slightly by rounding: of these, take the last.
    largest = spread[candidates] >= spread[candidates].max() - 1e-9
    return boards()[int(candidates[largest][-1])]


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


def look_alike(values: NDArray[np.float64], position: int, mistake: int) -> int:
    """Return the position that looks most like another, although a move has another true value.

    It has as many marks. Of these positions it differs in the fewest cells (nearly always two) and,
    among equals, is the one in which the move is valued most alike.

    Parameters
    ----------
    values : float array (4520, 9)
        Of every move, as in `Agent.q`.
    position : int
    mistake : int
        A cell that is a mistake there. For every mistake there is such a position.
    """
    free, true_value = legal().sum(axis=1), move_values()[:, mistake]
    candidates = np.flatnonzero(
        legal()[:, mistake] & (free == free[position]) & (true_value != true_value[position])
    )
    differing = (_marks()[candidates] != _marks()[position]).sum(axis=1)
    apart = np.abs(values[candidates, mistake] - values[position, mistake])
    return int(candidates[np.lexsort((apart, differing))[0]])


@cache
def _marks() -> NDArray[np.str_]:
    return np.array([list(board) for board in boards()[:N_OPEN]])


def cells_that_differ(position: int, other: int) -> int:
    """Count the cells in which two positions differ."""
    return sum(a != b for a, b in zip(boards()[position], boards()[other], strict=True))
