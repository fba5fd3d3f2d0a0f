"""Replay runs: to see an agent after any number of games, or to check that they made it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np

from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.training import CHUNK, TrainingRun
from ttt_core.pictures import Shown


class TimeMachine(Shown):
    """Replay of finished runs.

    Training is a pure function, so only the last place is kept: going forwards costs the games in
    between, going backwards all games from the start.

    Parameters
    ----------
    runs
        At least one, in order; each as in ``Agent.training``, with the number of games it actually
        played.
    start
        The agent from which the first run started.

    Raises
    ------
    ValueError
        As `train` does, or if there are no runs.
    """

    def __init__(self, runs: Sequence[TrainingConfig], start: Agent | None = None) -> None:
        given: object = runs
        if not isinstance(given, Sequence):
            raise ValueError(
                "A time machine needs a list of runs, such as agent.training, not this "
                f"{type(given).__name__}."
            )
        self._runs = tuple(runs)
        if not self._runs:
            raise ValueError("A time machine needs at least one run.")
        self._start = start
        self._restart()

    def _facts(self) -> Mapping[str, object]:
        return {
            "runs": len(self._runs),
            "games": f"{sum(run.games for run in self._runs):,}",
            "now at game": f"{self._games_before + self._run.games_played:,}",
        }

    def _restart(self) -> None:
        self._index = 0
        self._games_before = 0
        self._run = TrainingRun(self._runs[0], self._start)

    def agent_after(self, games: int, progress: Callable[[], object] | None = None) -> Agent:
        """Return the agent after this many games, counted from the start of the first run.

        `progress` is called regularly.

        Raises
        ------
        ValueError
            If `games` is not between 0 and the total number of games.
        """
        total = sum(run.games for run in self._runs)
        if not 0 <= games <= total:
            raise ValueError(f"games must be between 0 and {total:,}, not {games:,}.")
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


Obstacle = Literal["elsewhere", "partner", "people", "untrained"]
"""Why an agent cannot be checked: another program trained it; it was trained against a given
partner; it has also learned outside its runs, for example from people; or it has no run."""


def obstacle(agent: Agent) -> Obstacle | None:
    """Return why an agent cannot be checked, or None if it can."""
    if agent.trained_elsewhere is not None:
        return "elsewhere"
    if any(agent.partners):
        return "partner"
    if agent.stats.games > sum(run.games for run in agent.training):
        return "people"
    return None if agent.training else "untrained"


def is_reproduced(agent: Agent) -> bool:
    """Replay an agent's runs; return whether they alone give exactly the same agent.

    Name and level do not count. Raises `ValueError` if the agent has an `obstacle`.
    """
    if obstacle(agent) is not None:
        raise ValueError("This agent has also learned outside its training runs.")
    copy = TimeMachine(agent.training).agent_after(sum(run.games for run in agent.training))
    return (
        agent.fingerprint == copy.fingerprint
        and np.array_equal(agent.games_seen, copy.games_seen)
        and (agent.stats, agent.in_play) == (copy.stats, copy.in_play)
    )
