"""Four agents that learn from the same game, once or several times."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import walk

_ONE_STEP = ttt.TrainingConfig(rule="q-learning", symmetry=False)
REPLAYED = 50
"""Updates from past moves after a game."""

AGENTS: Mapping[str, ttt.TrainingConfig] = MappingProxyType(
    {
        "Monte Carlo": replace(_ONE_STEP, rule="monte-carlo"),
        "One step": _ONE_STEP,
        "Replay": replace(_ONE_STEP, replay=REPLAYED),
        "Backward": replace(_ONE_STEP, backward=True),
    }
)
"""By their name here. All have the same α and γ, and all values start at 0."""

EXAMPLE = (0, 4, 8, 2, 6, 3, 7)
"""A game that X wins by a fork."""
MOST_TIMES = 20


def values_after(cells: Sequence[int], times: int) -> NDArray[np.float64]:
    """Let all agents learn from a game `times` times.

    Returns
    -------
    float array (len(cells), 4)
        The value of each move, for each agent.
    """
    moves = walk(cells)[:-1], list(cells)
    values = []
    for config in AGENTS.values():
        run = ttt.TrainingRun(config)
        for _ in range(times):
            run.learn(cells)
        values.append(run.q()[moves])
    return np.stack(values, axis=1)
