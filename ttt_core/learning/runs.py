"""Measure many training runs: their results as they come, how far they are, and the time left.

Curves, sweeps and experiments are all this: configurations in, each with its seed, and for each of
them whatever a function measures. Training releases the GIL, so the threads of one process use all
its cores; the same works with any `concurrent.futures.Executor`, whose workers may be elsewhere.
"""

import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from ttt_core.learning.config import TrainingConfig, check_config
from ttt_core.learning.rules import RULES
from ttt_core.pictures import facts_html, line_of

SECONDS_PER_PART = 0.05
"""Of a run, between two calls of `GamesPlayed`."""
SECONDS_BETWEEN_REPORTS = 0.1
_UPDATES_PER_BATCH = 500_000
_UPDATES_PER_PART = 2_000_000
"""About a twentieth of a second's work."""
_UPDATES_PER_GAME = 8
"""About how many updates a game makes, apart from replayed moves."""
_UPDATES_PER_RUN = 100_000
"""The time it takes to start a run, in updates."""

ResultT = TypeVar("ResultT")
RunT = TypeVar("RunT", bound="RunInParts")

GamesPlayed = Callable[[int], object]
"""Called after every part of a run with the number of games played. If it raises, the run ends."""
MeasureRun = Callable[[TrainingConfig, GamesPlayed], ResultT]
"""Trains with a configuration and returns what it measures."""
_Batch = list[tuple[int, TrainingConfig]]


class RunInParts(Protocol):
    """A training run that can be played in parts, and pickled in between."""

    config: TrainingConfig

    @property
    def games_played(self) -> int:
        """Games of this run so far."""

    def play(self, games: int) -> None:
        """Play this many more games."""


