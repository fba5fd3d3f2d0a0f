"""What the views that measure keep for a visitor: what is to be measured, and the results so far.

The runs of a `Comparison`, which draws learning curves, end when the visitor leaves the view. Those
of a sweep continue on other pages, and the browser saves their results.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.files import sweep_text
from ttt_core.learning import (
    MeasuredCurve,
    MeasuredFronts,
    MeasureInParts,
    measured_curve,
    measured_fronts,
    updates_of,
)
from ttt_core.sentences import tr_noop
from ttt_ui.compare.measuring.plan import (
    MOST,
    NO_CHANGE,
    OFFERED,
    RULE,
    RULES_AXIS,
    Plan,
    checked,
    first_plan,
    names_of,
    opening,
    rules_axis,
    settings_that_matter,
    smaller,
)
from ttt_ui.frame.field import number, one_of
from ttt_ui.runs import Runs, with_seeds
from ttt_ui.train.curves import SERIES
from ttt_ui.train.state import AXES, LOGARITHMIC, train_state
from ttt_ui.visit.session import key_of, per_visitor, session
from ttt_ui.widgets import LARGEST_NUMBER_OF_A_BROWSER, FreshKeys, held

MAX_SEEDS = 30
"""Of a comparison."""
MAX_FIRST_SEED = LARGEST_NUMBER_OF_A_BROWSER - MAX_SEEDS
UPDATES_PER_SECOND = 10_000_000
"""Of one core, roughly."""
MAX_UPDATES_AT_ONCE = 20_000_000
"""Of runs that are measured without a click: about two seconds of one core."""
_UPDATES_PER_CURVE = 150_000
"""What it costs to evaluate a run at its fifty or so points."""
MAX_UPDATES = 20_000_000_000
"""Of all runs together: about half an hour of one core."""

SEEDS = number(
    *("curves_seeds", 8, 1, MAX_SEEDS),
    label=tr_noop("Seeds"),
    in_links="seeds",
    look={"width": 100},
)
FIRST_SEED = number(
    *("curves_first_seed", 0, 0, MAX_FIRST_SEED),
    label=tr_noop("First seed"),
    in_links="from",
    look={"width": 110},
)
MEASURE = one_of(
    "curves_measure",
    {name: series.label for name, series in SERIES.items()},
    "o-loses-vs-random",
    widget=st.selectbox,
    label=tr_noop("Measure"),
    in_links="measure",
    look={"width": 240},
)
AXIS = one_of("curves_axis", AXES, LOGARITHMIC, label=tr_noop("Games axis"), in_links="axis")
FIELDS_OF_CURVES = (SEEDS, FIRST_SEED, MEASURE, AXIS)

AS_ON_TRAIN = tr_noop("As on Train")
AS_IN_YOUR_AGENT = tr_noop("As in your agent")
AS_IN_THE_LINK = tr_noop("As in the link")


def chosen_seeds() -> range:
    return range(FIRST_SEED.value, FIRST_SEED.value + SEEDS.value)


def _no_runs() -> Runs[MeasuredCurve]:
    return Runs((), (0,), measured_curve)


@dataclass
class Comparison:
    """The configurations in a comparison, and whether they are being measured."""

    # Two to six different configurations by slot, a number from 0, which decides their style.
    configs: dict[int, ttt.TrainingConfig] = field(
        default_factory=lambda: dict(enumerate(opening()))
    )
    runs: Runs[MeasuredCurve] = field(default_factory=_no_runs)
    measured: object = None  # what `runs` measure: configurations and seeds
    # Whether the visitor has stopped it, so that it does not restart on its own.
    stopped: bool = False
    # What is chosen to be added: the name of its source, a setting to change and its value; None
    # if the value is the source's.
    source: str = ""
    setting: str = NO_CHANGE
    value: Any = None

    def replace_all(self, configs: Iterable[ttt.TrainingConfig]) -> None:
        self._set(dict(enumerate(configs)))

    def add(self, config: ttt.TrainingConfig) -> None:
        """Add a new configuration; the others keep their styles."""
        free = next(slot for slot in range(MOST) if slot not in self.configs)
        self._set({**self.configs, free: config})

    def remove(self, slot: int) -> None:
        self._set({other: config for other, config in self.configs.items() if other != slot})

    def _set(self, configs: dict[int, ttt.TrainingConfig]) -> None:
        self.configs = configs
        self.source, self.setting, self.value = "", NO_CHANGE, None
        self.stopped = False

    def choose_setting(self, name: str) -> None:
        self.setting, self.value = name, None

    def to_add(self, configs: Mapping[str, ttt.TrainingConfig]) -> tuple[str, str]:
        """Return the source and the setting to change, as the form shows them."""
        source = self.source if self.source in configs else next(iter(configs))
        settings = settings_that_matter(configs[source])
        return source, self.setting if self.setting in settings else NO_CHANGE

    @property
    def names(self) -> dict[int, str]:
        """The configurations' names, by slot."""
        return dict(zip(self.configs, names_of([*self.configs.values()]), strict=True))

    @property
    def results(self) -> dict[int, dict[int, MeasuredCurve]]:
        """What is measured so far, by slot and seed."""
        return dict(zip(self.configs, self.runs.by_configuration, strict=True))

    def want(self, seeds: range) -> None:
        """Set the seeds, and measure what is new at once if it is quick."""
        wanted = [*self.configs.values()], seeds
        if self.measured != wanted:
            was_running = self.runs.running
            self.runs.stop()
            self.measured = wanted
            runs = with_seeds(self.configs.values(), seeds)
            # Seed by seed, so that all configurations keep pace.
            self.runs = Runs(runs, seeds, measured_curve, seed_by_seed=True)
            if was_running:
                self.start()
        if not self.stopped and self.updates_left <= MAX_UPDATES_AT_ONCE:
            self.start()

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
        self.runs, self.measured = _no_runs(), None


