"""`TimeMachine`: an agent as it was after any number of its games, which are played again."""

from collections.abc import Callable, Sequence

from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.training import CHUNK, TrainingRun


class TimeMachine:
    """Goes through finished runs again.

    Training is a pure function, so only the place last visited is kept: going forwards costs the
    games in between, going backwards all games from the start.

    Parameters
    ----------
    runs
        One after the other, at least one; each as in ``Agent.training``, with the number of games
        that it really played.
    start
        Agent that the first run began from.
    """

    def __init__(self, runs: Sequence[TrainingConfig], start: Agent | None = None) -> None:
        self._runs = tuple(runs)
        self._start = start
        self._restart()

    def _restart(self) -> None:
        self._index = 0
        self._games_before = 0
        self._run = TrainingRun(self._runs[0], self._start)

    def agent_after(self, games: int, progress: Callable[[], object] | None = None) -> Agent:
        """Return the agent as it was after so many games, counted from the start of the first run.

        `progress` is called now and then.

        Raises
        ------
        ValueError
            If that is not between 0 and the number of games of all runs together.
        """
        total = sum(run.games for run in self._runs)
        if not 0 <= games <= total:
            raise ValueError(f"These runs have 0 to {total:,} games, not {games:,}.")
        if games < self._games_before + self._run.games_played:
            self._restart()
        while games > self._games_before + self._runs[self._index].games:
            self._play(self._runs[self._index].games - self._run.games_played, progress)
            self._games_before += self._runs[self._index].games
            self._index += 1
            self._run = TrainingRun(self._runs[self._index], self._run.agent())
        self._play(games - self._games_before - self._run.games_played, progress)
        return self._run.agent()

    def _play(self, games: int, progress: Callable[[], object] | None) -> None:
        for done in range(0, games, CHUNK):
            self._run.play(min(CHUNK, games - done))
            if progress is not None:
                progress()
