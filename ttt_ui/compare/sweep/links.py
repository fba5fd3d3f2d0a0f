"""A sweep in the address."""

import re
from collections.abc import Mapping
from dataclasses import replace

import ttt_core as ttt
from ttt_core.learning import MEASURES, SETTINGS
from ttt_ui.compare.sweep.plan import OFFERED, Axis, Plan, ends, first_plan, in_range
from ttt_ui.frame.links import config_from_query, config_to_query, named
from ttt_ui.visit.limits import MAX_SWEEP_SEEDS, MAX_SWEEP_VALUES
from ttt_ui.wording import listed

BASE = "base."
"""Prefix of the settings that all runs share."""
_AXIS = re.compile(
    r"([a-z_]{1,30}):(-?[0-9.]{1,25}(?:e[+-]?[0-9]{1,3})?):(-?[0-9.]{1,25}(?:e[+-]?[0-9]{1,3})?)"
    r":([0-9]{1,4})(:log)?",
    re.ASCII,
)
_WHOLE = re.compile(r"[0-9]{1,4}", re.ASCII)


def is_of_sweep(name: str) -> bool:
    """Say whether a query parameter belongs to a sweep."""
    return name in ("across", "up", "measure", "seeds") or name.startswith(BASE)


def plan_to_query(plan: Plan) -> dict[str, str]:
    return {
        "across": f"{plan.across.setting}:{plan.across.written}",
        "up": f"{plan.up.setting}:{plan.up.written}",
        "measure": plan.measure,
        "seeds": str(plan.seeds),
        **{BASE + name: text for name, text in config_to_query(plan.base).items()},
    }


def plan_from_query(
    params: Mapping[str, str], shown: ttt.TrainingConfig
) -> tuple[Plan | None, list[str]]:
    """Read a plan from query parameters.

    Parameters
    ----------
    params
    shown
        The settings to use if the parameters name none.

    Returns
    -------
    plan
        None if no parameter of a sweep is valid. Missing parts are as in `first_plan`.
    dropped
        A sentence for each parameter that is not valid.
    """
    params = {name: text for name, text in params.items() if is_of_sweep(name)}
    of_base, dropped = config_from_query(params, BASE)
    plan = first_plan(of_base if any(name.startswith(BASE) for name in params) else shown)
    for name, text in params.items():
        try:
            plan = _with(plan, name, text)
        except ValueError as error:
            dropped.append(f"{named(name, text)}: {error}")
    return (plan if len(dropped) < len(params) else None), dropped


def _with(plan: Plan, name: str, text: str) -> Plan:
    match name:
        case "across":
            return replace(plan, across=_axis(text))
        case "up":
            return replace(plan, up=_axis(text))
        case "measure":
            return replace(plan, measure=_measure(text))
        case "seeds":
            return replace(plan, seeds=_seeds(text))
    return plan


def _axis(text: str) -> Axis:
    found = _AXIS.fullmatch(text)
    if found is None:
        raise ValueError("write the values as in alpha:0.1:1:10.")
    setting, low, high, count, log = found.groups()
    if setting not in OFFERED:
        raise ValueError("this setting cannot be swept.")
    if not 2 <= int(count) <= MAX_SWEEP_VALUES:
        raise ValueError(f"give 2 to {MAX_SWEEP_VALUES} values.")
    numbers = []
    for word in (low, high):
        try:
            number = float(word)
        except ValueError:
            raise ValueError("the value must be a number.") from None
        if not in_range(setting, number):
            lowest, highest = ends(setting)
            raise ValueError(
                f"{SETTINGS[setting].label} must be between {lowest:,g} and {highest:,g}."
            )
        numbers.append(number)
    return Axis(setting, numbers[0], numbers[1], int(count), by_factor=log is not None)


def _measure(text: str) -> str:
    if text not in MEASURES:
        raise ValueError(f"this measure does not exist. Choose from {listed(list(MEASURES))}.")
    return text


def _seeds(text: str) -> int:
    if not _WHOLE.fullmatch(text) or not 1 <= int(text) <= MAX_SWEEP_SEEDS:
        raise ValueError(f"give 1 to {MAX_SWEEP_SEEDS} seeds.")
    return int(text)
