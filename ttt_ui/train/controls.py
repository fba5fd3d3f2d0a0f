"""The controls of the settings: their kinds and groups, and which values fit together."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

import ttt_core as ttt
from ttt_core.learning import (
    MAX_BEADS_WON,
    MAX_GAMES,
    MAX_HIDDEN_UNITS,
    MAX_LESSONS,
    MAX_REPLAY,
    MAX_REPLAY_SIZE,
    PRESET_LABELS,
    RULES,
    RuleName,
    matters,
)
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.sentences import tr_noop
from ttt_ui.language import localised, reason, tr
from ttt_ui.widgets import LARGEST_NUMBER_OF_A_BROWSER
from ttt_ui.wording import counted

_DECIMALS = 6
"""More than the steps of any scale have."""

LIVE_GAMES = 200_000
"""Up to this many games, changing a setting trains at once."""

Group = Literal["learning", "exploration", "partner", "rewards", "extras"]

GROUPS: dict[Group, tuple[str, str]] = {
    "learning": (tr_noop("Learning"), ":material/school:"),
    "exploration": (tr_noop("Exploration"), ":material/explore:"),
    "partner": (tr_noop("Training partner"), ":material/group:"),
    "rewards": (tr_noop("Rewards"), ":material/trophy:"),
    "extras": (tr_noop("Other settings"), ":material/tune:"),
}
"""Label and icon of each group, in order."""


@dataclass(frozen=True)
class Control:
    """The control of a setting: yes or no if it offers neither numbers nor words."""

    group: Group
    numbers: tuple[float, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)  # by the option's name
    step: float = 0.001  # where any number can be typed


def _even(group: Group, low: float, high: float, step: float) -> Control:
    places = range(round((high - low) / step) + 1)
    numbers = tuple(round(low + place * step, _DECIMALS) for place in places)
    return Control(group, numbers, step=step)


LESSONS = (0, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, MAX_LESSONS)

_BEADS = Control("rewards", tuple(range(-MAX_BEADS_WON, MAX_BEADS_WON + 1)))

SETTINGS: dict[str, Control] = {
    "games": Control(
        "learning",
        (
            *(50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000),
            *(500_000, 1_000_000, 2_000_000, 5_000_000, MAX_GAMES),
        ),
    ),
    "alpha": _even("learning", 0.01, 1.0, 0.01),
    "step_size": Control(
        "learning",
        words={"constant": tr_noop("Constant α"), "sample-average": tr_noop("Sample average")},
    ),
    "best_ever": Control("learning"),
    "gamma": _even("learning", 0.0, 1.0, 0.01),
    "hidden_units": Control(
        "learning", (4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96, MAX_HIDDEN_UNITS)
    ),
    "network_step": Control("learning", (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02)),
    "halved_after": Control(
        "learning",
        (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000),
    ),
    "trace_decay": _even("learning", 0.0, 1.0, 0.05),
    "explore_learns": Control("learning"),
    "symmetry": Control("learning"),
    "backward": Control("learning"),
    "exploration": Control(
        "exploration",
        words={
            "epsilon": tr_noop("At random"),
            "experience": tr_noop("Less with experience"),
            "least-visited": tr_noop("Least tried"),
        },
    ),
    "experience_games": Control("exploration", (50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)),
    "epsilon": _even("exploration", 0.0, 1.0, 0.01),
    "epsilon_decay": Control(
        "exploration",
        (
            *(0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999),
            *(0.99995, 0.99998, 0.99999, 1.0),
        ),
    ),
    "epsilon_floor": _even("exploration", 0.0, 1.0, 0.01),
    "epsilon_course": Control(
        "exploration",
        words={
            "by-factor": tr_noop("By a factor"),
            "linear": tr_noop("Linear"),
            "harmonic": tr_noop("Harmonic"),
        },
    ),
    "initial_value": _even("exploration", -1.0, 1.0, 0.05),
    "ties": Control(
        "exploration", words={"random": tr_noop("At random"), "first": tr_noop("First free cell")}
    ),
    "random_share": _even("partner", 0.0, 1.0, 0.05),
    "minimax_share": _even("partner", 0.0, 1.0, 0.05),
    "lessons": Control("partner", LESSONS),
    "learns": Control("partner", words={"both": tr_noop("Both"), "X": "X", "O": "O"}),
    "reward_win": _even("rewards", -2.0, 2.0, 0.05),
    "reward_draw": _even("rewards", -2.0, 2.0, 0.05),
    "reward_loss": _even("rewards", -2.0, 2.0, 0.05),
    "rewards_for": Control("rewards", words={"mover": tr_noop("The side that moved"), "X": "X"}),
    "beads": Control("learning", words={"michie": "4, 3, 2, 1", "simulation": "8, 4, 2, 1"}),
    "beads_win": _BEADS,
    "beads_draw": _BEADS,
    "beads_loss": _BEADS,
    "move_cost": _even("rewards", 0.0, 1.0, 0.01),
    "weight_win": _even("rewards", -100.0, 100.0, 1.0),
    "weight_draw": _even("rewards", -100.0, 100.0, 1.0),
    "weight_loss": _even("rewards", -100.0, 100.0, 1.0),
    "score": Control(
        "rewards",
        words={"relative": tr_noop("Relative (average)"), "absolute": tr_noop("Absolute (total)")},
    ),
    "reward_base": _even("rewards", 1.0, 2.0, 0.1),
    "seed": Control("extras"),  # any whole number
    "replay": Control("extras", (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, MAX_REPLAY)),
    "batch": Control("extras", (1, 2, 4, 8, 16, 32, 64, 128, 256)),
    "copy_every": Control("extras", (1, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)),
    "replay_size": Control(
        "extras", (100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, MAX_REPLAY_SIZE)
    ),
}
"""Every setting except the rule, by field of `TrainingConfig`, in the order shown."""

NUMBERS = {name: control.numbers for name, control in SETTINGS.items() if control.numbers}
"""What the sliders offer, by setting."""

_BY_IMPORTANCE = (
    *("games", "hidden_units", "network_step", "alpha", "gamma", "epsilon", "epsilon_floor"),
    *("epsilon_decay", "beads_win"),
    *("beads_draw", "beads_loss", "weight_loss", "weight_draw", "random_share", "reward_win"),
)

_LETTERS = {
    "alpha": "α",
    "gamma": "γ",
    "epsilon": "ε",
    "epsilon_decay": tr_noop("ε decay"),
    "epsilon_floor": tr_noop("minimum ε"),
    "trace_decay": "λ",
}

_YES, _NO = tr_noop("{setting}: yes"), tr_noop("{setting}: no")

_DEFAULTS = {field.name: field.default for field in fields(ttt.TrainingConfig)}


def fitted(base: ttt.TrainingConfig, chosen: Mapping[str, Any]) -> ttt.TrainingConfig:
    """Return `base` with chosen values of some settings, in the order in which they were chosen.

    Where two contradict each other, the later one counts. What the rule does not use is left out.
    """
    config = with_setting(base, "rule", chosen["rule"]) if "rule" in chosen else base
    for name, value in chosen.items():
        if name != "rule" and _uses(config.rule, name):
            config = with_setting(config, name, value)
    return config


def with_setting(config: ttt.TrainingConfig, name: str, value: Any) -> ttt.TrainingConfig:
    """Return `config` with one field set, and others adjusted if they would contradict it."""
    values = vars(config) | {name: value}
    match name:
        case "rule":
            unused = (setting for setting in SETTINGS if not _uses(value, setting))
            values |= {setting: _DEFAULTS[setting] for setting in unused}
        case "step_size" if value == "sample-average":
            values["replay"] = 0
        case "trace_decay" if value:
            values["replay"] = 0
        case "replay" if value:
            values |= {"step_size": "constant", "trace_decay": 0.0}
        case "epsilon":
            values["epsilon_floor"] = min(config.epsilon_floor, value)
        case "epsilon_floor":
            values["epsilon"] = max(config.epsilon, value)
        case "random_share":
            values["minimax_share"] = min(config.minimax_share, 1 - value)
        case "minimax_share":
            values["random_share"] = min(config.random_share, 1 - value)
    if RULES[values["rule"]].zero_sum:
        values["reward_loss"] = -values["reward_win"]
    never_explores = values["epsilon"] == values["epsilon_floor"] == 0
    if values["exploration"] == "least-visited" and never_explores:
        if name == "exploration":
            values["epsilon"] = _DEFAULTS["epsilon"]
        else:
            values["exploration"] = "epsilon"
    return ttt.TrainingConfig(**values)


def _uses(rule: RuleName, name: str) -> bool:
    """Return whether a rule uses a setting, if the other settings let it."""
    alone = replace(ttt.TrainingConfig(), rule=rule)
    return matters(name, alone) or name in ("replay_size", "experience_games")


def most_important(config: ttt.TrainingConfig) -> list[str]:
    """Return the five most important numbers among those the rule uses."""
    return [name for name in _BY_IMPORTANCE if matters(name, config)][:5]


def of_its_type(name: str, value: float) -> float:
    """Return a number in a setting's type, or unchanged if it does not fit."""
    if isinstance(_DEFAULTS[name], float):
        return float(value)
    return int(value) if value == int(value) else value


