"""What a comparison of learning curves keeps for a visitor: who is compared, and how."""

import time
from dataclasses import dataclass, replace
from typing import NamedTuple

import ttt_core as ttt
from ttt_ui.curves.configurations import names_of
from ttt_ui.curves.measuring import UPDATES_PER_SECOND, Measurements, Task, kept_curves
from ttt_ui.shared.colours import PLAYER_COLOURS
from ttt_ui.shared.retraining_check import MAX_UPDATES_AT_ONCE
from ttt_ui.shared.session import DEFAULT_PRESET, per_visitor
from ttt_ui.shared.widgets import GENERATIONS, Control
from ttt_ui.train.curves import SERIES
from ttt_ui.train.settings import LARGEST_NUMBER_OF_A_BROWSER
from ttt_ui.train.state import AXES

FEWEST, MOST = 2, 6
"""Configurations in one chart."""
MAX_SEEDS = 30
MAX_FIRST_SEED = LARGEST_NUMBER_OF_A_BROWSER - MAX_SEEDS
MAX_UPDATES = 20_000_000_000
"""Of all runs together: more than half an hour of a core."""

SEEDS = Control("curves_seeds", 8)
FIRST_SEED = Control("curves_first_seed", 0)
MEASURE = Control("curves_measure", "O loses vs random")
AXIS = Control("curves_axis", AXES[1])


class Style(NamedTuple):
    """How a configuration is drawn: by colour, dash and marker, no two alike.

    Attributes
    ----------
    colour
    dash, marker
        As Plotly calls them.
    letter
        The marker as a letter.
    """

    colour: str
    dash: str
    marker: str
    letter: str


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
    """A configuration that is compared; its slot, a number from 0, says how it is drawn."""

    slot: int
    config: ttt.TrainingConfig

    @property
    def style(self) -> Style:
        """How it is drawn."""
        return STYLES[self.slot]


def opening() -> tuple[ttt.TrainingConfig, ...]:
    """Return what is compared at first: how much it helps to see that boards are alike."""
    preset = ttt.PRESETS[DEFAULT_PRESET]
    return preset, replace(preset, symmetry=False)


@dataclass
class Comparison:
    """Who is compared with whom, and whether it is being measured.

    Attributes
    ----------
    entries
        At least `FEWEST`, at most `MOST`; no two configurations are the same.
    measurements
    running
        Whether it is being measured.
    stopped
        Whether the visitor has stopped that: it does not begin again by itself.
    changes
        How often somebody has come or gone.
    """

    entries: tuple[Entry, ...]
    measurements: Measurements
    running: bool = False
    stopped: bool = False
    changes: int = 0
    _began: float = 0.0
    _cost_then: float = 0.0

    def replace_all(self, configs: tuple[ttt.TrainingConfig, ...]) -> None:
        """Compare these configurations, and no others."""
        self.entries = tuple(Entry(slot, config) for slot, config in enumerate(configs))
        self._changed()

    def add(self, config: ttt.TrainingConfig) -> None:
        """Compare one more, which must not be there; the others look as they did."""
        taken = {entry.slot for entry in self.entries}
        slot = min(set(range(MOST)) - taken)
        self.entries = (*self.entries, Entry(slot, config))
        self._changed()

    def remove(self, slot: int) -> None:
        """Leave one out."""
        self.entries = tuple(entry for entry in self.entries if entry.slot != slot)
        self._changed()

    def _changed(self) -> None:
        self.changes += 1
        self.stopped = False

    @property
    def configs(self) -> list[ttt.TrainingConfig]:
        """The configurations, in order."""
        return [entry.config for entry in self.entries]

    @property
    def names(self) -> list[str]:
        """What they are called, in order."""
        return names_of(self.configs)

    def want(self, seeds: range) -> None:
        """Say with which seeds they are measured: seed by seed, so that it is fair at any time."""
        tasks = [Task(entry.config, seed) for seed in seeds for entry in self.entries]
        self.measurements.want(tasks)
        if self.measurements.finished:
            self.running = False
        elif self.measurements.cost_left <= MAX_UPDATES_AT_ONCE and not self.stopped:
            self.start()

    @property
    def too_much(self) -> bool:
        """Whether measuring takes longer than one visitor may keep a core busy."""
        return self.measurements.cost_left > MAX_UPDATES

    def start(self) -> None:
        """Begin to measure, or go on."""
        if not self.running and not self.too_much:
            self.running, self.stopped = True, False
            self._began, self._cost_then = time.monotonic(), self.measurements.cost_left

    def stop(self) -> None:
        """Measure no more, until asked to; what is measured stays."""
        self.running, self.stopped = False, True

    def leave(self) -> None:
        """Let go of what is needed only as long as it is looked at; nothing goes on unseen."""
        self.stopped = self.stopped or self.running
        self.running = False
        self.measurements.rest()

    @property
    def seconds_left(self) -> float:
        """How long the rest takes: at the pace until now or, before there is one, on one core."""
        left = self.measurements.cost_left
        done, elapsed = self._cost_then - left, time.monotonic() - self._began
        if not self.running or done <= 0:
            return left / UPDATES_PER_SECOND
        return left * elapsed / done

    @property
    def adder_key(self) -> str:
        """Key of the place where one is added: another one, which is closed, once one was."""
        return f"curves_add_{self.changes % GENERATIONS}"


def comparison() -> Comparison:
    """Return the visitor's comparison."""
    return per_visitor(
        Comparison,
        lambda: Comparison(
            tuple(Entry(slot, config) for slot, config in enumerate(opening())),
            Measurements(kept_curves()),
        ),
    )


def chosen_seeds() -> range:
    """Return the seeds that are chosen."""
    number = _whole(SEEDS, 1, MAX_SEEDS)
    first = _whole(FIRST_SEED, 0, MAX_FIRST_SEED)
    return range(first, first + number)


def _whole(control: Control[int], low: int, high: int) -> int:
    value: object = control.value
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    return control.default


def chosen_measure() -> str:
    """Return the label of the series that is chosen."""
    value: object = MEASURE.value
    return value if isinstance(value, str) and value in SERIES else MEASURE.default


def is_logarithmic() -> bool:
    """Say whether the games axis is."""
    return AXIS.value != AXES[0]
