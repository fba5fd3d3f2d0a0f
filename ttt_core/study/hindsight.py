"""Find when a mistake first appeared, by replaying the training and watching one position."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.game.graph import legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning import kernels
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.training import TrainingRun

CHUNK = 20_000


@dataclass(frozen=True)
class Hindsight:
    """When an agent played a position correctly without exploring, checked after every game.

    Games are counted from the start of the first run.

    Attributes
    ----------
    games
        The number of training games.
    times_right
        How often it became right; 0 if it never was.
    right_from
        The game after which it last became right; 0 if it started so or was never right.
    wrong_from
        The game after which it last became wrong; 0 if it never did or was never right.
    """

    games: int
    times_right: int
    right_from: int
    wrong_from: int


def look_back(
    runs: Sequence[TrainingConfig],
    board: str,
    start: Agent | None = None,
    progress: Callable[[int], object] | None = None,
) -> Hindsight:
    """Replay a training and note when the agent played a position correctly.

    Parameters
    ----------
    runs, start
        As in `TimeMachine`.
    board
        A board on which the game is not over.
    progress
        Called regularly with the number of games played.

    Raises
    ------
    ValueError
        If the text is not a position of the game.
    """
    position = position_of(board)
    wrong = legal()[position] & (move_values()[position] < position_values()[position])
    before = 0
    agent = start
    seen = np.zeros(kernels.N_SEEN, np.int64)
    for run in runs:
        training = TrainingRun(run, agent)
        if before == 0:
            seen[:2] = _is_right(training.agent(), position, wrong)
        # The kernel counts the games of one run.
        seen[kernels.RIGHT_FROM] -= before
        seen[kernels.WRONG_FROM] -= before
        while training.games_played < run.games:
            training.watch(min(CHUNK, run.games - training.games_played), position, wrong, seen)
            if progress is not None:
                progress(before + training.games_played)
        seen[kernels.RIGHT_FROM] += before
        seen[kernels.WRONG_FROM] += before
        before += run.games
        agent = training.agent()
    _, times, right_from, wrong_from = seen.tolist()
    return Hindsight(before, times, right_from, wrong_from)


def _is_right(agent: Agent, position: int, wrong: NDArray[np.bool_]) -> bool:
    chances = agent.policy()[position]
    return not (chances[:9][wrong].any() or chances[RESIGNING:].any())
