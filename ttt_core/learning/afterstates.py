"""Afterstates: one value for each position right after a player's own move.

Such a value is stored with every move that leads to its position.

References
----------
R. S. Sutton and A. G. Barto, "Reinforcement Learning: An Introduction", 2nd ed., 2018, sections 1.5
and 6.8.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import (
    DRAWN,
    N_OPEN,
    frozen,
    graph,
    legal,
    slots_of,
    symmetry_class,
)
from ttt_core.learning.config import TrainingConfig

_N_SLOTS = N_OPEN * 9


@cache
def ends_game() -> NDArray[np.bool_]:
    """Return which moves end the game, a boolean array (4520, 9)."""
    return frozen(np.asarray(graph().child >= N_OPEN))


def first_afterstates(config: TrainingConfig) -> NDArray[np.float64]:
    """Return the values before training, (4520, 9): a finished game has the value of its reward."""
    return _first(config.initial_value, config.reward_win, config.reward_draw)


def are_first(values: NDArray[np.float64]) -> bool:
    """Return whether values (4520, 9) are like those before training by afterstates."""
    won = graph().result[np.clip(graph().child - N_OPEN, 0, None)] != DRAWN
    kinds = legal() & ~ends_game(), ends_game() & won, ends_game() & ~won
    return all(np.ptp(values[kind]) == 0 for kind in kinds)


@lru_cache(maxsize=16)
def _first(initial: float, win: float, draw: float) -> NDArray[np.float64]:
    results = graph().result[np.clip(graph().child - N_OPEN, 0, None)]
    values = np.where(ends_game(), np.where(results == DRAWN, draw, win), initial)
    return frozen(np.where(legal(), values, np.nan))


@cache
def slots_alike(symmetry: bool) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Return which slots share a value, because their moves lead to the same position.

    With symmetry, equivalent positions are the same.

    Returns
    -------
    first : int32 array (40681,)
        Index in `alike` of the first slot that shares the value of each slot; the next is the end.
    alike : uint16 array (n,)
        These slots, ascending.
    """
    child = graph().child[legal()].astype(np.int64)
    after = symmetry_class()[child].astype(np.int64) if symmetry else child
    slots, index = np.unique(slots_of(symmetry)[legal()], return_index=True)
    after = after[index]
    by_position = np.argsort(after, kind="stable")
    begins = np.searchsorted(after[by_position], after)
    ends = np.searchsorted(after[by_position], after, side="right")
    size = np.zeros(_N_SLOTS, np.int32)
    size[slots] = ends - begins
    first = np.concatenate([[0], size.cumsum()]).astype(np.int32)
    groups = [slots[by_position[b:e]] for b, e in zip(begins, ends, strict=True)]
    return frozen(first), frozen(np.concatenate(groups).astype(np.uint16))


NO_SLOTS = frozen(np.zeros(1, np.int32)), frozen(np.zeros(0, np.uint16))
"""What `slots_alike` is for the other rules, read-only as well: to numba, that is one type."""
