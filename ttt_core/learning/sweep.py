"""Sweeps: what becomes of a training when some of its settings take other values.

A sweep is data. Its runs have a fixed order and are independent of each other: they can be measured
on threads of this process, or by any `concurrent.futures.Executor`, and in several goes.
"""

import os
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ttt_core.learning.check import updates_of
from ttt_core.learning.config import (
    SETTINGS,
    ConfigError,
    Setting,
    TrainingConfig,
    check_contradictions,
)
from ttt_core.learning.curve import SECONDS_BETWEEN_REPORTS, Turn
from ttt_core.learning.measures import MEASURES, measure_run

if TYPE_CHECKING:
    import pandas as pd

MAX_POINTS = 100_000
"""Combinations of values in a sweep."""
MAX_SWEEP_RUNS = 1_000_000
"""Combinations and seeds together."""
MAX_SETTINGS = 4

_UPDATES_PER_BATCH = 2_000_000
_DIGITS = 12

Value = bool | int | float | str


def span(
    name: str, low: float, high: float, count: int, *, by_factor: bool = False
) -> tuple[Value, ...]:
    """Return values of a setting between two, both included.

    Parameters
    ----------
    name
        A setting that is a number. Those that are whole numbers are rounded to some.
    low, high
    count
        How many, at least 2.
    by_factor
        Whether each is the one before times the same factor; else they are evenly spaced.

    Raises
    ------
    ConfigError
        If there are no such values, or two would be the same.
    """
    kind = _setting(name).schema["type"]
    if kind not in ("integer", "number"):
        raise ConfigError(f"{name} is no number, and has no values between two.", name)
    if not 2 <= count <= MAX_POINTS:
        raise ConfigError(f"{name} needs between 2 and {MAX_POINTS:,} values, not {count}.", name)
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise ConfigError(f"{name} needs values from a lower to a higher number.", name)
    if by_factor and low <= 0:
        raise ConfigError(f"{name} must begin above 0 to grow by a factor.", name)
    spaced = np.geomspace(low, high, count) if by_factor else np.linspace(low, high, count)
    if kind == "integer":
        return _read_all(name, [round(number) for number in spaced.tolist()])
    return _read_all(name, [float(f"{number:.{_DIGITS}g}") for number in spaced.tolist()])


def _setting(name: str) -> Setting:
    if name not in SETTINGS or name == "seed":
        raise ConfigError(f"There is no setting {name} to sweep over.", name)
    return SETTINGS[name]


def _read_all(name: str, values: Sequence[object]) -> tuple[Value, ...]:
    if not values:
        raise ConfigError(f"{name} needs at least one value.", name)
    if len(values) > MAX_POINTS:
        raise ConfigError(f"{name} can have {MAX_POINTS:,} values at most.", name)
    read = tuple(_setting(name).read(value) for value in values)
    if len(set(read)) < len(read):
        twice = next(value for value in read if read.count(value) > 1)
        raise ConfigError(f"{name} has the value {twice} twice.", name)
    return read


