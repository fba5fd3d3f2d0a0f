"""What links and clicks do to a comparison of learning curves, and to a sweep.

A link to learning curves is ``a.games=20000&a.gamma=0.5&b.games=…&seeds=8``; one to a sweep is
``across=alpha:0.1:1:10&up=gamma:0.1:1:10&measure=wins_as_x&seeds=3&base.games=…``.
"""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import RULES, SETTINGS, ConfigError
from ttt_core.sentences import sentence
from ttt_ui.compare.measuring.plan import (
    FEWEST,
    MEASURES_OF_SWEEPS,
    MOST,
    NO_CHANGE,
    OFFERED,
    RULE,
    Axis,
    Plan,
    checked,
    ends,
    first_plan,
    in_range,
    opening,
    rules_axis,
    sources,
    value_field,
)
from ttt_ui.compare.measuring.state import (
    FIELDS_OF_CURVES,
    Comparison,
    Measuring,
    comparison,
    sweep_state,
)
from ttt_ui.drawing.lasting_chart import clicked_point
from ttt_ui.frame.links import (
    Link,
    Parameter,
    choice,
    config_from_query,
    config_to_query,
    whole_number,
)
from ttt_ui.language import reason, tr
from ttt_ui.runs import Runs
from ttt_ui.train.actions import try_settings
from ttt_ui.train.controls import with_setting
from ttt_ui.train.state import train_state
from ttt_ui.visit import messages
from ttt_ui.visit.limits import (
    MAX_SWEEP_SEEDS,
    MAX_SWEEP_VALUES,
    LimitError,
    check_training,
    shortened,
)
from ttt_ui.visit.session import Message, session
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import plain

LETTERS = tuple("abcdef")
"""Of the configurations in a comparison."""
LONGEST = 1_300
"""Characters for the configurations; a whole address has up to 2,000."""
BASE = "base."
"""Prefix of the settings that all runs of a sweep share."""

_DEFAULT = ttt.TrainingConfig()


def configs_to_query(configs: tuple[ttt.TrainingConfig, ...]) -> dict[str, str]:
    """Write each configuration as its games and its differences from the default."""
    return {
        f"{letter}.{name}": text
        for letter, config in zip(LETTERS, configs, strict=False)
        for name, text in config_to_query(config).items()
        if name == "games" or getattr(config, name) != getattr(_DEFAULT, name)
    }


def is_too_long(configs: tuple[ttt.TrainingConfig, ...]) -> bool:
    return len(urlencode(configs_to_query(configs))) > LONGEST


def curves_to_query() -> dict[str, str]:
    """Return the query parameters of the visitor's comparison, without other defaults."""
    query = configs_to_query(tuple(comparison().configs.values()))
    for field in FIELDS_OF_CURVES:
        query |= field.to_query()
    return query


def apply_curves_link(link: Link) -> None:
    own = {*LETTERS, *(field.in_links for field in FIELDS_OF_CURVES)}
    if own.isdisjoint(name.partition(".")[0] for name in link.rest):
        return
    configs = read_configs(link)
    for field in FIELDS_OF_CURVES:
        field.apply_link(link)
    if configs:
        comparison().replace_all(configs)


def read_configs(link: Link) -> tuple[ttt.TrainingConfig, ...]:
    """Return the configurations of a link: none, or `FEWEST` to `MOST` different ones."""
    configs: list[ttt.TrainingConfig] = []
    asked = {letter: query for letter in LETTERS if (query := _pop(link, letter))}
    for letter, query in asked.items():
        config, reasons = config_from_query(query, f"{letter}.")
        link.dropped += reasons
        config = replace(config, seed=0)
        try:
            check_training(config)
        except LimitError as error:
            link.dropped.append(f"{letter}: {reason(error)}")
            continue
        if config in configs and not reasons:
            already = tr("this configuration is already in the comparison.")
            link.dropped.append(f"{letter}: {already}")
        elif len(reasons) < len(query) and config not in configs:
            configs.append(config)
    if asked and len(configs) < FEWEST:
        link.dropped.append(
            tr("A comparison needs two configurations, so default ones were added.")
        )
        configs += [config for config in opening() if config not in configs][
            : FEWEST - len(configs)
        ]
    if is_too_long(tuple(configs)):
        link.dropped.append(
            tr(
                "The configurations differ too much to fit in a link, so only the first two are "
                "compared."
            )
        )
        del configs[FEWEST:]
    assert len(configs) <= MOST
    return tuple(configs)


