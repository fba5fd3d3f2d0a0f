"""Find when a mistake first appeared, by replaying the training and watching one position."""

from collections.abc import Callable, Sequence
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
    looking = LookingBack(runs, board, start)
    while not looking.finished:
        looking.go_on()
        if progress is not None:
            progress(looking.games)
    return looking.hindsight


class LookingBack:
    """What `look_back` does, in steps; in between, it can be pickled.

    Parameters
    ----------
    runs, board, start
        As in `look_back`.

    Attributes
    ----------
    games : int
        Of the runs, how many have been replayed.
    """

    def __init__(
        self, runs: Sequence[TrainingConfig], board: str, start: Agent | None = None
    ) -> None:
        self._position = position = position_of(board)
        self._wrong = legal()[position] & (move_values()[position] < position_values()[position])
        self._runs = list(runs)
        self._training = TrainingRun(runs[0], start, watched=True)
        self._is_right = _is_right(self._training.agent(), position, self._wrong)
        self._times_right, self._right_from, self._wrong_from = int(self._is_right), 0, 0
        self._all_games = sum(run.games for run in runs)
        self.games = 0

    @property
    def finished(self) -> bool:
        """Whether all runs have been replayed."""
        return not self._runs

    @property
    def share(self) -> float:
        """The share of games that have been replayed."""
        return self.games / self._all_games

    @property
    def hindsight(self) -> Hindsight:
        """What has been found out so far."""
        return Hindsight(self.games, self._times_right, self._right_from, self._wrong_from)

    def go_on(self) -> None:
        """Replay some games."""
        training = self._training
        games = min(CHUNK, training.config.games - training.games_played)
        right = training.watch(games, self._position, self._wrong)
        turned = np.flatnonzero(np.diff(right, prepend=self._is_right))
        first, became_right = self.games + 1, right[turned]
        self._is_right = bool(right[-1])
        self._times_right += int(became_right.sum())
        self._right_from = int((first + turned[became_right]).max(initial=self._right_from))
        self._wrong_from = int((first + turned[~became_right]).max(initial=self._wrong_from))
        self.games += games
        if training.games_played == training.config.games:
            del self._runs[0]
            if self._runs:
                self._training = TrainingRun(self._runs[0], training.agent(), watched=True)


def _is_right(agent: Agent, position: int, wrong: NDArray[np.bool_]) -> bool:
    chances = agent.policy()[position]
    return not (chances[:9][wrong].any() or chances[RESIGNING:].any())
