"""What is measured: the configurations of a comparison, or those of a sweep over two settings.

The `Plan` of a sweep may be invalid: the form keeps what was typed, and a sentence says what is
wrong.
"""

import shlex
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import (
    MEASURES,
    PRESET_LABELS,
    RULES,
    SETTINGS,
    Measure,
    RuleName,
    matters,
    reproducing_config,
)
from ttt_core.sentences import sentence, tr_noop
from ttt_ui.drawing.colours import PLAYER_COLOURS
from ttt_ui.frame.field import Field, number, one_of
from ttt_ui.frame.links import config_to_query
from ttt_ui.language import tr, tr_plural
from ttt_ui.train.controls import SETTINGS as CONTROLS
from ttt_ui.train.controls import (
    differences,
    in_words,
    most_important,
    with_setting,
)
from ttt_ui.train.state import train_state
from ttt_ui.visit.limits import MAX_WALL_RUNS, LimitError, check_sweep
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import DEFAULT_PRESET, session
from ttt_ui.wording import counted

FEWEST, MOST = 2, 6
"""Configurations in one chart."""
NO_CHANGE = tr_noop("None")
"""The option to change no setting."""
_SMALLEST = 1e-6
_YES_AND_NO = {True: tr_noop("Yes"), False: tr_noop("No")}
_NAMED = 3
RULE = "rule"
RULE_LABELS: Mapping[str, str] = {name: rule.label for name, rule in RULES.items()}
_SHARED = ("seed",)
"""Not part of a configuration: all are trained with the same seeds."""


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


def opening() -> tuple[ttt.TrainingConfig, ...]:
    """Return the first comparison: the default preset with and without symmetry."""
    preset = ttt.PRESETS[DEFAULT_PRESET]
    return preset, replace(preset, symmetry=False)


def sources() -> dict[str, ttt.TrainingConfig]:
    """Return what can be added, by name: of presets, Train and agents trained in one run."""
    configs = {
        tr("Preset: {name}", name=tr(PRESET_LABELS[name])): config
        for name, config in ttt.PRESETS.items()
    }
    configs[tr("Current settings on Train")] = train_state().settings
    if own := reproducing_config(session().agent):
        configs[tr("Your agent")] = own
    for name, added in roster().slotted().items():
        if config := added.packed.reproducing_config:
            configs[tr("Agent: {name}", name=name)] = config
    return {name: replace(config, seed=0) for name, config in configs.items()}


def agents_without_source() -> list[str]:
    """Name the agents that no single training run describes."""
    own = [] if reproducing_config(session().agent) else [tr("your agent")]
    added = roster().slotted().items()
    return own + [name for name, one in added if one.packed.reproducing_config is None]


def settings_that_matter(config: ttt.TrainingConfig) -> list[str]:
    games, *others = CONTROLS
    named = (games, "rule", *others)
    return [n for n in named if n not in _SHARED and matters(n, config)]


def setting_field(config: ttt.TrainingConfig) -> Field[str]:
    """Return the field for a setting to change, or `NO_CHANGE`."""
    labels = {name: SETTINGS[name].label for name in settings_that_matter(config)}
    return one_of(
        "curves_setting",
        {NO_CHANGE: NO_CHANGE, **labels},
        widget=st.selectbox,
        label=tr_noop("Change one setting"),
    )


def value_field(config: ttt.TrainingConfig, setting: str) -> Field[Any]:
    """Return the field for another value of a setting; its default is the configuration's."""
    key, label, value = f"curves_value_{setting}", tr_noop("Value"), getattr(config, setting)
    if setting == "rule":
        return one_of(key, RULE_LABELS, value, widget=st.selectbox, label=label)
    control = CONTROLS[setting]
    if control.words:
        return one_of(key, control.words, value, widget=st.selectbox, label=label)
    if isinstance(value, bool):
        return one_of(key, _YES_AND_NO, not value, widget=st.selectbox, label=label)
    schema = SETTINGS[setting].schema
    whole = schema["type"] == "integer"
    typed = int if whole else float
    return number(
        key,
        typed(value),
        typed(schema.get("minimum", _SMALLEST)),
        typed(schema["maximum"]),
        label=label,
        look={"step": 1 if whole else control.step, "format": None if whole else "%g"},
    )


