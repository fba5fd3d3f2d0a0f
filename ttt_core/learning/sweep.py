"""Sweeps: training runs in which some settings take other values.

A sweep is data. Its runs have a fixed order and are independent of each other: they can be measured
on threads of this process or by any `concurrent.futures.Executor`, and in several sessions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ttt_core.evaluation.mixture import Mixture
from ttt_core.evaluation.policy import Player, Policy
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
from ttt_core.learning.measures import (
    AnyMeasure,
    MakeLearner,
    Measure,
    Measured,
    chosen_measures,
)
from ttt_core.learning.origin import VERSION
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.runs import measure_runs
from ttt_core.pictures import Shown, data_frame

if TYPE_CHECKING:
    import pandas as pd

MAX_POINTS = 100_000
"""Combinations of values in a sweep."""
MAX_SWEEP_RUNS = 1_000_000
"""Combinations and seeds together."""
MAX_SETTINGS = 4

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


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Sweep(Shown, Sequence[TrainingConfig]):
    """Training runs that differ in the values of some settings and in the seed.

    It is the sequence of their configurations.

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

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a sweep of the same runs with the same measures."""
        if not isinstance(other, Sweep):
            return NotImplemented
        return self._described() == other._described()

    def __hash__(self) -> int:
        """Return a hash of its base."""
        return hash((self.base, self.seeds))

    def _described(self) -> tuple[object, ...]:
        return self.base, list(self.over.items()), self.measures, self.seeds

    def _facts(self) -> Mapping[str, object]:
        return {
            "over": ", ".join(f"{name} ({len(values)})" for name, values in self.over.items()),
            "measures": ", ".join(measure.name for measure in self.chosen),
            "seeds": self.seeds,
            "runs": f"{len(self):,}",
        }

    @property
    def left_out(self) -> int:
        """How many combinations of values are skipped because they contradict themselves."""
        return prod(map(len, self.over.values())) - len(self.points)

    def __len__(self) -> int:
        """Return the number of runs; they are numbered from 0, the seeds of a point in a row."""
        return len(self.points) * self.seeds

    @overload
    def __getitem__(self, run: int) -> TrainingConfig: ...

    @overload
    def __getitem__(self, run: slice) -> list[TrainingConfig]: ...

    def __getitem__(self, run: int | slice) -> TrainingConfig | list[TrainingConfig]:
        """Return the configuration of a run."""
        if isinstance(run, slice):
            return [self[number] for number in range(*run.indices(len(self)))]
        return _changed(self.base, self.changes(range(len(self))[run]))

    def __reduce__(self) -> tuple[object, ...]:
        """Let other processes have it: they compute the points again."""
        return _sweep_of, (self.base, dict(self.over), self.measures, self.seeds)

    def changes(self, run: int) -> dict[str, SettingValue]:
        """Return the settings of a run that differ from `base`: the swept ones and the seed."""
        point, step = divmod(run, self.seeds)
        swept = dict(zip(self.over, self.points[point], strict=True))
        return {**swept, "seed": self.base.seed + step}

    @cached_property
    def chosen(self) -> tuple[Measure, ...]:
        """Its measures."""
        return chosen_measures(self.measures)

    @property
    def measured(self) -> Measured:
        """What `measure_runs` measures of each run."""
        return Measured(tuple(self.measures))

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
        return {"version": VERSION, "preset": next(presets, "")}


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


def _sweep_of(*fields: Any) -> Sweep:
    return Sweep(**dict(zip(("base", "over", "measures", "seeds"), fields, strict=True)))


def measure_sweep(
    sweep: Sweep,
    *,
    partner: Player | Policy | Mixture | None = None,
    epsilon: Callable[[int], float] | None = None,
    learner: MakeLearner | None = None,
) -> "pd.DataFrame":
    """Measure a sweep on all cores, and return a table with a row for each run.

    Its columns are the swept settings, the seed, the other settings, the version and the preset
    (`Sweep.provenance`), and the measures; nan if a measure has no value.

    Parameters
    ----------
    sweep
    partner, epsilon, learner
        As in `measure_run`.

    Raises
    ------
    ConfigError
        If it is not a sweep, or a measure asks for something that a learner does not have.
    ValueError
        As `measure_run` does.
    """
    given: object = sweep
    if not isinstance(given, Sweep):
        raise ConfigError(f"A Sweep is needed, not this {type(given).__name__}.", "sweep")
    measure = replace(sweep.measured, partner=partner, epsilon=epsilon, learner=learner)
    values = dict(result for report in measure_runs(sweep, measure) for result in report.results)
    return data_frame(
        {
            **sweep.changes(run),
            **sweep.shared,
            **sweep.provenance,
            **dict(zip((measure.name for measure in sweep.chosen), values[run], strict=True)),
        }
        for run in range(len(sweep))
    )
