"""The board that best shows what an agent has learned."""

import numpy as np

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.mistakes import reachable
from ttt_core.game.board import EMPTY_BOARD
from ttt_core.game.graph import N_OPEN, boards, legal
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
