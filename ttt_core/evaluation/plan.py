"""A player with a plan: the same cells in the same order, and open eyes."""

from collections.abc import Sequence

import numpy as np

from ttt_core.evaluation.policy import Policy
from ttt_core.game.graph import legal
from ttt_core.game.tactics import threatened_cells, winning_moves


def plan_of(wanted: Sequence[int]) -> Policy:
    """Return the policy of a player, on either side, who wants certain cells.

    It completes a line where it can, blocks one where it must, and else takes the first of the
    wanted cells that is free, or any cell where none of them is.

    Parameters
    ----------
    wanted
        Cells in the order in which they are to be taken: those of a game that was won, say.

    Raises
    ------
    ValueError
        If something in it is no cell, or stands there twice.
    """
    if len(set(wanted)) < len(wanted) or not set(wanted) <= set(range(9)):
        raise ValueError(f"A plan is cells from 0 to 8, each of them once, not {list(wanted)}.")
    rank = np.full(9, 9)
    rank[list(wanted)] = np.arange(len(wanted))
    choice = legal()
    for called_for in (threatened_cells(), winning_moves()):
        choice = np.where(called_for.any(axis=1, keepdims=True), called_for, choice)
    ranks = np.where(choice, rank, 10)
    chosen = ranks == ranks.min(axis=1, keepdims=True)
    return np.asarray(chosen / chosen.sum(axis=1, keepdims=True))
