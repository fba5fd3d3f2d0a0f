"""A player with a plan: it takes certain cells in order, but completes and blocks lines first."""

from collections.abc import Sequence

import numpy as np

from ttt_core.evaluation.policy import Policy, win_or_block


def player_with_plan(wanted: Sequence[int]) -> Policy:
    """Return the policy of a player that prefers certain cells, on either side.

    Where `win_or_block` chooses among several cells, it takes the first wanted one, or a random one
    if none is wanted.

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
    ranks = np.where(win_or_block() > 0, rank, 10)
    chosen = ranks == ranks.min(axis=1, keepdims=True)
    return np.asarray(chosen / chosen.sum(axis=1, keepdims=True))