@dataclass(frozen=True, kw_only=True, eq=False)
class Sweep:
    """Trainings that differ in the values of some settings, and in the seed.

    Attributes
    ----------
    base : TrainingConfig
        All settings that are not swept over, and the first seed.
    over : mapping
        The values of one to four settings, by name.
    measures : tuple of str
        What to measure: names of `MEASURES`.
    seeds : int
        How many seeds to train with, from that of `base` on.
    points : tuple
        The combinations of values, the last setting changing first. Those that contradict each
        other are left out.

    Raises
    ------
    ConfigError
        If a setting, a value or a measure does not exist, is there twice, or there are too many of
        them; or if all combinations contradict each other.
    """

    base: TrainingConfig
    over: Mapping[str, Sequence[object]]
    measures: Sequence[str] = ("unbeatable_from",)
    seeds: int = 5
    points: tuple[tuple[Value, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        _check_measures(self.measures)
        if not 1 <= len(self.over) <= MAX_SETTINGS:
            raise ConfigError(
                f"A sweep is over one to {MAX_SETTINGS} settings, not {len(self.over)}.", "over"
            )
        over = {name: _read_all(name, tuple(values)) for name, values in self.over.items()}
        points = prod(map(len, over.values()))
        if points > MAX_POINTS:
            raise ConfigError(
                f"A sweep has {MAX_POINTS:,} combinations of values at most, not {points:,}.",
                *over,
            )
        most_seeds = min(MAX_SWEEP_RUNS // points, 2**63 - self.base.seed)
        if self.seeds not in range(1, most_seeds + 1):
            raise ConfigError(
                f"This sweep can have between 1 and {most_seeds:,} seeds, not {self.seeds}.",
                "seeds",
            )
        object.__setattr__(self, "over", MappingProxyType(over))
        object.__setattr__(self, "measures", tuple(self.measures))
        object.__setattr__(self, "points", _sound_points(self.base, over))

    @property
    def left_out(self) -> int:
        """How many combinations of values contradict each other."""
        return prod(map(len, self.over.values())) - len(self.points)

    @property
    def runs(self) -> int:
        """How many trainings it takes; they are numbered from 0, the seeds of a point in a row."""
        return len(self.points) * self.seeds

    def changes(self, run: int) -> dict[str, Value]:
        """Return what a run changes of `base`: the settings that are swept over, and the seed."""
        point, step = divmod(run, self.seeds)
        swept = dict(zip(self.over, self.points[point], strict=True))
        return {**swept, "seed": self.base.seed + step}

    def config(self, run: int) -> TrainingConfig:
        """Return the configuration of a run."""
        return _changed(self.base, self.changes(run))

    @cached_property
    def told(self) -> dict[str, Value]:
        """The settings by which `base` differs from ``TrainingConfig()`` and that all runs share.

        With these and its `changes` a run can be trained by whoever has nothing else.
        """
        plain = TrainingConfig()
        return {
            name: getattr(self.base, name)
            for name in SETTINGS
            if name not in (*self.over, "seed") and getattr(self.base, name) != getattr(plain, name)
        }


def _check_measures(measures: Sequence[str]) -> None:
    for name in measures:
        if name not in MEASURES:
            raise ConfigError(
                f"There is no measure {name}: it must be one of {', '.join(MEASURES)}.", "measures"
            )
    if not measures or len(set(measures)) < len(measures):
        raise ConfigError("A sweep needs at least one measure, and each once.", "measures")


def _sound_points(
    base: TrainingConfig, over: Mapping[str, tuple[Value, ...]]
) -> tuple[tuple[Value, ...], ...]:
    """Return the combinations of values that do not contradict each other."""
    points = []
    refused: ConfigError | None = None
    for point in product(*over.values()):
        try:
            check_contradictions(_changed(base, dict(zip(over, point, strict=True))))
        except ConfigError as error:
            refused = refused or error
        else:
            points.append(point)
    if refused is not None and not points:
        raise refused
    return tuple(points)


def _changed(base: TrainingConfig, changes: Mapping[str, Value]) -> TrainingConfig:
    """Return a configuration with other values, which have been read: ten times as quick."""
    config = copy(base)
    for name, value in changes.items():
        object.__setattr__(config, name, value)
    return config


class SweptRun(NamedTuple):
    """What came of one run of a sweep: its number, and one value for each measure."""

    run: int
    values: tuple[float, ...]


class Batch(NamedTuple):
    """Runs that are measured in one go. It is what travels to another machine."""

    base: TrainingConfig
    measures: tuple[str, ...]
    runs: tuple[tuple[int, dict[str, Value]], ...]


def measure_batch(batch: Batch, turn: Turn = nullcontext) -> list[SweptRun]:
    """Measure the runs of a batch, one after the other; `turn` as in `measure_run`."""
    return [
        SweptRun(run, measure_run(_changed(batch.base, changes), batch.measures, turn=turn))
        for run, changes in batch.runs
    ]


class SweepUnderWay:
    """A sweep that is being measured: how far it is, and what has come of it.

    Parameters
    ----------
    sweep
    done
        Numbers of the runs that need not be measured any more: so a sweep goes on.

    Attributes
    ----------
    sweep : Sweep
    runs_left : int
    """

    def __init__(self, sweep: Sweep, done: Collection[int] = ()) -> None:
        self.sweep = sweep
        known = frozenset(done)
        self._todo = [run for run in range(sweep.runs) if run not in known]
        self.runs_left = len(self._todo)
        self._updates_of_point = [
            updates_of([sweep.config(first)]) for first in range(0, sweep.runs, sweep.seeds)
        ]
        self._updates = sum(map(self._updates_of, self._todo))
        self._updates_done = 0
        self._seconds = 0.0

    def _updates_of(self, run: int) -> int:
        """Return about how many updates of a value take as long as a run."""
        return self._updates_of_point[run // self.sweep.seeds]

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes, by the pace so far; None before anything has come."""
        if not self._updates_done:
            return None
        left = self._updates - self._updates_done
        return self._seconds * left / self._updates_done

    def on_threads(
        self, threads: int | None = None, *, turn: Turn = nullcontext
    ) -> Generator[list[SweptRun], None, None]:
        """Measure on threads of this process, as many as there are cores if not told otherwise.

        Closing the iterator stops the sweep within a tenth of a second or so.

        Parameters
        ----------
        threads
        turn
            What every thread takes for a chunk of a training; one that makes them wait decides
            how many cores are used.

        Yields
        ------
        list of SweptRun
            What has come since the last one, ten times a second at least; it may be empty.
        """
        stopped = threading.Event()

        def turn_unless_stopped() -> AbstractContextManager[object]:
            if stopped.is_set():
                raise _StoppedError
            return turn()

        threads = threads or os.cpu_count() or 1
        with ThreadPoolExecutor(threads) as executor:
            try:
                yield from self._measured(
                    lambda batch: executor.submit(measure_batch, batch, turn_unless_stopped),
                    _UPDATES_PER_BATCH,
                    2 * threads,
                )
            finally:
                stopped.set()

    def on(
        self, executor: Executor, *, updates_per_batch: int, in_flight: int
    ) -> Generator[list[SweptRun], None, None]:
        """Measure by an executor, which may be on other machines.

        Closing the iterator cancels what has not been begun.

        Parameters
        ----------
        executor
            Shut down by the caller.
        updates_per_batch
            About how many updates of a value one task is to take.
        in_flight
            How many tasks it gets at once.

        Yields
        ------
        list of SweptRun
            What has come since the last one, ten times a second at least; it may be empty.
        """
        yield from self._measured(
            lambda batch: executor.submit(measure_batch, batch), updates_per_batch, in_flight
        )

    def _measured(
        self, submit: Callable[[Batch], Future[list[SweptRun]]], updates: int, in_flight: int
    ) -> Generator[list[SweptRun], None, None]:
        batches = self._batches(updates)
        unfinished: set[Future[list[SweptRun]]] = set()
        began = time.perf_counter()
        try:
            while self.runs_left:
                while len(unfinished) < in_flight and (batch := next(batches, None)):
                    unfinished.add(submit(batch))
                finished, unfinished = wait(
                    unfinished, SECONDS_BETWEEN_REPORTS, return_when=FIRST_COMPLETED
                )
                measured = [one for future in finished for one in future.result()]
                self.runs_left -= len(measured)
                self._updates_done += sum(self._updates_of(one.run) for one in measured)
                self._seconds = time.perf_counter() - began
                yield measured
        finally:
            for future in unfinished:
                future.cancel()

    def _batches(self, most: int) -> Iterator[Batch]:
        """Cut what is to be done into batches of about so many updates."""
        runs: list[tuple[int, dict[str, Value]]] = []
        updates = 0
        for run in self._todo:
            runs.append((run, self.sweep.changes(run)))
            updates += self._updates_of(run)
            if updates >= most:
                yield self._batch(runs)
                runs, updates = [], 0
        if runs:
            yield self._batch(runs)

    def _batch(self, runs: Iterable[tuple[int, dict[str, Value]]]) -> Batch:
        return Batch(self.sweep.base, tuple(self.sweep.measures), tuple(runs))


class _StoppedError(Exception):
    """Ends a training in the middle; nobody asks for what would have come of it."""


def measure_sweep(sweep: Sweep) -> "pd.DataFrame":
    """Measure a sweep on all cores, and return a table with a row for each run.

    Its columns: the settings that are swept over, the seed, what else the settings of all runs
    differ in from ``TrainingConfig()``, and the measures; nan where there is no such number.
    """
    import pandas as pd  # as slow to import as all of the engine

    measured = sorted(one for some in SweepUnderWay(sweep).on_threads() for one in some)
    return pd.DataFrame(
        {
            **sweep.changes(one.run),
            **sweep.told,
            **dict(zip(sweep.measures, one.values, strict=True)),
        }
        for one in measured
    )
