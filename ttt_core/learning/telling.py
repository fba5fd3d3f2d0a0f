"""Where an agent has something to show: a board on which its values tell moves apart."""

import numpy as np

from ttt_core.evaluation.mistakes import reachable
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game.board import EMPTY_BOARD
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.agent import Agent

_LEAST_SPREAD = 0.1


def telling_board(agent: Agent) -> str:
    """Return the open board that tells most of what an agent has learned.

    It can come about when the agent plays, one move alone is best there in truth, and the agent's
    values of its moves differ by a tenth of the range of all its values at least. Of such boards it
    is one with the fewest marks, and of these the one on which they differ most. Where there is
    none, it is the board on which they differ most of all; of an agent whose values nowhere
    differ, the empty one. Of matchboxes the shares of beads are looked at.
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
    found = np.flatnonzero(fit & (free == free[fit].max()))
    # Twins may differ by less than that, as rounding has it: then it is the last of them.
    largest = spread[found] >= spread[found].max() - 1e-9
    return boards()[int(found[largest][-1])]
