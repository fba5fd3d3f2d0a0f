"""`Training`: how an agent was trained, game by game, including a training under way.

`PreviousRun` is what is kept of it next to another: the one before, or a pinned one.
"""

import time
from dataclasses import dataclass, fields, replace
from math import inf
from threading import Lock

import numpy as np

import ttt_core as ttt
from ttt_core.learning import (
    PRESET_LABELS,
    RULES,
    LearningCurve,
    MeasuredCurve,
    MeasuredRun,
    PackedAgent,
    Standing,
    Stats,
    TimeMachine,
    checkpoints,
    measured_curve,
    obstacle,
    updates_of,
)
from ttt_core.study import LookingBack
from ttt_ui.jobs import Job
from ttt_ui.language import tr
from ttt_ui.runs import Runs, with_seeds
from ttt_ui.train.controls import differences, in_words, name_for, preset_of
from ttt_ui.visit.limits import MAX_UPDATES_AT_ONCE
from ttt_ui.wording import counted, knowledge

BAND_SEEDS = 8
BAND_MAX_SECONDS = 20.0
SEEDS = 2**63

_MOST_POINTS = 500
_QUICK_UPDATES = 1_000_000
"""What is replayed within 25 ms, so that nothing is kept to go on from: that takes as much memory
as an agent."""
_MAX_UPDATES_TO_LOOK_BACK = 100_000_000