def comparison() -> Comparison:
    return per_visitor(Comparison)


class Measuring(Runs[Any]):
    """The runs of a sweep.

    Parameters
    ----------
    plan
        It must be valid.
    saved
        The results that the browser has saved in an earlier visit. Of a wall it saves no pictures,
        so all is measured again.
    """

    def __init__(self, plan: Plan, saved: Mapping[int, tuple[float, ...]] | None = None) -> None:
        sweep = checked(plan)
        assert isinstance(sweep, ttt.Sweep)
        self.plan, self.sweep, self.is_restored = plan, sweep, saved is not None
        first = plan.base.seed
        measure: MeasureInParts[Any, Any] = measured_fronts if plan.is_wall else sweep.measured
        known = {} if plan.is_wall else saved or {}
        super().__init__(sweep, range(first, first + plan.seeds), measure, known)

    @property
    def axes(self) -> tuple[list[object], list[object]]:
        """The values upwards and across; rules are read downwards."""
        up, across = map(list, self.sweep.over.values())
        return up[::-1] if self.plan.up.setting == RULE else up, across

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cell of each point of the sweep: its places up and across."""
        up, across = ({value: n for n, value in enumerate(axis)} for axis in self.axes)
        return [(up[high], across[wide]) for high, wide in self.sweep.points]

    def config(self, across: int, up: int) -> ttt.TrainingConfig | None:
        """Return a cell's configuration with the first seed; None if the cell does not exist."""
        cells = self.cells
        if (up, across) not in cells:
            return None
        return self.sweep[cells.index((up, across)) * self.sweep.seeds]

    def csv(self) -> str:
        """Return the finished runs as a file that ``ttt-sweep`` can continue."""
        numbers = {run: (number_of(result),) for run, result in self.results.items()}
        return sweep_text(self.sweep, numbers.items())


def number_of(result: tuple[float] | MeasuredFronts) -> float:
    """Return the number that a run of a sweep is measured for; nan if it has none."""
    if isinstance(result, MeasuredFronts):
        return np.nan if result.since is None else result.since
    return result[0]


@dataclass
class SweepState:
    """The form of a sweep, and the last one that was started."""

    # What the controls show. Its base is used only if `source` is the link; see `plan`.
    form: Plan
    source: str = AS_ON_TRAIN  # where all other settings come from
    has_link: bool = False  # whether a link has set them
    untouched: bool = False  # whether a link has filled in the form and no sweep was started since
    measuring: Measuring | None = None  # None before the first
    is_clicked: bool = False  # whether the visitor has started the last one
    # The cell described in words: its places across and up.
    picked: dict[str, int] = field(default_factory=lambda: {"across": 0, "up": 0})
    result_key: FreshKeys = field(default_factory=lambda: FreshKeys("sweep_result"))

    @property
    def plan(self) -> Plan:
        """The form with the settings that all runs share."""
        if self.source == AS_ON_TRAIN:
            return replace(self.form, base=train_state().settings)
        if self.source == AS_IN_YOUR_AGENT:
            return replace(self.form, base=session().agent.config)
        return self.form

    def may_start_alone(self, sweep: ttt.Sweep | ValueError) -> bool:
        """Return whether the form's sweep is the first one and small enough to start unasked."""
        if self.measuring is not None or self.untouched or isinstance(sweep, ValueError):
            return False
        return updates_of(tuple(sweep)) <= MAX_UPDATES_AT_ONCE

    def change(self, name: str, value: Any) -> None:
        self.form = replace(self.form, **{name: value})

    def change_axis(self, which: str, name: str, value: Any) -> None:
        """Change a part of an axis; another setting comes with its own range."""
        axis = getattr(self.form, which)
        if name == "setting":
            axis = RULES_AXIS if value == RULE else OFFERED[value]
        elif (name == "rules") != (axis.setting == RULE):
            return  # a late report
        else:
            axis = rules_axis(value) if name == "rules" else replace(axis, **{name: value})
        self.change(which, axis)

    @property
    def sources(self) -> tuple[str, ...]:
        """Where all other settings can come from."""
        own = AS_ON_TRAIN, AS_IN_YOUR_AGENT
        return (*own, AS_IN_THE_LINK) if self.has_link else own

    def fill_in(self, plan: Plan) -> None:
        """Fill in the form with a plan; this measures nothing."""
        self.has_link = plan.base != train_state().settings
        self.source = AS_IN_THE_LINK if self.has_link else AS_ON_TRAIN
        self.form = plan
        self.untouched = self.measuring is None or self.measuring.plan != plan


def last_measuring() -> Measuring | None:
    """Return the visitor's last sweep; None before the first."""
    state = held(key_of(SweepState))
    return state.measuring if isinstance(state, SweepState) else None


def sweep_state() -> SweepState:
    visitor, train = session(), train_state()
    train.follow_agent(visitor)
    return per_visitor(SweepState, lambda: SweepState(smaller(first_plan(train.settings))))