def _pop(link: Link, letter: str) -> dict[str, str]:
    """Take the parameters of a configuration from a link."""
    query = {name: text for name, text in link.rest.items() if name.startswith(f"{letter}.")}
    for name in query:
        del link.rest[name]
    # Older links have ``a=games-20000~gamma-0.5``.
    pairs = (pair.partition("-") for pair in link.rest.pop(letter, "").split("~") if pair)
    return query | {f"{letter}.{name}": text for name, _, text in pairs}


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


def _axis_or_rules(text: str) -> Axis:
    setting, _, rules = text.partition(":")
    if setting != RULE:
        return _axis(text)
    names = rules.split(",")
    if len({*names}) < len(names) or not {*names} <= {*RULES}:
        raise ValueError(sentence("write the rules as in rule:q-learning,sarsa."))
    return rules_axis(names)


def _axis_to_text(axis: Axis) -> str:
    return f"{axis.setting}:{axis.written}"


PARAMETERS: tuple[Parameter[Any], ...] = (
    Parameter("across", _axis, _axis_to_text),
    Parameter("up", _axis_or_rules, _axis_to_text),
    choice("measure", {name: name for name in MEASURES_OF_SWEEPS}),
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

    Missing parts are as in `first_plan`, with `settings` if the link has none.
    """
    base = [name for name in link.rest if name.startswith(BASE)]
    config, dropped = config_from_query({name: link.rest.pop(name) for name in base}, BASE)
    link.dropped += dropped
    values = {parameter.name: link.read(parameter) for parameter in PARAMETERS}
    valid = {name: value for name, value in values.items() if value is not None}
    if not valid and len(dropped) == len(base):
        return None
    return replace(first_plan(config if base else settings), **valid)


def apply_sweep_link(link: Link) -> None:
    plan = read_plan(link, train_state().settings)
    if plan is not None:
        sweep_state().fill_in(plan)


def sweep_to_query() -> dict[str, str]:
    return plan_to_query(sweep_state().plan)


ADD = "curves_add"


def add() -> None:
    visitor, state = session(), comparison()
    messages.answer(ADD)
    configs = sources()
    source, setting = state.to_add(configs)
    if state.source not in ("", source):
        return
    config = configs[source]
    try:
        if setting != NO_CHANGE:
            value = value_field(config, setting).checked(state.value)
            config = with_setting(config, setting, value)
        check_training(config)
    except (ConfigError, LimitError) as error:
        _refuse(plain(shortened(reason(error))))
    else:
        with visitor.lock:
            why_not = _reason_not_to_add(state, config)
            if why_not:
                _refuse(why_not)
            else:
                state.add(config)
                st.session_state[ADD] = False  # closes the menu
    rerun_page_if_alone()


def _refuse(why: str) -> None:
    refusal = tr("The configuration was not added. {reason}", reason=why)
    messages.answer(ADD, Message("error", refusal))


def _reason_not_to_add(state: Comparison, config: ttt.TrainingConfig) -> str:
    """Say in Markdown why a configuration cannot be added; empty if it can."""
    for slot, other in state.configs.items():
        if other == config:
            name = plain(state.names[slot])
            return tr("This configuration is already here: {name}. Change a setting.", name=name)
    if len(state.configs) >= MOST:
        return tr("You can compare up to {most} configurations. Remove one first.", most=MOST)
    if is_too_long((*state.configs.values(), config)):
        return tr("These configurations differ too much to fit in a link. Remove one first.")
    return ""


def remove(slot: int) -> None:
    visitor, state = session(), comparison()
    with visitor.lock:
        if len(state.configs) > FEWEST:
            state.remove(slot)
    rerun_page_if_alone()


def start(what: Comparison | Runs[Any]) -> None:
    what.start()
    rerun_page_if_alone()


def stop(what: Comparison | Runs[Any]) -> None:
    what.stop()
    rerun_page_if_alone()


def start_sweep(*, is_clicked: bool = True) -> None:
    """Start the sweep in the form; it replaces the one before."""
    visitor, state = session(), sweep_state()
    state.is_clicked = is_clicked
    plan = state.plan
    with visitor.lock:
        under_way = state.measuring is not None and state.measuring.running
        if under_way or isinstance(checked(plan), ValueError):  # the form shows why
            return
        state.measuring = Measuring(plan)
        state.result_key.renew()
        state.picked, state.untouched = {"across": 0, "up": 0}, False
        state.measuring.start()


def train_clicked(key: str) -> None:
    match clicked_point(key):
        case int(across), int(up) if key == sweep_state().result_key("chart"):
            _train(across, up)


def train_picked() -> None:
    _train(**sweep_state().picked)


def _train(across: int, up: int) -> None:
    """Train the configuration of a cell on Train."""
    measuring = sweep_state().measuring
    config = None if measuring is None else measuring.config(across, up)
    if config is not None:
        try_settings(config)
        st.switch_page("pages/train.py")
