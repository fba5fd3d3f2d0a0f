"""A sweep in the address."""

import re
from dataclasses import replace
from typing import Any

import ttt_core as ttt
from ttt_core.learning import MEASURES, SETTINGS
from ttt_core.sentences import sentence
from ttt_ui.compare.sweep.plan import OFFERED, Axis, Plan, ends, first_plan, in_range
from ttt_ui.compare.sweep.state import sweep_state
from ttt_ui.frame.links import (
    Link,
    Parameter,
    choice,
    config_from_query,
    config_to_query,
    whole_number,
)
from ttt_ui.language import tr
from ttt_ui.train.state import train_state
from ttt_ui.visit.limits import MAX_SWEEP_SEEDS, MAX_SWEEP_VALUES

BASE = "base."
"""Prefix of the settings that all runs share."""
_AXIS = re.compile(
    r"([a-z_]{1,30}):(-?[0-9.]{1,25}(?:e[+-]?[0-9]{1,3})?):(-?[0-9.]{1,25}(?:e[+-]?[0-9]{1,3})?)"
    r":([0-9]{1,4})(:log)?",
    re.ASCII,
)


def _axis(text: str) -> Axis:
    match = _AXIS.fullmatch(text)
    if match is None:
        raise ValueError(sentence("write the values as in alpha:0.1:1:10."))
    setting, low, high, count, log = match.groups()
    if setting not in OFFERED:
        raise ValueError(sentence("this setting cannot be swept."))
    if not 2 <= int(count) <= MAX_SWEEP_VALUES:
        raise ValueError(sentence("give 2 to {most} values.", most=MAX_SWEEP_VALUES))
    numbers = []
    for word in (low, high):
        try:
            number = float(word)
        except ValueError:
            raise ValueError(sentence("the value must be a number.")) from None
        if not in_range(setting, number):
            lowest, highest = ends(setting)
            raise ValueError(
                sentence(
                    "{setting} must be between {low:,g} and {high:,g}.",
                    setting=tr(SETTINGS[setting].label),
                    low=lowest,
                    high=highest,
                )
            )
        numbers.append(number)
    return Axis(setting, numbers[0], numbers[1], int(count), by_factor=log is not None)


def _axis_to_text(axis: Axis) -> str:
    return f"{axis.setting}:{axis.written}"


PARAMETERS: tuple[Parameter[Any], ...] = (
    Parameter("across", _axis, _axis_to_text),
    Parameter("up", _axis, _axis_to_text),
    choice("measure", {name: name for name in MEASURES}),
    whole_number("seeds", 1, MAX_SWEEP_SEEDS),
)
"""Each has the name of the field of `Plan` that it contains."""


def plan_to_query(plan: Plan) -> dict[str, str]:
    query: dict[str, str] = {}
    for parameter in PARAMETERS:
        query |= parameter.to_query(getattr(plan, parameter.name))
    return query | {BASE + name: text for name, text in config_to_query(plan.base).items()}


def read_plan(link: Link, settings: ttt.TrainingConfig) -> Plan | None:
    """Return the plan of a link; None if no part of it is valid.

    Missing parts are as in `first_plan`, with the settings `shown` if the link has none.
    """
    base = [name for name in link.rest if name.startswith(BASE)]
    config, dropped = config_from_query({name: link.rest.pop(name) for name in base}, BASE)
    link.dropped += dropped
    values = {parameter.name: link.read(parameter) for parameter in PARAMETERS}
    valid = {name: value for name, value in values.items() if value is not None}
    if not valid and len(dropped) == len(base):
        return None
    return replace(first_plan(config if base else settings), **valid)


def follow(link: Link) -> None:
    plan = read_plan(link, train_state().settings)
    if plan is not None:
        sweep_state().fill_in(plan)


def to_query() -> dict[str, str]:
    return plan_to_query(sweep_state().plan)