def shown_value(name: str, config: ttt.TrainingConfig) -> Any:
    value = getattr(config, name)
    return min(value, LARGEST_NUMBER_OF_A_BROWSER) if name == "seed" else value


def differences(a: ttt.TrainingConfig, b: ttt.TrainingConfig) -> list[str]:
    """Return the settings in which two runs differ, of those that matter to one of them."""
    return [
        name
        for name in _DEFAULTS
        if getattr(a, name) != getattr(b, name) and (matters(name, a) or matters(name, b))
    ]


def preset_of(config: ttt.TrainingConfig) -> str | None:
    """Return the key of the preset equal to `config` except in seed and games, or None."""
    for name, preset in ttt.PRESETS.items():
        different = (key for key in _DEFAULTS if getattr(preset, key) != getattr(config, key))
        if {"seed", "games"}.issuperset(different):
            return name
    return None


def name_for(config: ttt.TrainingConfig) -> str:
    preset = preset_of(config)
    if preset is None:
        return tr("{rule} agent", rule=tr(RULES[config.rule].label))
    return PRESET_LABELS[preset]


def in_labels(error: ValueError) -> str:
    """Return what an error says, with the labels of the settings instead of their names."""
    if not isinstance(error, ttt.ConfigError):
        return reason(error)
    names = "|".join(rf"\b{name}\b" for name in DECLARED)
    return re.sub(names, lambda name: tr(DECLARED[name[0]].label), reason(error))


def in_words(name: str, config: ttt.TrainingConfig) -> str:
    value = getattr(config, name)
    if name == "games":
        return counted(value, "game", "games")
    if name == "rule":
        return tr("rule {rule}", rule=tr(RULES[value].label))
    if name == "seed":
        return tr("seed {seed}", seed=str(value))
    label = tr(_LETTERS.get(name, DECLARED[name].label))
    if words := SETTINGS[name].words:
        return tr("{setting}: {value}", setting=label, value=tr(words[value]))
    if isinstance(value, bool):
        return tr(_YES if value else _NO, setting=label)
    return f"{label} {localised(f'{value:,g}'.replace('-', '−'))}"