def name_of(config: ttt.TrainingConfig) -> str:
    """Name a configuration after the nearest preset and the settings that differ from it."""
    different = {
        name: [setting for setting in differences(config, base) if setting not in _SHARED]
        for name, base in _presets_with(config.rule).items()
    }
    nearest = min(different, key=lambda name: len(different[name]))
    changes = [in_words(name, config) for name in different[nearest][:_NAMED]]
    changes = [words[0].lower() + words[1:] for words in changes]
    more = len(different[nearest]) - _NAMED
    rest = [tr_plural("{n} more", "{n} more", more)] if more > 0 else []
    return ", ".join([*map(tr, nearest), *changes, *rest])


@cache
def _presets_with(rule: RuleName) -> dict[tuple[str, ...], ttt.TrainingConfig]:
    """Return a rule's presets by labels, then the default preset with that rule."""
    of_it = {
        (PRESET_LABELS[name],): config
        for name, config in ttt.PRESETS.items()
        if config.rule == rule
    }
    default = with_setting(ttt.PRESETS[DEFAULT_PRESET], "rule", rule)
    return of_it | (
        {} if default in of_it.values() else {(DEFAULT_PRESET, RULES[rule].label): default}
    )


def names_of(configs: Sequence[ttt.TrainingConfig]) -> list[str]:
    """Name configurations; a name that is taken already gets a number."""
    seen: Counter[str] = Counter()
    names = []
    for name in map(name_of, configs):
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def settings_that_differ(configs: Sequence[ttt.TrainingConfig]) -> list[str]:
    return [
        field.name
        for field in fields(ttt.TrainingConfig)
        if field.name not in _SHARED
        and len({getattr(config, field.name) for config in configs}) > 1
    ]


_UNBEATABLE = MEASURES["unbeatable_from"]
WALL = Measure(
    "fronts",
    tr_noop("Wall of fronts"),
    tr_noop(
        "A small picture for each combination: the share of positions that the agent plays right, "
        "by the number of games and of marks on the board."
    ),
    _UNBEATABLE.of,
    is_share=False,
)
"""The measure that is a picture. Its number, in files, is that of `_UNBEATABLE`."""
MEASURES_OF_SWEEPS = {**MEASURES, WALL.name: WALL}
"""By name."""


@dataclass(frozen=True)
class Axis:
    """A setting and the values it takes: `count` of them, from `low` to `high`.

    With `by_factor` they are spaced logarithmically, otherwise evenly. The setting `RULE` takes
    `rules` instead.
    """

    setting: str
    low: float
    high: float
    count: int
    by_factor: bool = False
    rules: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return tr(SETTINGS[self.setting].label)

    @property
    def values(self) -> tuple[float | str, ...]:
        """The values, numbers ascending; raises `ttt.ConfigError` if they are not valid."""
        if self.setting == RULE:
            return self.rules
        values = ttt.span(self.setting, self.low, self.high, self.count, by_factor=self.by_factor)
        return tuple(value for value in values if not isinstance(value, str))

    @property
    def written(self) -> str:
        """The values as written in links and for ``ttt-sweep``: ``0.1:1:10``."""
        if self.setting == RULE:
            return ",".join(self.rules)
        words = [_written(self.low), _written(self.high), str(self.count)]
        return ":".join([*words, "log"] if self.by_factor else words)


_FEW_VALUES = 4


def rules_axis(rules: Collection[str]) -> Axis:
    return Axis(RULE, 0, 0, len(rules), rules=tuple(rules))


