"""Sweeps: training runs in which some settings take other values.

A sweep is data. Its runs have a fixed order and are independent of each other: they can be measured
on threads of this process or by any `concurrent.futures.Executor`, and in several sessions.
"""

import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ttt_core.learning.config import (
    SETTINGS,
    ConfigError,
    Setting,
    TrainingConfig,
    check_config,
    check_contradictions,
    config_refusal,
    unknown_setting,
)
from ttt_core.learning.cost import updates_of
from ttt_core.learning.measures import AnyMeasure, Measure, chosen_measures, measure_run
from ttt_core.learning.on_threads import TakeTurn, on_threads, results_as_they_come
from ttt_core.learning.origin import HERE
from ttt_core.learning.presets import PRESETS

if TYPE_CHECKING:
    import pandas as pd

MAX_POINTS = 100_000
"""Combinations of values in a sweep."""
MAX_SWEEP_RUNS = 1_000_000
"""Combinations and seeds together."""
MAX_SETTINGS = 4

_UPDATES_PER_BATCH = 2_000_000
_DIGITS = 12

SettingValue = bool | int | float | str


def span(
    name: str, low: float, high: float, count: int, *, by_factor: bool = False
) -> tuple[SettingValue, ...]:
    """Return evenly spaced values of a setting between two limits, both included.

    Parameters
    ----------
    name
        A numeric setting. Values of a whole-number setting are rounded.
    low, high
    count
        The number of values, at least 2.
    by_factor
        Whether the spacing is logarithmic: each value is the one before times the same factor.

    Raises
    ------
    ConfigError
        If the setting cannot have these values, or if two of them are equal.
    """
    kind = _setting(name).schema["type"]
    if kind not in ("integer", "number"):
        raise ConfigError(f"{name} is not a number, so it cannot take a range of values.", name)
    if not 2 <= count <= MAX_POINTS:
        raise config_refusal(
            "{name} needs 2 to {most:,} values, not {count}.",
            name,
            name=name,
            most=MAX_POINTS,
            count=count,
        )
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise config_refusal(
            "The range for {name} must go from a lower to a higher number.", name, name=name
        )
    if by_factor and low <= 0:
        raise config_refusal(
            "With logarithmic spacing, {name} must start above 0.", name, name=name
        )
    spaced = np.geomspace(low, high, count) if by_factor else np.linspace(low, high, count)
    if kind == "integer":
        return read_values(name, [round(number) for number in spaced.tolist()])
    return read_values(name, [float(f"{number:.{_DIGITS}g}") for number in spaced.tolist()])


def _setting(name: str) -> Setting:
    if name not in SETTINGS:
        raise ConfigError(unknown_setting(name), name)
    if name == "seed":
        raise ConfigError("A sweep runs over seeds anyway: seeds=3 takes three of them.", name)
    return SETTINGS[name]


def read_values(name: str, given: object) -> tuple[SettingValue, ...]:
    """Return values of a setting as plain Python values.

    Raises
    ------
    ConfigError
        If the setting cannot have one of them, or there are none, too many, or one twice.
    """
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise ConfigError(f"{name} needs a list of values, not {given!r}.", name)
    values = tuple(given)
    if not values:
        raise config_refusal("{name} needs at least one value.", name, name=name)
    if len(values) > MAX_POINTS:
        raise config_refusal(
            "{name} can take at most {most:,} values.", name, name=name, most=MAX_POINTS
        )
    read = tuple(_setting(name).read(value) for value in values)
    if len(set(read)) < len(read):
        twice = next(value for value in read if read.count(value) > 1)
        raise config_refusal("{name} has the value {twice} twice.", name, name=name, twice=twice)
    return read


