"""`Runs`: configurations × seeds → measures, and the job that measures what is not known.

Learning curves, sweeps, experiments and the range over seeds are all this. A result depends on
nothing but the configuration, so the server keeps results for all visitors: a class that opens the
same link shares them.
"""

import pickle
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import MeasureInParts, RunInParts, measure_for, updates_of
from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.language import tr
from ttt_ui.wording import counted, duration
from ttt_ui.workers import STEP_SECONDS, number_of_cores

_UPDATES_PER_STEP = 4_000_000
"""That a core does at most in a step."""
MAX_BYTES = 20_000_000
"""Of the results kept for all visitors. A learning curve has about 7 kB."""

ResultT = TypeVar("ResultT")


class KeptResults:
    """The results last used by any visitor of this server, up to `most` bytes of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[object, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def of(
        self, configs: Sequence[ttt.TrainingConfig], measure: MeasureInParts[Any, ResultT]
    ) -> dict[int, ResultT]:
        """Return the results that are here, by the place of the configuration."""
        results = {}
        with self._lock:
            for place, config in enumerate(configs):
                key = config, measure
                if key in self._kept:
                    self._kept.move_to_end(key)
                    results[place] = self._kept[key][0]
        return results

    def put(
        self, config: ttt.TrainingConfig, measure: MeasureInParts[Any, ResultT], result: ResultT
    ) -> None:
        """Keep a result; those unused for longest make room."""
        size = len(pickle.dumps((config, result)))
        with self._lock:
            if (config, measure) not in self._kept:
                self._kept[config, measure] = result, size
                self._bytes += size
            while self._bytes > self._most:
                _, (_, size) = self._kept.popitem(last=False)
                self._bytes -= size


@st.cache_resource(show_spinner=False)
def kept_results() -> KeptResults:
    return KeptResults(MAX_BYTES)


def with_seeds(
    configs: Iterable[ttt.TrainingConfig], seeds: Iterable[int]
) -> list[ttt.TrainingConfig]:
    """Return each configuration with each seed, in the order of `Runs`."""
    seeds = tuple(seeds)
    return [replace(config, seed=seed) for config in configs for seed in seeds]


class Runs(Generic[ResultT]):
    """Training runs: configurations, each with the same seeds.

    Parameters
    ----------
    configs
        The configuration of each run, with its seed: the seeds of a configuration in a row, as in
        a `ttt.Sweep`. A run's number is its place here.
    seeds
        Those of each configuration, in this order.
    measure
        What to measure; equal ones share their results.
    known
        Results that this visitor has brought along, by the number of the run.
    seed_by_seed
        Whether all configurations are measured with a seed before any is with the next one.
    """

    def __init__(
        self,
        configs: Sequence[ttt.TrainingConfig],
        seeds: Sequence[int],
        measure: MeasureInParts[Any, ResultT],
        known: Mapping[int, ResultT] = MappingProxyType({}),
        *,
        seed_by_seed: bool = False,
    ) -> None:
        self.configs = configs
        self.job: Job | None = None
        self._seeds = seeds
        self._measure = measure
        self._results = {**kept_results().of(configs, measure), **known}
        self._under_way: dict[int, RunInParts] = {}
        self._costs = [updates_of((config,)) for config in configs]
        self._seed_by_seed = seed_by_seed
        self._began = 0.0, 0.0  # when the job did, and what was done then

    @property
    def results(self) -> dict[int, ResultT]:
        """The results so far, by the number of the run, in order."""
        return dict(sorted(self._results.copy().items()))

    @property
    def by_configuration(self) -> list[dict[int, ResultT]]:
        """The results so far of each configuration, by seed."""
        results, seeds = self.results, self._seeds
        return [
            {seed: results[run] for run, seed in enumerate(seeds, first) if run in results}
            for first in range(0, len(self.configs), len(seeds))
        ]

    @property
    def done(self) -> int:
        """How many runs are measured."""
        return len(self._results)

    @property
    def finished(self) -> bool:
        return self.done == len(self.configs)

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.running and not self.finished

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1, including parts of runs."""
        parts = {
            number: run.games_played / run.config.games for number, run in self._under_way.items()
        }
        parts |= dict.fromkeys(self._results.copy(), 1.0)
        return sum(self._costs[number] * part for number, part in parts.items()) / sum(self._costs)

    @property
    def seconds_left(self) -> float | None:
        """Estimated time left; None if nothing is measured, or it has just begun."""
        (began, before), now = self._began, self.share
        if not self.running or now <= before:
            return None
        return (time.monotonic() - began) / (now - before) * (1 - now)

    @property
    def updates_left(self) -> int:
        """The time that the runs still take, as an approximate number of updates."""
        known = self._results
        return sum(cost for number, cost in enumerate(self._costs) if number not in known)

    def go_on(self) -> Job | None:
        """Return the job that measures what is left, or has failed at it; None if there is none."""
        failed = self.job is not None and self.job.failed
        return self.job if failed else self.start()

    def start(self) -> Job | None:
        """Begin the job that measures what is left, or return the one that does."""
        if self.finished:
            return None
        if not self.running:
            self._began = time.monotonic(), self.share
            self.job = jobs.start(measure_for, arguments=self._next, on_report=self._keep)
        return self.job

    def stop(self) -> None:
        """Stop; finished runs stay."""
        if self.job is not None:
            self.job.stop()
        self._under_way = {}

    def _next(self) -> tuple[float, Mapping[int, ttt.TrainingConfig | RunInParts], Any]:
        """Return what the next step measures: the runs under way, and enough others."""
        known, under_way = self._results, self._under_way
        runs: dict[int, ttt.TrainingConfig | RunInParts] = {**under_way}
        updates = _UPDATES_PER_STEP * number_of_cores()
        order: Iterable[int] = range(len(self.configs))
        if self._seed_by_seed:
            order = sorted(order, key=lambda number: number % len(self._seeds))
        for number in order:
            if updates <= 0:
                break
            if number not in known and number not in under_way:
                runs[number] = self.configs[number]
                updates -= self._costs[number]
        return STEP_SECONDS, runs, self._measure

    def _keep(self, report: tuple[Mapping[int, ResultT], dict[int, RunInParts]]) -> bool:
        results, self._under_way = report
        for number, result in results.items():
            self._results[number] = result
            kept_results().put(self.configs[number], self._measure, result)
        return not self.finished


def progress_bar(runs: Runs[Any]) -> None:
    """Draw a bar with the number of runs done and the time left."""
    st.progress(runs.share, text=f"{so_far(runs)} · {_state(runs)}")


def so_far(runs: Runs[Any]) -> str:
    """Say how many runs are done."""
    return tr("{done:,} of {runs}", done=runs.done, runs=counted(len(runs.configs), "run", "runs"))


def _state(runs: Runs[Any]) -> str:
    if not runs.running or runs.job is None:
        return tr("stopped")
    if runs.job.waiting:
        return runs.job.waiting
    if runs.seconds_left is None:
        return tr("starting")
    return tr("{time} left", time=duration(runs.seconds_left))
