"""What Learning curves keeps for a visitor: the configurations and how they are measured."""

from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.learning import MeasuredCurve, measured_curve
from ttt_ui.compare.curves.configurations import names_of
from ttt_ui.drawing.colours import PLAYER_COLOURS
from ttt_ui.runs import Runs
from ttt_ui.train.result.curves import SERIES
from ttt_ui.train.state import AXES, LOGARITHMIC
from ttt_ui.visit.session import DEFAULT_PRESET, per_visitor
from ttt_ui.widgets import LARGEST_NUMBER_OF_A_BROWSER, FreshKeys, in_range, one_of

FEWEST, MOST = 2, 6
"""Configurations in one chart."""
MAX_SEEDS = 30
MAX_FIRST_SEED = LARGEST_NUMBER_OF_A_BROWSER - MAX_SEEDS
UPDATES_PER_SECOND = 10_000_000
"""Of one core, roughly."""
MAX_UPDATES_AT_ONCE = 20_000_000
"""Of runs that are measured without a click: about two seconds of one core."""
_UPDATES_PER_CURVE = 150_000
"""What it costs to evaluate a run at its fifty or so points."""
MAX_UPDATES = 20_000_000_000
"""Of all runs together: about half an hour of one core."""

SEEDS = in_range("curves_seeds", 8, 1, MAX_SEEDS)
FIRST_SEED = in_range("curves_first_seed", 0, 0, MAX_FIRST_SEED)
MEASURE = one_of("curves_measure", SERIES, "o-loses-vs-random")
AXIS = one_of("curves_axis", AXES, LOGARITHMIC)


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
    # Of `wanted`, seed by seed, so that all configurations keep pace.
    runs: Runs[MeasuredCurve] = field(default_factory=lambda: Runs((), measured_curve))
    wanted: tuple[tuple[Entry, ...], range] = (), range(0)
    # Whether the visitor has stopped it, so that it does not restart on its own.
    stopped: bool = False
    # Of the form; a change of the configurations closes it.
    key: FreshKeys = field(default_factory=lambda: FreshKeys("curves"))

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

    def want(self, seeds: range) -> None:
        """Set the seeds, and measure what is new at once if it is quick."""
        if self.wanted != (self.entries, seeds):
            was_running = self.runs.running
            self.runs.stop()
            self.wanted = self.entries, seeds
            self.runs = Runs(
                [replace(entry.config, seed=seed) for seed in seeds for entry in self.entries],
                measured_curve,
            )
            if was_running:
                self.start()
        if not self.stopped and self.updates_left <= MAX_UPDATES_AT_ONCE:
            self.start()

    def measured(self) -> list[dict[int, MeasuredCurve]]:
        """Return the results of each configuration, by seed."""
        results, (entries, seeds) = self.runs.results, self.wanted
        places = product(seeds, range(len(entries)))
        measured: list[dict[int, MeasuredCurve]] = [{} for _ in entries]
        for place, (seed, entry) in enumerate(places):
            if place in results:
                measured[entry][seed] = results[place]
        return measured

    @property
    def updates_left(self) -> int:
        """The time that measuring still takes, as an approximate number of updates."""
        runs_left = len(self.runs.configs) - self.runs.done
        return self.runs.updates_left + _UPDATES_PER_CURVE * runs_left

    @property
    def too_much(self) -> bool:
        """Whether measuring takes longer than one visitor may use a core."""
        return self.updates_left > MAX_UPDATES

    @property
    def seconds_left(self) -> float:
        """The estimated time left before measuring begins, on one core."""
        return self.updates_left / UPDATES_PER_SECOND

    def start(self) -> None:
        if not self.too_much:
            self.stopped = False
            self.runs.start()

    def stop(self) -> None:
        """Stop measuring; finished curves stay."""
        self.stopped = True
        self.runs.stop()

    def leave(self) -> None:
        """Stop and drop what only this view needs; the server keeps finished curves."""
        if self.runs.running:
            self.stop()
        self.runs, self.wanted = Runs((), measured_curve), ((), range(0))


def comparison() -> Comparison:
    return per_visitor(
        Comparison,
        lambda: Comparison(tuple(Entry(slot, config) for slot, config in enumerate(opening()))),
    )


def chosen_seeds() -> range:
    return range(FIRST_SEED.value, FIRST_SEED.value + SEEDS.value)
