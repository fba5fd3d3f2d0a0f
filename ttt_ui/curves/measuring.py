"""What is measured for a comparison: curves by configuration and seed, and the runs under way.

A curve is a pure function of the two. So those that are done are kept for all visitors of the
server together: whoever opens the link of a class finds them there. A visit itself holds only those
that it shows.
"""

import time
from collections import OrderedDict
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import streamlit as st

import ttt_core as ttt
from ttt_core.learning.check import UPDATES_PER_GAME
from ttt_core.learning.curve import LearningCurve, MeasuredRun, telling_points
from ttt_ui.shared.cores import SLICE_SECONDS, Turnstile, Waiting

UPDATES_PER_SECOND = 10_000_000
"""Of one core, about."""
MAX_KEPT = 3_000
"""Curves for all visitors together, about 7 kB each."""
MAX_AT_ONCE = 16
"""Runs of one visit under way, 2 MB each, however many cores there are."""
_UPDATES_PER_CURVE = 250_000
"""Measuring a run at some fifty points takes as long."""
_FIRST_CHUNK = 500
_CHUNK_SECONDS = 0.05


class Task(NamedTuple):
    """A run to measure; the seed of the configuration counts for nothing."""

    config: ttt.TrainingConfig
    seed: int

    @property
    def cost(self) -> int:
        """How long it takes, in updates of a value."""
        games, replay = self.config.games, self.config.replay
        return games * (UPDATES_PER_GAME + replay) + _UPDATES_PER_CURVE


class Measured(NamedTuple):
    """What came of a run.

    Attributes
    ----------
    curve
    since
        From how many games on it could not be beaten until the end, exact to the game; None where
        it can be.
    """

    curve: LearningCurve
    since: int | None


class KeptCurves:
    """The latest curves that anybody has measured on this server.

    Parameters
    ----------
    most
        How many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Task, Measured] = OrderedDict()
        self._lock = Lock()

    def get(self, task: Task) -> Measured | None:
        """Return what came of a run; None where that is not known."""
        with self._lock:
            found = self._kept.get(task)
            if found is not None:
                self._kept.move_to_end(task)
            return found

    def put(self, task: Task, measured: Measured) -> None:
        """Keep what came of a run, in the place of the one that nobody asked for longest."""
        with self._lock:
            self._kept[task] = measured
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


@st.cache_resource(show_spinner=False)
def kept_curves() -> KeptCurves:
    """Return the curves of this server, which all its visitors share."""
    return KeptCurves(MAX_KEPT)


class Measurements:
    """The runs of a visit's comparison: those that are done, and those under way.

    Parameters
    ----------
    shared
        What other visits have measured, and where this one's curves go.
    """

    def __init__(self, shared: KeptCurves) -> None:
        self._shared = shared
        self._wanted: tuple[Task, ...] = ()
        self._done: dict[Task, Measured] = {}
        self._under_way: dict[Task, MeasuredRun] = {}
        self._in_hand: dict[Task, MeasuredRun | None] = {}
        self._lock = Lock()  # threads meet here, and two runs of the script may

    def want(self, wanted: Sequence[Task]) -> None:
        """Say which runs are to be measured, in order; forget all others."""
        with self._lock:
            if self._wanted == tuple(wanted):
                return
            self._wanted = tuple(wanted)
            found = ((task, self._done.get(task) or self._shared.get(task)) for task in wanted)
            self._done = {task: measured for task, measured in found if measured is not None}
            self._under_way = {
                task: run for task, run in self._under_way.items() if task in self._wanted
            }

    def of(self, config: ttt.TrainingConfig, seeds: Collection[int]) -> dict[int, Measured]:
        """Return by seed what has been measured of a configuration."""
        with self._lock:
            found = {seed: self._done.get(Task(config, seed)) for seed in seeds}
        return {seed: measured for seed, measured in found.items() if measured is not None}

    @property
    def finished(self) -> bool:
        """Whether everything that is wanted is measured."""
        with self._lock:
            return len(self._done) == len(self._wanted)

    @property
    def number(self) -> int:
        """How many runs are wanted."""
        return len(self._wanted)

    @property
    def number_done(self) -> int:
        """How many of them are measured."""
        return len(self._done)

    @property
    def cost(self) -> int:
        """How long all that is wanted takes, in updates of a value."""
        return sum(task.cost for task in self._wanted)

    @property
    def cost_left(self) -> float:
        """How much of what is wanted is still to be done, in updates of a value."""
        with self._lock:
            return sum(self._left(task) for task in self._wanted)

    def _left(self, task: Task) -> float:
        if task in self._done:
            return 0.0
        run = self._under_way.get(task) or self._in_hand.get(task)
        played = run.games_played if run is not None else 0
        return task.cost * (1 - played / task.config.games)

    def work(self, turnstile: Turnstile, waiting: Waiting | None = None) -> None:
        """Go on for a turn at a core, and on every other core that is free.

        Where `waiting` raises, nothing is lost.
        """
        helpers = min(turnstile.places, MAX_AT_ONCE, len(self._wanted)) - 1
        with ThreadPoolExecutor(max(helpers, 1)) as executor:
            with turnstile.turn(waiting):
                futures = [executor.submit(self._help, turnstile) for _ in range(helpers)]
                self._work_slice()
            for future in futures:
                future.result()

    def _help(self, turnstile: Turnstile) -> None:
        with turnstile.turn_if_free() as taken:
            if taken:
                self._work_slice()

    def _work_slice(self) -> None:
        ends = time.perf_counter() + SLICE_SECONDS
        while time.perf_counter() < ends and (task := self._take()) is not None:
            run = self._in_hand[task]
            try:
                if run is None:
                    run = _begun(task)
                    self._in_hand[task] = run
                _play(run, ends)
            finally:
                self._put_back(task, run)

    def _take(self) -> Task | None:
        """Take the first run in hand that nobody else has: one that is under way, if there is."""
        with self._lock:
            todo = [t for t in self._wanted if t not in self._done and t not in self._in_hand]
            task = next((t for t in todo if t in self._under_way), next(iter(todo), None))
            if task is not None:
                self._in_hand[task] = self._under_way.pop(task, None)
            return task

    def _put_back(self, task: Task, run: MeasuredRun | None) -> None:
        with self._lock:
            del self._in_hand[task]
            is_wanted = task in self._wanted
            if run is not None and run.finished:
                measured = Measured(run.curve(), run.standing.since)
                self._shared.put(task, measured)
                if is_wanted:
                    self._done[task] = measured
            elif run is not None and is_wanted:
                self._under_way[task] = run

    def rest(self) -> None:
        """Let go of everything: what is done the server keeps, what was under way begins anew."""
        self.want(())


def _begun(task: Task) -> MeasuredRun:
    config = replace(task.config, seed=task.seed)
    return MeasuredRun(config, points=telling_points(config.games))


def _play(run: MeasuredRun, ends: float) -> None:
    while not run.finished:
        pace = run.games_played / run.seconds if run.seconds else 0.0
        run.play(int(pace * _CHUNK_SECONDS) or _FIRST_CHUNK)
        if time.perf_counter() >= ends:
            break
