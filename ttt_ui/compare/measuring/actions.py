"""What clicks do to a comparison of learning curves, and to a sweep."""

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import ConfigError
from ttt_ui.compare.measuring.configurations import (
    FEWEST,
    MOST,
    NO_CHANGE,
    sources,
    value_field,
    variation,
)
from ttt_ui.compare.measuring.links import is_too_long
from ttt_ui.compare.measuring.plan import checked
from ttt_ui.compare.measuring.state import Comparison, Measuring, comparison, sweep_state
from ttt_ui.drawing.lasting_chart import clicked_point
from ttt_ui.language import reason, tr
from ttt_ui.train.actions import try_settings
from ttt_ui.visit import messages
from ttt_ui.visit.limits import LimitError, check_training, shortened
from ttt_ui.visit.session import Message, session
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import plain

ADD = "curves_add"


def add() -> None:
    visitor, state = session(), comparison()
    messages.answer(ADD)
    configs = sources().configs
    source, setting = state.to_add(configs)
    if state.source not in ("", source):
        return
    try:
        if setting == NO_CHANGE:
            config = configs[source]
            check_training(config)
        else:
            value = value_field(configs[source], setting).checked(state.value)
            config = variation(configs[source], setting, value)
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
    if config in state.configs:
        name = state.names[state.configs.index(config)]
        return tr("This configuration is already here: {name}. Change a setting.", name=plain(name))
    if len(state.entries) >= MOST:
        return tr("You can compare up to {most} configurations. Remove one first.", most=MOST)
    if is_too_long((*state.configs, config)):
        return tr("These configurations differ too much to fit in a link. Remove one first.")
    return ""


def remove(slot: int) -> None:
    visitor, state = session(), comparison()
    with visitor.lock:
        if len(state.entries) > FEWEST:
            state.remove(slot)
    rerun_page_if_alone()


def measure() -> None:
    comparison().start()
    rerun_page_if_alone()


def stop() -> None:
    comparison().stop()
    rerun_page_if_alone()


def click_start() -> None:
    """Start the sweep in the form, and bring its result into view."""
    sweep_state().is_clicked = True
    start_sweep()


def start_sweep() -> None:
    """Start the sweep in the form; it replaces the one before."""
    visitor, state = session(), sweep_state()
    plan = state.plan
    with visitor.lock:
        before = state.measuring
        sweep = checked(plan)
        under_way = before is not None and before.runs.running
        if under_way or isinstance(sweep, ValueError):  # the form shows why
            return
        state.measuring = Measuring(plan, sweep)
        state.result_key.renew()
        state.picked, state.untouched = {"across": 0, "up": 0}, False
        state.measuring.runs.start()


def stop_sweep() -> None:
    """Stop the sweep; finished runs stay."""
    measuring = sweep_state().measuring
    if measuring is not None:
        measuring.runs.stop()
        rerun_page_if_alone()


def continue_sweep() -> None:
    measuring = sweep_state().measuring
    if measuring is not None:
        measuring.runs.start()
        rerun_page_if_alone()


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
