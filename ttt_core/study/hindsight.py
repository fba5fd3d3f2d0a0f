"""Find when a mistake first appeared, by replaying the training and watching one position."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.game.graph import legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.training import CHUNK, TrainingRun


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
    for step in looking_back(runs, board, start):
        if isinstance(step, Hindsight):
            return step
        if progress is not None:
            progress(step)
    raise AssertionError


def looking_back(
    runs: Sequence[TrainingConfig], board: str, start: Agent | None = None
) -> Generator[int | Hindsight, None, None]:
    """Do what `look_back` does; yield regularly the number of games played, and last the result."""
    position = position_of(board)
    wrong = legal()[position] & (move_values()[position] < position_values()[position])
    agent = TrainingRun(runs[0], start).agent()
    is_right = _is_right(agent, position, wrong)
    before, times_right, right_from, wrong_from = 0, int(is_right), 0, 0
    for run in runs:
        training = TrainingRun(run, agent, watched=True)
        while training.games_played < run.games:
            first = before + training.games_played + 1
            games = min(CHUNK, run.games - training.games_played)
            right = training.watch(games, position, wrong)
            turned = np.flatnonzero(np.diff(right, prepend=is_right))
            is_right, became_right = bool(right[-1]), right[turned]
            times_right += int(became_right.sum())
            right_from = int((first + turned[became_right]).max(initial=right_from))
            wrong_from = int((first + turned[~became_right]).max(initial=wrong_from))
            yield before + training.games_played
        before += run.games
        agent = training.agent()
    yield Hindsight(before, times_right, right_from, wrong_from)


def _is_right(agent: Agent, position: int, wrong: NDArray[np.bool_]) -> bool:
    chances = agent.policy()[position]
    return not (chances[:9][wrong].any() or chances[RESIGNING:].any())
