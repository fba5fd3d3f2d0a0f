"""Who can be compared, and what a configuration is called: after what is different in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, NamedTuple

import ttt_core as ttt
from ttt_core.learning.config import matters
from ttt_core.learning.packed_agent import PackedAgent
from ttt_core.learning.rules import RULES
from ttt_ui.shared.limits import check_training
from ttt_ui.shared.links import config_that_tells
from ttt_ui.shared.session import DEFAULT_PRESET
from ttt_ui.train.settings import GAMES, SETTINGS, Setting, changed, in_words

_NAMED = 3
_NO_SETTING_OF_ONE = ("seed",)
"""What does not tell one configuration from another: all are trained with the same seeds."""


class Sources(NamedTuple):
    """What a configuration can be taken from.

    Attributes
    ----------
    configs
        By what it is called in the list.
    untold : tuple of str
        The agents whose settings do not tell what they have learned.
    """

    configs: dict[str, ttt.TrainingConfig]
    untold: tuple[str, ...]


def sources(
    settings: ttt.TrainingConfig, agent: ttt.Agent, others: Mapping[str, PackedAgent]
) -> Sources:
    """Return what can be compared: the settings of Train, the presets, agents of a single run."""
    configs = {f"Preset: {name}": config for name, config in ttt.PRESETS.items()}
    configs["Train: the settings there"] = settings
    untold = []
    own = config_that_tells(agent)
    if own is None:
        untold.append("your present agent")
    else:
        configs["Agent: your present one"] = own
    for name, packed in others.items():
        if packed.trained_again:
            configs[f"Agent: {name}"] = packed.config
        else:
            untold.append(name)
    return Sources({name: seedless(config) for name, config in configs.items()}, tuple(untold))


def seedless(config: ttt.TrainingConfig) -> ttt.TrainingConfig:
    """Return a configuration without its own seed: as it is compared."""
    return config if config.seed == 0 else replace(config, seed=0)


def kind_of(name: str) -> Setting | None:
    """Return the kind of control that a setting has; None for the rule, one of a few words."""
    return GAMES if name == "games" else SETTINGS.get(name)


def settings_that_matter(config: ttt.TrainingConfig) -> list[str]:
    """Return the settings of which a variation can have another value."""
    named = ("games", "rule", *SETTINGS)
    return [n for n in named if n not in _NO_SETTING_OF_ONE and matters(n, config)]


def variation(config: ttt.TrainingConfig, name: str, value: Any) -> ttt.TrainingConfig:
    """Return the same configuration with another value of a setting.

    Others are moved where they would contradict it.

    Raises
    ------
    ConfigError
        If that is no value of the setting.
    LimitError
        If a training by it takes longer than one visitor may keep a core busy.
    """
    varied = changed(config, name, value)
    check_training(varied)
    return varied


def name_of(config: ttt.TrainingConfig) -> str:
    """Name a configuration after the nearest preset, and in what it differs from that."""
    different = {
        name: _differences(config, base) for name, base in _presets_with(config.rule).items()
    }
    nearest = min(different, key=lambda name: len(different[name]))
    said = [_begun_small(in_words(name, config)) for name in different[nearest][:_NAMED]]
    more = len(different[nearest]) - _NAMED
    return ", ".join([nearest, *said, *([f"{more} more"] if more > 0 else [])])


@cache
def _presets_with(rule: str) -> dict[str, ttt.TrainingConfig]:
    """Return the presets of a rule by name, and after them the default with that rule."""
    of_it = {name: preset for name, preset in ttt.PRESETS.items() if preset.rule == rule}
    default = changed(ttt.PRESETS[DEFAULT_PRESET], "rule", rule)
    return of_it | (
        {} if default in of_it.values() else {f"{DEFAULT_PRESET}, {RULES[rule].label}": default}
    )


def _begun_small(words: str) -> str:
    return words[0].lower() + words[1:]


def names_of(configs: Sequence[ttt.TrainingConfig]) -> list[str]:
    """Name configurations; where two would have the same name, the later has a number."""
    seen: Counter[str] = Counter()
    names = []
    for name in map(name_of, configs):
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def settings_that_differ(configs: Sequence[ttt.TrainingConfig]) -> list[str]:
    """Return the settings that are not the same in all configurations."""
    return [
        field.name
        for field in fields(ttt.TrainingConfig)
        if field.name not in _NO_SETTING_OF_ONE
        and len({getattr(config, field.name) for config in configs}) > 1
    ]


def _differences(config: ttt.TrainingConfig, other: ttt.TrainingConfig) -> list[str]:
    return [
        name
        for name in settings_that_differ([config, other])
        if matters(name, config) or matters(name, other)
    ]