OFFERED: dict[str, Axis] = {
    axis.setting: axis
    for axis in (
        Axis("games", 500, 20_000, 10, by_factor=True),
        Axis("alpha", 0.1, 1, 10),
        Axis("gamma", 0.1, 1, 10),
        Axis("trace_decay", 0, 1, 11),
        Axis("epsilon", 0.1, 1, 10),
        Axis("epsilon_decay", 0.9991, 1, 10),
        Axis("epsilon_floor", 0, 0.5, 11),
        Axis("experience_games", 50, 5_000, 10, by_factor=True),
        Axis("initial_value", -1, 1, 11),
        Axis("random_share", 0, 1, 11),
        Axis("minimax_share", 0, 1, 11),
        Axis("lessons", 0, 40_000, 5),
        Axis("reward_win", 0.2, 2, 10),
        Axis("reward_draw", -1, 1, 11),
        Axis("reward_loss", -2, 0, 11),
        Axis("move_cost", 0, 0.5, 11),
        Axis("replay", 0, 50, 11),
        Axis("replay_size", 100, 10_000, 9, by_factor=True),
        Axis("hidden_units", 4, 64, 5, by_factor=True),
        Axis("network_step", 0.0005, 0.02, 5, by_factor=True),
        Axis("halved_after", 1_000, 1_000_000, 4, by_factor=True),
        Axis("batch", 4, 64, 5, by_factor=True),
        Axis("copy_every", 20, 2_000, 5, by_factor=True),
        Axis("weight_win", 10, 100, 10),
        Axis("weight_draw", -50, 50, 11),
        Axis("weight_loss", -100, 0, 11),
        Axis("reward_base", 1, 2, 11),
        Axis("beads_win", 0, 9, 10),
        Axis("beads_draw", -3, 6, 10),
        Axis("beads_loss", -9, 0, 10),
    )
}
"""A useful range of every numeric setting, by name."""
RULES_AXIS = rules_axis(("minimax-q", "q-learning", "sarsa", "monte-carlo", "afterstates"))
"""Only up, because there the labels have room."""


@dataclass(frozen=True)
class Plan:
    """A sweep over two settings."""

    base: ttt.TrainingConfig  # all other settings and the first seed
    across: Axis
    up: Axis
    measure: str = _UNBEATABLE.name  # a name of `MEASURES_OF_SWEEPS`
    seeds: int = 3

    @property
    def is_wall(self) -> bool:
        return self.measure == WALL.name

    @property
    def number(self) -> str:
        """The name of the engine's measure."""
        return _UNBEATABLE.name if self.is_wall else self.measure

    def sweep(self) -> ttt.Sweep:
        """Return the sweep to measure.

        Raises `ConfigError` or `LimitError` if the plan is invalid or too large for the server.
        """
        for axis in (self.across, self.up):
            if axis.setting not in (RULE, *offered(self.base)):
                raise ttt.ConfigError(
                    sentence(
                        "“{setting}” has no effect with the other settings. Choose another "
                        "setting.",
                        setting=axis.label,
                    ),
                    axis.setting,
                )
        if self.across.setting == self.up.setting:
            raise ttt.ConfigError(sentence("Choose two different settings."), self.up.setting)
        sweep = ttt.Sweep(
            base=self.base,
            over={axis.setting: axis.values for axis in (self.up, self.across)},
            measures=[self.number],
            seeds=self.seeds,
        )
        check_sweep(sweep)
        if self.is_wall and len(sweep) > MAX_WALL_RUNS:
            raise LimitError(
                sentence(
                    "A wall can have up to {limit:,} training runs, not {runs:,}. Use fewer values "
                    "or seeds.",
                    limit=MAX_WALL_RUNS,
                    runs=len(sweep),
                )
            )
        return sweep

    @property
    def command(self) -> str:
        """The command line for the same sweep, quoted for a shell."""
        plain = ttt.TrainingConfig()
        words = ["ttt-sweep"]
        for axis in (self.up, self.across):
            words += ["--over", f"{axis.setting}={axis.written}"]
        words += ["--measure", self.number, "--seeds", str(self.seeds)]
        words += [
            f"--{name.replace('_', '-')}={text}"
            for name, text in config_to_query(self.base).items()
            if getattr(self.base, name) != getattr(plain, name)
            and name not in (self.across.setting, self.up.setting)
        ]
        return shlex.join(words)


@lru_cache(maxsize=16)
def checked(plan: Plan) -> ttt.Sweep | ValueError:
    """Return the sweep of a plan, or the error that says why it is not valid."""
    try:
        return plan.sweep()
    except (ttt.ConfigError, LimitError) as error:
        return error


