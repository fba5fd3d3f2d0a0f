"""The curves of a comparison, by configuration and seed, and the runs being measured.

A curve depends on nothing else, so the server keeps finished curves for all visitors: a class that
opens the same link shares them. A visit itself keeps only the curves it shows.
"""

from collections import OrderedDict
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import LearningCurve, MeasuredRun, telling_points, updates_per_game
from ttt_ui.jobs import ThreadJob
from ttt_ui.visit.cores import SLICE_SECONDS

UPDATES_PER_SECOND = 10_000_000
"""Of one core, roughly."""
MAX_KEPT = 3_000
"""Curves for all visitors, about 7 kB each."""
MAX_AT_ONCE = 16
"""Runs of one visit measured at once, 2 MB each, on any number of cores."""
_UPDATES_PER_CURVE = 250_000
"""The cost of evaluating a run at its fifty or so points."""


class Task(NamedTuple):
    """A run to measure; `seed` replaces the configuration's own."""

    config: ttt.TrainingConfig
    seed: int

    @property
    def cost(self) -> int:
        """Its cost, in updates of a value."""
        return self.config.games * updates_per_game(self.config) + _UPDATES_PER_CURVE


class Measured(NamedTuple):
    curve: LearningCurve
    # The number of games since which it has been unbeatable, exact to the game; None if it is
    # beatable at the end.
    since: int | None


class KeptCurves:
    """The curves last used by any visitor of this server, `most` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Task, Measured] = OrderedDict()
        self._lock = Lock()

    def get(self, task: Task) -> Measured | None:
        """Return the result of a run; None if it is not here."""
        with self._lock:
            found = self._kept.get(task)
            if found is not None:
                self._kept.move_to_end(task)
            return found

    def put(self, task: Task, measured: Measured) -> None:
        """Keep the result of a run; the one unused for longest makes room."""
        with self._lock:
            self._kept[task] = measured
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


@st.cache_resource(show_spinner=False)
def kept_curves() -> KeptCurves:
    return KeptCurves(MAX_KEPT)


class Measurements:
    """The finished and unfinished runs of a visit's comparison; `shared` is for all visits."""

    def __init__(self, shared: KeptCurves) -> None:
        self._shared = shared
        self._wanted: tuple[Task, ...] = ()
        self._done: dict[Task, Measured] = {}
        self._under_way: dict[Task, MeasuredRun] = {}
        self._in_hand: dict[Task, MeasuredRun | None] = {}
        self._lock = Lock()  # for the job's threads and the page
        self._measuring = Lock()  # for jobs: a stopped one first puts back its runs

    def want(self, wanted: Sequence[Task]) -> None:
        """Set the runs to measure, in order; drop all others."""
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
        """Return the finished results of a configuration by seed."""
        with self._lock:
            found = {seed: self._done.get(Task(config, seed)) for seed in seeds}
        return {seed: measured for seed, measured in found.items() if measured is not None}

    @property
    def finished(self) -> bool:
        with self._lock:
            return len(self._done) == len(self._wanted)

    @property
    def number(self) -> int:
        return len(self._wanted)

    @property
    def number_done(self) -> int:
        return len(self._done)

    @property
    def cost(self) -> int:
        """The cost of all wanted runs, in updates of a value."""
        return sum(task.cost for task in self._wanted)

    @property
    def cost_left(self) -> float:
        """The cost of what remains, in updates of a value."""
        with self._lock:
            return sum(self._left(task) for task in self._wanted)

    def _left(self, task: Task) -> float:
        if task in self._done:
            return 0.0
        run = self._under_way.get(task) or self._in_hand.get(task)
        played = run.games_played if run is not None else 0
        return task.cost * (1 - played / task.config.games)

    def measure(self, job: ThreadJob, threads: int) -> None:
        """Measure all runs, on several threads; a run that a stop cuts short can be continued."""
        workers = min(threads, MAX_AT_ONCE)
        with self._measuring, ThreadPoolExecutor(workers) as executor:
            for worker in [executor.submit(self._work, job) for _ in range(workers)]:
                worker.result()

    def _work(self, job: ThreadJob) -> None:
        while (task := self._take()) is not None:
            run = self._in_hand[task]
            try:
                while run is None or not run.finished:
                    with job.turn():
                        run = self._in_hand[task] = run or _begun(task)
                        run.play_for(SLICE_SECONDS)
                    if task not in self._wanted:
                        break
            finally:
                self._put_back(task, run)

    def _take(self) -> Task | None:
        """Take the first run that no other thread has, an unfinished one if possible."""
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
        """Drop all runs; the server keeps finished curves, unfinished runs are lost."""
        self.want(())


def _begun(task: Task) -> MeasuredRun:
    config = replace(task.config, seed=task.seed)
    return MeasuredRun(config, points=telling_points(config.games))
