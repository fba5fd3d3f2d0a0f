"""A player with a plan: it takes certain cells in order, but completes and blocks lines first."""

from collections.abc import Sequence

import numpy as np

from ttt_core.evaluation.policy import Policy
from ttt_core.game.graph import legal
from ttt_core.game.tactics import threatened_cells, winning_moves


def player_with_plan(wanted: Sequence[int]) -> Policy:
    """Return the policy of a player that prefers certain cells, on either side.

    It completes a line if it can and blocks one if it must. Otherwise it takes the first wanted
    cell that is free, or a random cell if none is.

    Parameters
    ----------
    wanted
        The cells in order of preference, for example those of a game it has won.

    Raises
    ------
    ValueError
        If `wanted` contains something that is not a cell, or a cell twice.
    """
    if len(set(wanted)) < len(wanted) or not set(wanted) <= set(range(9)):
        raise ValueError(f"A plan must be different cells from 0 to 8, not {list(wanted)}.")
    rank = np.full(9, 9)
    rank[list(wanted)] = np.arange(len(wanted))
    choice = legal()
    for called_for in (threatened_cells(), winning_moves()):
        choice = np.where(called_for.any(axis=1, keepdims=True), called_for, choice)
    ranks = np.where(choice, rank, 10)
    chosen = ranks == ranks.min(axis=1, keepdims=True)
    return np.asarray(chosen / chosen.sum(axis=1, keepdims=True))