@dataclass(frozen=True, kw_only=True, eq=False)
class Sweep:
    """Training runs that differ in the values of some settings and in the seed.

    Attributes
    ----------
    base : TrainingConfig
        The settings that are not swept, and the first seed.
    over : mapping
        The values of one to four settings, by name.
    measures : tuple
        What to measure, as in `measure_run`. To measure in other processes, a function must be one
        that they can import; Dask's workers take any.
    seeds : int
        The number of seeds, starting with that of `base`.
    points : tuple
        The combinations of values, the last setting changing fastest, without those that contradict
        themselves.

    Raises
    ------
    ConfigError
        If a setting, value or measure does not exist or appears twice, if there are too many of
        them, if every combination contradicts itself, or if an argument is of another kind.
    """

    base: TrainingConfig
    over: Mapping[str, Sequence[object]]
    measures: Sequence[AnyMeasure] = ("unbeatable_from",)
    seeds: int = 5
    points: tuple[tuple[SettingValue, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_config(self.base)
        chosen_measures(self.measures)
        given: object = self.over
        if not isinstance(given, Mapping):
            raise ConfigError(
                f"over must give each setting its values, such as {{'alpha': [0.1, 0.5]}}, not "
                f"{given!r}.",
                "over",
            )
        if not 1 <= len(self.over) <= MAX_SETTINGS:
            raise ConfigError(
                f"A sweep must have 1 to {MAX_SETTINGS} settings, not {len(self.over)}.", "over"
            )
        over = {name: read_values(name, values) for name, values in self.over.items()}
        points = prod(map(len, over.values()))
        if points > MAX_POINTS:
            raise config_refusal(
                "A sweep can have at most {most:,} combinations, not {points:,}.",
                *over,
                most=MAX_POINTS,
                points=points,
            )
        most_seeds = min(MAX_SWEEP_RUNS // points, 2**63 - self.base.seed)
        seeds: object = self.seeds
        if not isinstance(seeds, int | np.integer):
            raise ConfigError(
                f"seeds must be the number of seeds, not {seeds!r}. The first is the seed of base.",
                "seeds",
            )
        if not 1 <= seeds <= most_seeds:
            raise config_refusal(
                "This sweep can have 1 to {most:,} seeds, not {seeds}.",
                "seeds",
                most=most_seeds,
                seeds=seeds,
            )
        object.__setattr__(self, "over", MappingProxyType(over))
        object.__setattr__(self, "measures", tuple(self.measures))
        object.__setattr__(self, "points", _sound_points(self.base, over))

    @property
    def left_out(self) -> int:
        """How many combinations of values are skipped because they contradict themselves."""
        return prod(map(len, self.over.values())) - len(self.points)

    @property
    def runs(self) -> int:
        """The number of runs; they are numbered from 0, with the seeds of a point in a row."""
        return len(self.points) * self.seeds

    def changes(self, run: int) -> dict[str, SettingValue]:
        """Return the settings of a run that differ from `base`: the swept ones and the seed."""
        point, step = divmod(run, self.seeds)
        swept = dict(zip(self.over, self.points[point], strict=True))
        return {**swept, "seed": self.base.seed + step}

    def config(self, run: int) -> TrainingConfig:
        """Return the configuration of a run."""
        return _changed(self.base, self.changes(run))

    @cached_property
    def chosen(self) -> tuple[Measure, ...]:
        """Its measures."""
        return chosen_measures(self.measures)

    @cached_property
    def shared(self) -> dict[str, SettingValue]:
        """The settings that all runs share; together with its `changes` they describe a run."""
        kept = (name for name in SETTINGS if name not in (*self.over, "seed"))
        return {name: getattr(self.base, name) for name in kept}

    @cached_property
    def provenance(self) -> dict[str, SettingValue]:
        """What made the results: this program's version, and the preset that was swept.

        The preset is the one with the shared settings, whatever its games; empty if there is none.
        """
        compared = [name for name in self.shared if name != "games"]
        presets = (
            name
            for name, preset in PRESETS.items()
            if all(getattr(preset, setting) == self.shared[setting] for setting in compared)
        )
        return {"version": HERE.version, "preset": next(presets, "")}


def _sound_points(
    base: TrainingConfig, over: Mapping[str, tuple[SettingValue, ...]]
) -> tuple[tuple[SettingValue, ...], ...]:
    """Return the combinations of values that do not contradict themselves."""
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


def _changed(base: TrainingConfig, changes: Mapping[str, SettingValue]) -> TrainingConfig:
    """Return a configuration with checked values: ten times as fast as `replace`."""
    config = copy(base)
    for name, value in changes.items():
        object.__setattr__(config, name, value)
    return config


class SweptRun(NamedTuple):
    """Result of one run of a sweep: its number and one value for each measure."""

    run: int
    values: tuple[float, ...]


class Batch(NamedTuple):
    """Runs that are measured together; this is what is sent to another machine."""

    base: TrainingConfig
    measures: tuple[AnyMeasure, ...]
    runs: tuple[tuple[int, dict[str, SettingValue]], ...]


def measure_batch(batch: Batch, turn: TakeTurn = nullcontext) -> list[SweptRun]:
    """Measure the runs of a batch one after another; `turn` is as in `measure_run`."""
    return [
        SweptRun(run, measure_run(_changed(batch.base, changes), batch.measures, turn=turn))
        for run, changes in batch.runs
    ]


class SweepUnderWay:
    """A running sweep: its progress and its results so far.

    Parameters
    ----------
    sweep
    done
        Numbers of the runs already measured, to continue a sweep.

    Raises
    ------
    ConfigError
        If it is not a sweep.

    Attributes
    ----------
    sweep : Sweep
    runs_left : int
    """

    def __init__(self, sweep: Sweep, done: Collection[int] = ()) -> None:
        given: object = sweep
        if not isinstance(given, Sweep):
            raise ConfigError(f"A Sweep is needed, not this {type(given).__name__}.", "sweep")
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
        """Return the time that a run takes, as an approximate number of updates."""
        return self._updates_of_point[run // self.sweep.seeds]

    @property
    def seconds_left(self) -> float | None:
        """Estimated time left, or None before the first result."""
        if not self._updates_done:
            return None
        left = self._updates - self._updates_done
        return self._seconds * left / self._updates_done

    def on_threads(
        self, threads: int | None = None, *, turn: TakeTurn = nullcontext
    ) -> Generator[list[SweptRun], None, None]:
        """Measure on threads of this process, one per core by default.

        Closing the iterator stops the sweep within about a tenth of a second.

        Parameters
        ----------
        threads
        turn
            Context manager that every thread enters for a chunk of games; one that makes them wait
            limits how many cores are used.

        Yields
        ------
        list of SweptRun
            The results since the last one, at least ten times a second; it may be empty.
        """
        batches = self._batches(_UPDATES_PER_BATCH)
        yield from self._noted(on_threads(measure_batch, batches, threads=threads, turn=turn))

    def on(
        self, executor: Executor, *, updates_per_batch: int, in_flight: int
    ) -> Generator[list[SweptRun], None, None]:
        """Measure with an executor, which may run on other machines.

        Closing the iterator cancels tasks that have not started.

        Parameters
        ----------
        executor
            The caller shuts it down.
        updates_per_batch
            The approximate number of updates in one task.
        in_flight
            How many tasks are submitted at once.

        Yields
        ------
        list of SweptRun
            The results since the last one, at least ten times a second; it may be empty.
        """
        batches = self._batches(updates_per_batch)
        yield from self._noted(
            results_as_they_come(
                lambda batch: executor.submit(measure_batch, batch), batches, in_flight
            )
        )

    def _noted(
        self, results: Generator[list[list[SweptRun]], None, None]
    ) -> Generator[list[SweptRun], None, None]:
        """Pass on the results of batches, and note how far the sweep is."""
        began = time.perf_counter()
        with closing(results):
            for batches in results:
                measured = [one for batch in batches for one in batch]
                self.runs_left -= len(measured)
                self._updates_done += sum(self._updates_of(one.run) for one in measured)
                self._seconds = time.perf_counter() - began
                yield measured

    def _batches(self, most: int) -> Iterator[Batch]:
        """Divide the runs left into batches of about this many updates."""
        runs: list[tuple[int, dict[str, SettingValue]]] = []
        updates = 0
        for run in self._todo:
            runs.append((run, self.sweep.changes(run)))
            updates += self._updates_of(run)
            if updates >= most:
                yield self._batch(runs)
                runs, updates = [], 0
        if runs:
            yield self._batch(runs)

    def _batch(self, runs: Iterable[tuple[int, dict[str, SettingValue]]]) -> Batch:
        return Batch(self.sweep.base, tuple(self.sweep.measures), tuple(runs))


def measure_sweep(sweep: Sweep) -> "pd.DataFrame":
    """Measure a sweep on all cores, and return a table with a row for each run.

    Its columns are the swept settings, the seed, the other settings, the version and the preset
    (`Sweep.provenance`), and the measures; nan if a measure has no value.

    Raises
    ------
    ConfigError
        If it is not a sweep.
    """
    import pandas as pd  # takes as long to import as the whole engine

    measured = sorted(one for some in SweepUnderWay(sweep).on_threads() for one in some)
    return pd.DataFrame(
        {
            **sweep.changes(one.run),
            **sweep.shared,
            **sweep.provenance,
            **dict(zip((measure.name for measure in sweep.chosen), one.values, strict=True)),
        }
        for one in measured
    )