class MeasureInParts(ABC, Generic[RunT, ResultT]):
    """A `MeasureRun` that can stop and go on, also in another process: see `measure_for`."""

    @abstractmethod
    def begin(self, config: TrainingConfig) -> RunT:
        """Return a run that has not played yet."""

    def play_part(self, run: RunT) -> None:
        """Play on for about a twentieth of a second, or to the end."""
        part = max(1, _UPDATES_PER_PART // updates_per_game(run.config))
        run.play(min(part, run.config.games - run.games_played))

    @abstractmethod
    def result(self, run: RunT) -> ResultT:
        """Return what a finished run is measured for."""

    def __call__(self, config: TrainingConfig, progress: GamesPlayed) -> ResultT:
        """Train with a configuration and return what is measured."""
        run = self.begin(config)
        while not is_finished(run):
            self.play_part(run)
            progress(run.games_played)
        return self.result(run)


def is_finished(run: RunInParts) -> bool:
    """Return whether a run has played all games of its configuration."""
    return run.games_played >= run.config.games


def measure_for(
    seconds: float,
    runs: Mapping[int, TrainingConfig | RunT],
    measure: MeasureInParts[RunT, ResultT],
) -> tuple[dict[int, ResultT], dict[int, RunT]]:
    """Measure runs for about so many seconds of each core, on threads of this process.

    Parameters
    ----------
    seconds
    runs
        By place: those that are under way and those to begin, in this order.
    measure

    Returns
    -------
    results, under_way : dict
        By place: what was measured of the runs that have finished, and the others that have begun.
    """
    left = iter(list(runs.items()))
    results: dict[int, ResultT] = {}
    under_way: dict[int, RunT] = {}

    def work(_: int) -> None:
        ends = time.thread_time() + seconds
        for place, given in left:
            run = measure.begin(given) if isinstance(given, TrainingConfig) else given
            while not is_finished(run) and time.thread_time() < ends:
                measure.play_part(run)
            if is_finished(run):
                results[place] = measure.result(run)
            else:
                under_way[place] = run
            if time.thread_time() >= ends:
                return

    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as executor:
        list(executor.map(work, range(threads)))
    return results, under_way | {
        place: run for place, run in left if not isinstance(run, TrainingConfig)
    }


class RunsReport(NamedTuple, Generic[ResultT]):
    """What has happened since the last report.

    Attributes
    ----------
    results : list of tuple
        The runs that have finished: the place of the configuration, and what was measured.
    share : float
        How much of the work is done, from 0 to 1.
    seconds_left : float or None
        Estimated time left; None at first.
    """

    results: list[tuple[int, ResultT]]
    share: float
    seconds_left: float | None

    def __repr__(self) -> str:
        """Return a line with how far the work is."""
        return line_of("RunsReport", self._facts())

    def _repr_html_(self) -> str:
        return facts_html("RunsReport", self._facts())

    def _facts(self) -> dict[str, object]:
        return {
            "finished": len(self.results),
            "done": f"{self.share:.1%}",
            "seconds left": self.seconds_left,
        }


def measure_runs(
    configs: Sequence[TrainingConfig],
    measure: MeasureRun[ResultT],
    done: Collection[int] = (),
    *,
    threads: int | None = None,
) -> Generator[RunsReport[ResultT], None, None]:
    """Measure training runs on threads of this process.

    Closing the iterator ends the runs within about a tenth of a second. They rest while the caller
    does not ask for the next report.

    Parameters
    ----------
    configs
        The configuration of each run, with its seed.
    measure
        Trains with a configuration and measures. It is also given a function to call with the
        number of games played, about twenty times a second.
    done
        The places of configurations that are left out because their results are known.
    threads
        One per core by default.

    Yields
    ------
    RunsReport
        At least ten times a second.

    Raises
    ------
    ConfigError
        If one of them is not a configuration.
    """
    progress = _Progress(configs, done)
    awaited = threading.Event()
    closed = False

    def pause() -> None:
        awaited.wait()
        if closed:
            raise _ClosedError

    def measured(place: int, config: TrainingConfig) -> ResultT:
        def note(games: int) -> None:
            progress.parts[place] = games / config.games
            pause()

        return measure(config, note)

    def measure_batch(batch: _Batch) -> list[tuple[int, ResultT]]:
        pause()
        return [(place, measured(place, config)) for place, config in batch]

    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as executor:
        reports = progress.reports(
            lambda batch: executor.submit(measure_batch, batch),
            _UPDATES_PER_BATCH,
            in_flight=2 * threads,
        )
        try:
            awaited.set()
            for report in reports:
                awaited.clear()
                yield report
                awaited.set()
        finally:
            closed = True
            awaited.set()
            reports.close()


class _ClosedError(Exception):
    """Ends a run whose result is no longer wanted."""


def measure_runs_with(
    executor: Executor,
    configs: Sequence[TrainingConfig],
    measure: MeasureRun[ResultT],
    done: Collection[int] = (),
    *,
    updates_per_task: int,
    in_flight: int,
) -> Generator[RunsReport[ResultT], None, None]:
    """Measure training runs with an executor, which may run on other machines.

    Closing the iterator cancels tasks that have not started.

    Parameters
    ----------
    executor
        The caller shuts it down.
    configs, measure, done
        As in `measure_runs`; the workers must be able to import `measure`.
    updates_per_task
        The approximate number of updates in one task.
    in_flight
        How many tasks are submitted at once.

    Yields
    ------
    RunsReport
        At least ten times a second.
    """
    progress = _Progress(configs, done)
    yield from progress.reports(
        lambda batch: executor.submit(_measure_batch, measure, batch), updates_per_task, in_flight
    )


def _measure_batch(measure: MeasureRun[ResultT], batch: _Batch) -> list[tuple[int, ResultT]]:
    return [(place, measure(config, lambda games: None)) for place, config in batch]


def _cost_of(config: TrainingConfig) -> int:
    check_config(config)
    return updates_of((config,))


class _Progress:
    """How far the runs are.

    Attributes
    ----------
    parts : dict
        Of the runs that have begun: the share of its games that each has played.
    """

    def __init__(self, configs: Sequence[TrainingConfig], done: Collection[int]) -> None:
        self.parts: dict[int, float] = {}
        self._configs = configs
        known = frozenset(done)
        self._places = [place for place in range(len(configs)) if place not in known]
        self._costs = np.zeros(len(configs), np.int64)
        self._costs[self._places] = [_cost_of(configs[place]) for place in self._places]
        self._cost = int(self._costs.sum())
        self._cost_done = 0
        self._began = time.perf_counter()

    def _batches(self, most: int) -> Iterator[_Batch]:
        """Divide the runs into batches of about so many updates."""
        batch: _Batch = []
        updates = 0
        for place in self._places:
            batch.append((place, self._configs[place]))
            updates += int(self._costs[place])
            if updates >= most:
                yield batch
                batch, updates = [], 0
        if batch:
            yield batch

    def reports(
        self,
        submit: Callable[[_Batch], Future[list[tuple[int, ResultT]]]],
        updates: int,
        in_flight: int,
    ) -> Generator[RunsReport[ResultT], None, None]:
        """Have batches of about so many updates measured, at most `in_flight` at once.

        Closing the iterator cancels batches that have not started. So does an error in one, which
        is raised here.
        """
        left = self._batches(updates)
        unfinished: set[Future[list[tuple[int, ResultT]]]] = set()
        results: list[tuple[int, ResultT]] = []
        due = time.monotonic() + SECONDS_BETWEEN_REPORTS
        try:
            while True:
                unfinished |= {submit(batch) for batch in islice(left, in_flight - len(unfinished))}
                if not unfinished:
                    if results:
                        yield self._report(results)
                    return
                seconds = max(due - time.monotonic(), 0)
                finished, unfinished = wait(unfinished, seconds, return_when=FIRST_COMPLETED)
                results += [result for batch in finished for result in batch.result()]
                if time.monotonic() >= due:
                    yield self._report(results)
                    results, due = [], time.monotonic() + SECONDS_BETWEEN_REPORTS
        finally:
            for future in unfinished:
                future.cancel()

    def _report(self, results: list[tuple[int, ResultT]]) -> RunsReport[ResultT]:
        for place, _ in results:
            self._cost_done += int(self._costs[place])
            self.parts.pop(place, None)
        parts = self.parts.copy()  # the threads go on writing
        under_way = sum(float(self._costs[place]) * part for place, part in parts.items())
        share = (self._cost_done + under_way) / self._cost
        elapsed = time.perf_counter() - self._began
        return RunsReport(results, share, elapsed * (1 - share) / share if share else None)


def updates_of(runs: Sequence[TrainingConfig]) -> int:
    """Return the time that runs take, as an approximate number of updates.

    Unlike seconds, it fits every computer.
    """
    return sum(run.games * updates_per_game(run) + _UPDATES_PER_RUN for run in runs)


def updates_per_game(run: TrainingConfig) -> int:
    """Return about how many updates a game of this run makes, or could make in the same time."""
    if RULES[run.rule].kind == "network":
        units = run.hidden_units
        return _UPDATES_PER_GAME + (9 + units) * run.batch + 9 * units
    return _UPDATES_PER_GAME + run.replay