class Training:
    """One run, or several that continued each other, and the agent they lead to.

    Parameters
    ----------
    config, name
        The run to play, and the name of the agent.
    start
        Agent to begin with; None to train from scratch.
    before
        The training that ended with `start`, if known.
    """

    def __init__(
        self,
        config: ttt.TrainingConfig,
        name: str,
        start: ttt.Agent | None = None,
        before: "Training | None" = None,
    ) -> None:
        self.name = name
        self.config = config
        # None if the training has ended.
        self._run: MeasuredRun | None = MeasuredRun(config, start, checkpoints(config.games))
        # What came before the run: the agent of its first run, and its runs and their results.
        if before is None:
            self._origin = None if start is None else PackedAgent(start)
            self._runs_before: tuple[ttt.TrainingConfig, ...] = ()
            self._measured_before: tuple[LearningCurve, Standing] | None = None
        else:
            self._origin, self._runs_before = before._origin, before.runs
            self._measured_before = before._curve, before._standing
        # What its next change of the visitor's agent is based on; None before the first.
        self.version: ttt.Agent | None = None
        self.job: Job | None = None
        self._resumed = time.perf_counter(), 0
        self._lock = Lock()  # for the job and the page
        self.update(self._run, self._run.agent())

    def play_for(self, seconds: float) -> None:
        """Train for about `seconds`, or to the end; always at least a few games."""
        if not self.finished:
            run = self.run
            run.play_for(seconds)
            self.update(run, run.agent())

    @property
    def run(self) -> MeasuredRun:
        """The run under way, as it was last taken."""
        assert self._run is not None
        return self._run

    def update(self, run: MeasuredRun, agent: ttt.Agent) -> None:
        """Take over the run as far as it has been played, unless the training has ended."""
        with self._lock:
            if self._run is None:
                return
            self._run = run
            self._agent: ttt.Agent | PackedAgent = replace(agent, name=self.name)
            self.stats, self.history = agent.stats, agent.training
            curve, standing = run.curve(), run.standing
            if self._measured_before is not None:
                curve_before, standing_before = self._measured_before
                curve = _thinned(curve_before.followed_by(curve))
                standing = standing_before.followed_by(standing, int(curve_before.games[-1]))
            self._curve: LearningCurve = curve
            self._standing: Standing = standing
            self.games_played, self._seconds = run.games_played, run.seconds
            self._band: Runs[MeasuredCurve] | None = None
            self._machine: TimeMachine | None = None
            if run.finished:
                self._run = None

    def stop(self) -> None:
        """End the training with what it shows."""
        self._run = None
        if self.job is not None:
            self.job.stop()

    def rest(self, packed: PackedAgent | None = None) -> None:
        """Stop the jobs, let go of what `agent_after` goes on from, and keep the agent packed.

        If the agent has been packed already, as `packed`, nothing is kept twice.
        """
        for work in (self.job, self._band):
            if work is not None:
                work.stop()
        with self._lock:
            self._machine = None
            if self.finished:
                self.version = None
            if packed is not None and self.reproduces(packed):
                self._agent = packed
            elif isinstance(self._agent, ttt.Agent):
                self._agent = PackedAgent(self._agent, retrains=True)

    def reproduces(self, agent: ttt.Agent | PackedAgent) -> bool:
        """Return whether an agent that it belongs to has learned nothing since."""
        return self.stats.games == agent.stats.games

    def use_live(self, agent: ttt.Agent) -> None:
        """Use the visitor's agent in place of a packed copy of it."""
        with self._lock:
            if isinstance(self._agent, PackedAgent) and self.reproduces(agent):
                self._agent = agent

    @property
    def agent(self) -> ttt.Agent:
        """The agent as it was last taken."""
        agent = self._agent
        return agent.agent if isinstance(agent, PackedAgent) else agent

    @property
    def finished(self) -> bool:
        """Whether the training has ended or was stopped."""
        return self._run is None

    @property
    def games_per_second(self) -> float:
        """Games per second of one core in the last run; 0 before the first game.

        Only playing and learning count: see `MeasuredRun.seconds`.
        """
        return self.games_played / self._seconds if self._seconds else 0.0

    def resume(self) -> None:
        """Measure the pace from now on."""
        self._resumed = time.perf_counter(), self.games_played

    @property
    def pace(self) -> float:
        """Games per second since the last `resume`, with measuring and waiting; 0 at first."""
        since, games = self._resumed
        return (self.games_played - games) / (time.perf_counter() - since)

    @property
    def is_one_run(self) -> bool:
        """Whether it is a single run from scratch, which a link can describe."""
        return self._origin is None and not self._runs_before

    @property
    def games_before(self) -> int:
        """Games the agent had learned from before the first run."""
        return 0 if self._origin is None else self._origin.stats.games

    @property
    def games_before_run(self) -> int:
        """Games the agent had learned from when the last run began."""
        return self.games_before + sum(run.games for run in self._runs_before)

    @property
    def runs(self) -> tuple[ttt.TrainingConfig, ...]:
        """The runs, with the games actually played."""
        if self.games_played == 0:
            return self._runs_before
        return (*self._runs_before, replace(self.config, games=self.games_played))

    @property
    def curve(self) -> LearningCurve:
        """The curve over all runs; games count from the agent's first."""
        return replace(self._curve, games=self._curve.games + self.games_before)

    @property
    def standing(self) -> Standing:
        """When the agent was unbeatable, checked after every game; games count as in `curve`."""
        return self._standing.after(self.games_before)

    @property
    def _first_agent(self) -> ttt.Agent | None:
        return None if self._origin is None else self._origin.agent

    def agent_after(self, games: int) -> ttt.Agent:
        """Return the agent as it was after so many games in total."""
        if games == self.stats.games:
            return self.agent
        with self._lock:  # nothing else may use the machine meanwhile
            machine, self._machine = self._machine, None
        machine = machine or TimeMachine(self.runs, self._first_agent)
        agent = machine.agent_after(games - self.games_before)
        if updates_of(self.runs) > _QUICK_UPDATES:
            with self._lock:
                self._machine = machine
        return replace(agent, name=self.name)

    def looking_back(self, board: str) -> LookingBack | None:
        """Begin to find out when it led to a mistake on a board; None if that takes too long."""
        if not 0 < updates_of(self.runs) <= _MAX_UPDATES_TO_LOOK_BACK:
            return None
        return LookingBack(self.runs, board, self._first_agent)

    @property
    def can_have_band(self) -> bool:
        """Whether it is a single run, and the eight more take little time."""
        return self.is_one_run and BAND_SEEDS * self._seconds <= BAND_MAX_SECONDS

    def band_runs(self) -> Runs[MeasuredCurve]:
        """Return the training, which must be a single run, with the next eight seeds."""
        if self._band is None:
            (run,) = self.runs
            seeds = [(run.seed + step) % SEEDS for step in range(1, BAND_SEEDS + 1)]
            self._band = Runs(with_seeds([run], seeds), seeds, measured_curve)
        return self._band

    @property
    def band(self) -> list[LearningCurve]:
        """The curves with the next eight seeds; empty until all are measured."""
        if self._band is None or not self._band.finished:
            return []
        return [measured.curve for measured in self._band.results.values()]


def _thinned(curve: LearningCurve) -> LearningCurve:
    """Return a curve with no more points than can be seen, first and last included."""
    points = curve.games.size
    if points <= _MOST_POINTS:
        return curve
    chosen = np.rint(np.linspace(0, points - 1, _MOST_POINTS)).astype(int)
    columns = {field.name: getattr(curve, field.name)[chosen] for field in fields(curve)}
    return LearningCurve(**columns)


