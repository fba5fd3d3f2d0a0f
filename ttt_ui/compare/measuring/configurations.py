"""The configurations of a comparison: which ones can be added, their names, and their styles."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, NamedTuple

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS, RULES, RuleName, config_that_tells, matters
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.colours import PLAYER_COLOURS
from ttt_ui.frame.field import Field, number, one_of
from ttt_ui.language import tr, tr_plural
from ttt_ui.train.controls import (
    GAMES,
    SETTINGS,
    Choice,
    SettingControl,
    Stops,
    Switch,
    differences,
    in_words,
    with_setting,
)
from ttt_ui.train.state import train_state
from ttt_ui.visit.limits import check_training
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import DEFAULT_PRESET, session

FEWEST, MOST = 2, 6
"""Configurations in one chart."""
NO_CHANGE = tr_noop("None")
"""The option to change no setting."""
_SMALLEST = 1e-6
_YES_AND_NO = {True: tr_noop("Yes"), False: tr_noop("No")}
_NAMED = 3
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


@dataclass(frozen=True)
class Entry:
    """A configuration in a comparison; its slot, a number from 0, decides its style."""

    slot: int
    config: ttt.TrainingConfig

    @property
    def style(self) -> Style:
        return STYLES[self.slot]


def opening() -> tuple[ttt.TrainingConfig, ...]:
    """Return the first comparison: the default preset with and without symmetry."""
    preset = ttt.PRESETS[DEFAULT_PRESET]
    return preset, replace(preset, symmetry=False)


class Sources(NamedTuple):
    configs: dict[str, ttt.TrainingConfig]  # by name, in the visitor's language
    missing: tuple[str, ...]  # the agents that no single training run describes


def sources() -> Sources:
    """Return what the visitor can add: from the presets, Train and agents trained in one run."""
    configs = {
        tr("Preset: {name}", name=tr(PRESET_LABELS[name])): config
        for name, config in ttt.PRESETS.items()
    }
    configs[tr("Current settings on Train")] = train_state().settings
    missing = []
    own = config_that_tells(session().agent)
    if own is None:
        missing.append(tr("your agent"))
    else:
        configs[tr("Your agent")] = own
    for name, added in roster().slotted().items():
        if added.packed.config_that_tells is None:
            missing.append(name)
        else:
            configs[tr("Agent: {name}", name=name)] = added.packed.config_that_tells
    return Sources({name: seedless(config) for name, config in configs.items()}, tuple(missing))


def seedless(config: ttt.TrainingConfig) -> ttt.TrainingConfig:
    """Return a configuration with seed 0, as configurations are compared."""
    return config if config.seed == 0 else replace(config, seed=0)


def kind_of(name: str) -> SettingControl | None:
    """Return the kind of a setting's control; None for the rule, which is chosen by name."""
    return GAMES if name == "games" else SETTINGS.get(name)


def settings_that_matter(config: ttt.TrainingConfig) -> list[str]:
    """Return the settings that a variation can change."""
    named = ("games", "rule", *SETTINGS)
    return [n for n in named if n not in _SHARED and matters(n, config)]


def setting_field(config: ttt.TrainingConfig) -> Field[str]:
    """Return the field for a setting to change, or `NO_CHANGE`."""
    labels = {name: DECLARED[name].label for name in settings_that_matter(config)}
    return one_of(
        "curves_setting",
        {NO_CHANGE: NO_CHANGE, **labels},
        widget=st.selectbox,
        label=tr_noop("Change one setting"),
    )


def value_field(config: ttt.TrainingConfig, setting: str) -> Field[Any]:
    """Return the field for another value of a setting; its default is the configuration's."""
    key, label, value = f"curves_value_{setting}", tr_noop("Value"), getattr(config, setting)
    match kind_of(setting):
        case None:
            rules = {name: rule.label for name, rule in RULES.items()}
            return one_of(key, rules, value, widget=st.selectbox, label=label)
        case Choice(options=options):
            return one_of(key, options, value, widget=st.selectbox, label=label)
        case Switch():
            return Field(
                key,
                not value,
                lambda answer: isinstance(answer, bool),
                widget=st.selectbox,
                offers=lambda: [list(_YES_AND_NO)],
                label=label,
                look={"format_func": lambda answer: tr(_YES_AND_NO[answer])},
            )
        case kind:
            schema = DECLARED[setting].schema
            whole = schema["type"] == "integer"
            typed = int if whole else float
            return number(
                key,
                typed(value),
                typed(schema.get("minimum", _SMALLEST)),
                typed(schema["maximum"]),
                label=label,
                look={
                    "step": kind.step if isinstance(kind, Stops) and not whole else 1,
                    "format": None if whole else "%g",
                },
            )


def variation(config: ttt.TrainingConfig, name: str, value: Any) -> ttt.TrainingConfig:
    """Return the configuration with one setting changed, and others adapted to it if needed.

    Raises `ConfigError` if the value is not valid, and `LimitError` if training takes too long.
    """
    varied = with_setting(config, name, value)
    check_training(varied)
    return varied


def name_of(config: ttt.TrainingConfig) -> str:
    """Name a configuration after the nearest preset and the settings that differ from it."""
    different = {
        name: [setting for setting in differences(config, base) if setting not in _SHARED]
        for name, base in _presets_with(config.rule).items()
    }
    nearest = min(different, key=lambda name: len(different[name]))
    changes = [_with_small_initial(in_words(name, config)) for name in different[nearest][:_NAMED]]
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


def _with_small_initial(words: str) -> str:
    return words[0].lower() + words[1:]


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
