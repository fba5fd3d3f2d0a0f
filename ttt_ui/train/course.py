"""`Course`: how an agent was trained, game by game, and the training that is under way."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import numpy as np

import ttt_core as ttt
from ttt_core.learning.curve import LearningCurve, MeasuredRun, learning_curves, telling_points
from ttt_core.learning.hindsight import Hindsight, look_back
from ttt_core.learning.time_machine import TimeMachine
from ttt_core.learning.watch import Standing

MAX_UPDATES_TO_RETRACE = 10_000_000
BAND_SEEDS = 8
SEEDS = 2**63

_FIRST_CHUNK = 500
_CHUNK_SECONDS = 0.05
_UPDATES_PER_GAME = 8
_MAX_UPDATES_TO_LOOK_BACK = 100_000_000


class _PutAway(NamedTuple):
    """What is kept of a run that is not gone on with."""

    games_played: int
    seconds: float


class Course:
    """One run, or several that went on from each other, and where they lead.

    Parameters
    ----------
    config
        The run that is to be played.
    name
        What the agent is called.
    start
        Agent to begin with; None for an untrained table.
    before
        Course whose end is `start`, if it is known.

    Attributes
    ----------
    name : str
    agent : Agent
        As of the last `work`.
    config : TrainingConfig
        Of the run under way, or the last one.
    band : list of LearningCurve
        Of other seeds, where they have been measured.
    """

    def __init__(
        self,
        config: ttt.TrainingConfig,
        name: str,
        start: ttt.Agent | None = None,
        before: "Course | None" = None,
    ) -> None:
        self.name = name
        self.config = config
        self._run: MeasuredRun | _PutAway = MeasuredRun(config, start, telling_points(config.games))
        self._origin: ttt.Agent | None = start if before is None else before._origin
        self._runs_before = () if before is None else before.runs
        self._curve_before: LearningCurve | None = None if before is None else before._curve
        self._standing_before: Standing | None = None if before is None else before._standing
        self._stopped = False
        self._seconds_per_game = 0.0
        self._lock = Lock()  # two runs of the script may meet here
        self._take_stock(self._run)

    def work(self, seconds: float) -> None:
        """Play on for about so long, or to the end; some games at least, however busy it is."""
        began = time.perf_counter()
        with self._lock:
            if isinstance(self._run, _PutAway):
                return
            games_before = self.games_played
            while not self.finished:
                self._run.play(int(self.games_per_second * _CHUNK_SECONDS) or _FIRST_CHUNK)
                if time.perf_counter() >= began + seconds:
                    break
            if self.games_played > games_before:
                elapsed = time.perf_counter() - began
                self._seconds_per_game = elapsed / (self.games_played - games_before)
            self._take_stock(self._run)

    def _take_stock(self, run: MeasuredRun) -> None:
        self.agent = replace(run.agent(), name=self.name)
        own = run.curve()
        self._curve: LearningCurve = (
            own if self._curve_before is None else self._curve_before.followed_by(own)
        )
        self._standing = run.standing
        if self._curve_before is not None and self._standing_before is not None:
            games_before = int(self._curve_before.games[-1])
            self._standing = self._standing_before.followed_by(self._standing, games_before)
        self.band: list[LearningCurve] = []
        self._machine: TimeMachine | None = None

    def stop(self) -> None:
        """End the training here; what was learned stays."""
        self._stopped = True

    def put_away(self) -> None:
        """End the training here, and keep no more of it than what can be shown: a tenth."""
        self._stopped = True
        with self._lock:
            self._run = _PutAway(self._run.games_played, self._run.seconds)
            self._machine = None

    @property
    def finished(self) -> bool:
        """Whether the training has come to its end, or was stopped."""
        return self._stopped or isinstance(self._run, _PutAway) or self._run.finished

    @property
    def games_played(self) -> int:
        """Games of the last run so far."""
        return self._run.games_played

    @property
    def games_per_second(self) -> float:
        """Games that a core plays in a second of the last run; 0 before the first game.

        Playing and learning alone: see `MeasuredRun.seconds`.
        """
        return self.games_played / self._run.seconds if self._run.seconds else 0.0

    @property
    def pace(self) -> float:
        """Games in a second of the last `work`, measuring and waiting included; 0 before it."""
        return 1 / self._seconds_per_game if self._seconds_per_game else 0.0

    @property
    def seconds_left(self) -> float:
        """How long the rest of the last run takes, at this pace."""
        return (self.config.games - self.games_played) * self._seconds_per_game

    @property
    def games_before(self) -> int:
        """Games that the agent had been trained for when the course began."""
        return 0 if self._origin is None else self._origin.stats.games

    @property
    def is_one_run(self) -> bool:
        """Whether it is a single run from an untrained table: what a link can say."""
        return self._origin is None and not self._runs_before

    @property
    def runs(self) -> tuple[ttt.TrainingConfig, ...]:
        """The runs, with the games they really had."""
        if self.games_played == 0:
            return self._runs_before
        return (*self._runs_before, replace(self.config, games=self.games_played))

    @property
    def curve(self) -> LearningCurve:
        """The curve over all runs, by the number of games the agent has had in its life."""
        return replace(self._curve, games=self._curve.games + self.games_before)

    @property
    def standing(self) -> Standing:
        """When it could not be beaten, by every single game since the course began.

        Counted like the curve.
        """
        return self._standing.after(self.games_before)

    def agent_after(self, games: int) -> ttt.Agent:
        """Return the agent as it was when it had had so many games in its life."""
        if games == self.agent.stats.games:
            return self.agent
        with self._lock:
            if self._machine is None:
                self._machine = TimeMachine(self.runs, self._origin)
            return replace(self._machine.agent_after(games - self.games_before), name=self.name)

    def look_back(self, board: str, progress: Callable[[float], object]) -> Hindsight | None:
        """Return when in the course the agent was right on a board, game by game.

        None where it would take too long. `progress` is told the share that is done.
        """
        if not 0 < updates_of(self.runs) <= _MAX_UPDATES_TO_LOOK_BACK:
            return None
        total = sum(run.games for run in self.runs)
        return look_back(self.runs, board, self._origin, lambda games: progress(games / total))

    @property
    def band_seconds(self) -> float:
        """How long `measure_band` is going to take on one core."""
        return BAND_SEEDS * self._run.seconds

    def measure_band(self, progress: Callable[[int], object]) -> None:
        """Measure the course, which must be a single run, with the seeds that come next.

        `progress` is told the number of games played with all of them together.
        """
        (run,) = self.runs
        seeds = [(run.seed + step) % SEEDS for step in range(1, BAND_SEEDS + 1)]
        self.band = learning_curves(run, seeds, self._curve.games.tolist(), progress=progress)


def updates_of(runs: Sequence[ttt.TrainingConfig]) -> int:
    """Return about how often a value is changed in some runs, which says how long they take."""
    return sum(run.games * (_UPDATES_PER_GAME + run.replay) for run in runs)


def run_after(
    settings: ttt.TrainingConfig, agent: ttt.Agent
) -> tuple[ttt.TrainingConfig, ttt.Agent | None]:
    """Return the run by some settings that goes on from an agent, and what it starts from.

    Each further run has the next seed. Who has learned nothing begins with an empty table.
    """
    seed = (settings.seed + len(agent.training)) % SEEDS
    start = agent if agent.stats.games or agent.positions_known else None
    return replace(settings, seed=seed), start


def retraced(agent: ttt.Agent) -> Course | None:
    """Return the course of an agent, found by training as it says it was trained.

    None where that does not lead to the very same table (it has also learned from games with
    people or a partner that was given to it, or comes from elsewhere), or would take too long.
    """
    runs = () if agent.trained_elsewhere or any(agent.partners) else agent.training
    if not 0 < updates_of(runs) <= MAX_UPDATES_TO_RETRACE:
        return None
    if sum(run.games for run in runs) != agent.stats.games:
        return None
    course: Course | None = None
    for run in runs:
        try:
            course = Course(run, agent.name, course.agent if course else None, course)
        except ValueError:  # the file it comes from put runs together that cannot follow
            return None
        course.work(float("inf"))
    assert course is not None
    same = np.array_equal(course.agent.q, agent.q, equal_nan=True)
    if not same or not np.array_equal(course.agent.visits, agent.visits):
        return None
    course.agent = agent
    return course