def run_after(
    settings: ttt.TrainingConfig, agent: ttt.Agent
) -> tuple[ttt.TrainingConfig, ttt.Agent | None]:
    """Return the run with these settings that continues an agent, and its starting agent.

    Each further run has the next seed. An untrained agent starts from scratch.
    """
    seed = (settings.seed + len(agent.training)) % SEEDS
    start = agent if agent.stats.games or agent.positions_known else None
    return replace(settings, seed=seed), start


def replayed(agent: ttt.Agent) -> Training | None:
    """Return the training of an agent, or of its training before games on Play, by repeating it.

    None if the runs lead elsewhere (it has learned from people in between, from a given partner or
    in another program), or if they would take too long.
    """
    if obstacle(agent) not in (None, "people") or updates_of(agent.training) > MAX_UPDATES_AT_ONCE:
        return None
    training: Training | None = None
    for run in agent.training:
        try:
            training = Training(run, agent.name, training.agent if training else None, training)
        except ValueError:  # a file can list runs that cannot follow each other
            return None
        training.play_for(inf)
    if training is None or not _reproduces(training.agent, agent):
        return None
    training.rest()
    training.use_live(agent)
    return training


def _reproduces(trained: ttt.Agent, agent: ttt.Agent) -> bool:
    """Return whether an agent is this one, or can be after further games on Play.

    Visits only grow. After earlier games with people, the same training would have led elsewhere,
    and some of its visits would be missing.
    """
    if trained.stats.games < agent.stats.games:
        return trained.training == agent.training and bool((trained.visits <= agent.visits).all())
    same = np.array_equal(trained.q, agent.q, equal_nan=True)
    return same and np.array_equal(trained.visits, agent.visits)


_NAMED = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class PreviousRun:
    """What is kept of a training after another has replaced it."""

    settings: ttt.TrainingConfig  # of its last run, with the games actually played
    is_one_run: bool  # whether that was its only run
    # Its results.
    curve: LearningCurve
    standing: Standing
    stats: Stats
    known: int  # how many positions or boxes the agent knew
    games_per_second: float

    @property
    def reproducing_config(self) -> ttt.TrainingConfig | None:
        """The configuration that gives this run again at once; None if none does."""
        is_quick = updates_of((self.settings,)) <= MAX_UPDATES_AT_ONCE
        return self.settings if self.is_one_run and is_quick else None


def previous_run_of(training: Training) -> PreviousRun:
    """Return what is kept of a training in which at least one game was played."""
    return PreviousRun(
        settings=training.runs[-1],
        is_one_run=training.is_one_run,
        curve=training.curve,
        standing=training.standing,
        stats=training.stats,
        known=knowledge(training.agent).number,
        games_per_second=training.games_per_second,
    )


def trained_again(config: ttt.TrainingConfig) -> PreviousRun | None:
    """Train a run to compare with; None if that takes too long to do at once."""
    if updates_of((config,)) > MAX_UPDATES_AT_ONCE:
        return None
    training = Training(config, name_for(config))
    training.play_for(inf)
    return previous_run_of(training)


def what_differed(then: ttt.TrainingConfig, now: ttt.TrainingConfig) -> str:
    """Name the settings that were different; empty if none that matter.

    Lists up to three, or the preset if there are more.
    """
    preset = preset_of(then)
    if then.rule != now.rule:
        return tr(RULES[then.rule].label if preset is None else PRESET_LABELS[preset])
    names = differences(then, now)
    more = len(names) - _NAMED
    if more > 0 and preset is not None:
        return tr(PRESET_LABELS[preset])
    changes = [in_words(name, then) for name in names[:_NAMED]]
    if more > 0:
        changes.append(counted(more, "more change", "more changes"))
    return ", ".join(changes)


def previous_run_name(previous_run: PreviousRun | None, training: Training) -> str:
    """Name a previous run by its differences from a training; empty if there are none."""
    if previous_run is None:
        return ""
    now = training.runs[-1] if training.finished and training.runs else training.config
    if previous_run.is_one_run and training.is_one_run:
        return what_differed(previous_run.settings, now)
    then = replace(
        previous_run.settings, seed=now.seed, games=now.games
    )  # of the last of several runs
    games = previous_run.stats.games
    parts = [what_differed(then, now)]
    if games != training.stats.games:
        parts.append(counted(games, "game", "games"))
    return ", ".join(filter(None, parts))
