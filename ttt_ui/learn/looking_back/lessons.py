"""Four learners that are told the same game, once or several times."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game.walk import walk

_ONE_STEP = ttt.TrainingConfig(rule="q-learning", symmetry=False)
REPLAYED = 50
"""Past moves that are learned from again after a game."""

LEARNERS: Mapping[str, ttt.TrainingConfig] = MappingProxyType(
    {
        "Monte Carlo": replace(_ONE_STEP, rule="monte-carlo"),
        "One step": _ONE_STEP,
        "Replay": replace(_ONE_STEP, replay=REPLAYED),
        "Backward": replace(_ONE_STEP, backward=True),
    }
)
"""By the name that they have here. All with the same α and γ, and all values begin at 0."""

EXAMPLE = (0, 4, 8, 2, 6, 3, 7)
"""A game that X wins by a fork."""
MOST_TIMES = 20


def values_after(cells: Sequence[int], times: int) -> NDArray[np.float64]:
    """Tell all learners a game so many times.

    Returns
    -------
    float array (len(cells), 4)
        The value of each of its moves, for each learner.
    """
    moves = walk(cells)[:-1], list(cells)
    told = []
    for config in LEARNERS.values():
        run = ttt.TrainingRun(config)
        for _ in range(times):
            run.learn(cells)
        told.append(run.q()[moves])
    return np.stack(told, axis=1)