def first_plan(base: ttt.TrainingConfig) -> Plan:
    """Return a plan over the two most important settings."""
    names = offered(base)
    important = [name for name in most_important(base) if name in names and name != "games"]
    across, up = [*important, *names][:2]
    return Plan(base, OFFERED[across], OFFERED[up])


def smaller(plan: Plan) -> Plan:
    """Return a plan with few values and one seed, which is measured in a second or two."""
    across, up = (replace(axis, count=_FEW_VALUES) for axis in (plan.across, plan.up))
    return replace(plan, across=across, up=up, seeds=1)


@lru_cache(maxsize=16)
def offered(base: ttt.TrainingConfig) -> tuple[str, ...]:
    """Return the settings that a sweep can vary: those with an effect and a valid range."""
    return tuple(name for name in OFFERED if matters(name, base) and _can_change(name, base))


def _can_change(name: str, base: ttt.TrainingConfig) -> bool:
    try:
        return len(ttt.Sweep(base=base, over={name: OFFERED[name].values}).points) > 1
    except ttt.ConfigError:
        return False


def in_range(setting: str, value: object) -> bool:
    """Say whether this is a number within the range of a setting, ends included."""
    low, high = ends(setting)
    return type(value) in (int, float) and low <= cast("float", value) <= high


def ends(setting: str) -> tuple[float, float]:
    schema = SETTINGS[setting].schema
    low = schema["minimum"] if "minimum" in schema else schema["exclusiveMinimum"]
    return low, schema["maximum"]


def is_whole(setting: str) -> bool:
    return bool(SETTINGS[setting].schema["type"] == "integer")


def size_in_words(sweep: ttt.Sweep) -> str:
    """Say how large a sweep is: combinations, seeds and games."""
    combinations, seeds = (
        counted(len(sweep.points), "combination", "combinations"),
        counted(sweep.seeds, "seed", "seeds"),
    )
    if "games" in sweep.over:
        place = list(sweep.over).index("games")
        total = sum(int(point[place]) for point in sweep.points) * sweep.seeds
        lowest, *_, highest = sweep.over["games"]
        each = tr("{low:,} to {high:,} games", low=lowest, high=highest)
    else:
        total = len(sweep) * sweep.base.games
        each = counted(sweep.base.games, "game", "games")
    size = f"{combinations} × {seeds} × {each} = {_games(total)}."
    if not sweep.left_out:
        return size
    skipped = tr_plural(
        "{n:,} combination skipped: the values cannot be combined.",
        "{n:,} combinations skipped: the values cannot be combined.",
        sweep.left_out,
    )
    return f"{size} {skipped}"


def _games(number: int) -> str:
    """Write a number of games, with a word for its size if it is large."""
    if number >= 10**9:
        billions = number / 10**9
        return tr_plural(
            "{size:.3g} billion games", "{size:.3g} billion games", int(billions), size=billions
        )
    if number >= 10**6:
        millions = number / 10**6
        return tr_plural(
            "{size:.3g} million games", "{size:.3g} million games", int(millions), size=millions
        )
    return counted(number, "game", "games")


def base_in_words(plan: Plan) -> str:
    """List the settings that all runs of a plan share and that differ from the defaults."""
    defaults, base = ttt.TrainingConfig(), plan.base
    swept = (plan.across.setting, plan.up.setting)
    parts = [] if RULE in swept else [tr(RULES[base.rule].label)]
    if "games" not in swept:
        parts.append(counted(base.games, "game", "games"))
    last = base.seed + plan.seeds - 1
    parts.append(
        tr("seed {seed}", seed=last)
        if plan.seeds == 1
        else tr("seeds {first} to {last}", first=base.seed, last=last)
    )
    parts += [
        in_words(name, base)
        for name in CONTROLS
        if name not in ("games", "seed", *swept)
        and matters(name, base)
        and getattr(base, name) != getattr(defaults, name)
    ]
    return " · ".join(parts)


def _written(number: float) -> str:
    """Write a number exactly, whole numbers without a decimal point."""
    return str(int(number)) if float(number).is_integer() else repr(number)
