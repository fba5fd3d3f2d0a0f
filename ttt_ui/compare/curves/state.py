"""What Learning curves keeps for a visitor: the configurations and how they are measured."""

import time
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import ttt_core as ttt
from ttt_ui import jobs
from ttt_ui.compare.curves.configurations import names_of
from ttt_ui.compare.curves.measuring import UPDATES_PER_SECOND, Measurements, Task, kept_curves
from ttt_ui.drawing.colours import PLAYER_COLOURS
from ttt_ui.jobs import Job
from ttt_ui.train.result.curves import SERIES
from ttt_ui.train.state import AXES
from ttt_ui.visit.cores import cores
from ttt_ui.visit.session import DEFAULT_PRESET, per_visitor
from ttt_ui.widgets import LARGEST_NUMBER_OF_A_BROWSER, FreshKeys, in_range, one_of

FEWEST, MOST = 2, 6
"""Configurations in one chart."""
MAX_SEEDS = 30
MAX_FIRST_SEED = LARGEST_NUMBER_OF_A_BROWSER - MAX_SEEDS
MAX_UPDATES_AT_ONCE = 20_000_000
"""Of runs that are measured without a click: about two seconds of one core."""
MAX_UPDATES = 20_000_000_000
"""Of all runs together: about half an hour of one core."""

SEEDS = in_range("curves_seeds", 8, 1, MAX_SEEDS)
FIRST_SEED = in_range("curves_first_seed", 0, 0, MAX_FIRST_SEED)
MEASURE = one_of("curves_measure", SERIES, "o-loses-vs-random")
AXIS = one_of("curves_axis", AXES, AXES[1])


class Style(NamedTuple):
    """The colour, dash and marker of a configuration, all different from the others'."""

    colour: str
    dash: str  # this and the marker by Plotly's names
    marker: str
    letter: str  # the marker as a character


STYLES = tuple(
    Style(colour, *rest)
    for colour, rest in zip(
        PLAYER_COLOURS,
        (
            ("solid", "circle", "●"),
            ("dash", "square", "■"),
            ("dot", "diamond", "◆"),
            ("dashdot", "triangle-up", "▲"),
            ("longdash", "triangle-down", "▼"),
            ("longdashdot", "pentagon", "⬟"),
        ),
        strict=False,
    )
)


@dataclass(frozen=True)
class Entry:
    """A configuration in the comparison; its slot, a number from 0, decides its style."""

    slot: int
    config: ttt.TrainingConfig

    @property
    def style(self) -> Style:
        return STYLES[self.slot]


def opening() -> tuple[ttt.TrainingConfig, ...]:
    """Return the first comparison: the default preset with and without symmetry."""
    preset = ttt.PRESETS[DEFAULT_PRESET]
    return preset, replace(preset, symmetry=False)


@dataclass
class Comparison:
    """The configurations in a comparison, and whether they are being measured."""

    entries: tuple[Entry, ...]  # `FEWEST` to `MOST` different configurations
    measurements: Measurements
    job: Job | None = None
    # Whether the visitor has stopped it, so that it does not restart on its own.
    stopped: bool = False
    # Of the form; a change of the configurations closes it.
    key: FreshKeys = field(default_factory=lambda: FreshKeys("curves"))
    _began: float = 0.0
    _cost_then: float = 0.0

    def replace_all(self, configs: tuple[ttt.TrainingConfig, ...]) -> None:
        self.entries = tuple(Entry(slot, config) for slot, config in enumerate(configs))
        self._changed()

    def add(self, config: ttt.TrainingConfig) -> None:
        """Add a new configuration; the others keep their styles."""
        taken = {entry.slot for entry in self.entries}
        slot = min(set(range(MOST)) - taken)
        self.entries = (*self.entries, Entry(slot, config))
        self._changed()

    def remove(self, slot: int) -> None:
        self.entries = tuple(entry for entry in self.entries if entry.slot != slot)
        self._changed()

    def _changed(self) -> None:
        self.key.renew()
        self.stopped = False

    @property
    def configs(self) -> list[ttt.TrainingConfig]:
        return [entry.config for entry in self.entries]

    @property
    def names(self) -> list[str]:
        return names_of(self.configs)

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.running and not self.measurements.finished

    def want(self, seeds: range) -> None:
        """Set the seeds. They are measured seed by seed, so that all configurations keep pace."""
        tasks = [Task(entry.config, seed) for seed in seeds for entry in self.entries]
        self.measurements.want(tasks)
        left = self.measurements.cost_left
        if 0 < left <= MAX_UPDATES_AT_ONCE and not self.stopped:
            self.start()

    @property
    def too_much(self) -> bool:
        """Whether measuring takes longer than one visitor may use a core."""
        return self.measurements.cost_left > MAX_UPDATES

    def start(self) -> None:
        if not self.running and not self.too_much:
            self.stopped = False
            self._began, self._cost_then = time.monotonic(), self.measurements.cost_left
            threads = cores().places
            self.job = jobs.start(lambda job: self.measurements.measure(job, threads))

    def stop(self) -> None:
        """Stop measuring; finished curves stay."""
        self.stopped = True
        if self.job is not None:
            self.job.stop()

    def leave(self) -> None:
        """Stop and drop what only this view needs."""
        if self.running:
            self.stop()
        self.measurements.rest()

    @property
    def seconds_left(self) -> float:
        """The estimated time left: at the pace so far or, before there is one, on one core."""
        left = self.measurements.cost_left
        done, elapsed = self._cost_then - left, time.monotonic() - self._began
        if not self.running or done <= 0:
            return left / UPDATES_PER_SECOND
        return left * elapsed / done


def comparison() -> Comparison:
    return per_visitor(
        Comparison,
        lambda: Comparison(
            tuple(Entry(slot, config) for slot, config in enumerate(opening())),
            Measurements(kept_curves()),
        ),
    )


def chosen_seeds() -> range:
    return range(FIRST_SEED.value, FIRST_SEED.value + SEEDS.value)
