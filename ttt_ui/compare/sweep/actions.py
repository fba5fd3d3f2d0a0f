"""What the controls of the sweep do."""

import streamlit as st

from ttt_ui.compare.sweep.measuring import Measuring
from ttt_ui.compare.sweep.plan import changed
from ttt_ui.compare.sweep.state import sweep_state
from ttt_ui.drawing.lasting_chart import clicked_point
from ttt_ui.train.actions import try_settings
from ttt_ui.visit.session import session
from ttt_ui.widgets import rerun_page_if_alone


def take(name: str, value: object) -> None:
    state = sweep_state()
    form = changed(state.form, name, value)
    if form is not None and form != state.form:
        state.take(form, by=name)


def take_source(value: object) -> None:
    state = sweep_state()
    if value in state.sources:
        state.source = str(value)


def start() -> None:
    """Start the sweep in the form; it replaces the one before."""
    visitor, state = session(), sweep_state()
    plan = state.plan
    with visitor.lock:
        before = state.measuring
        sweep = state.checked(plan)
        under_way = before is not None and before.runs.running
        if under_way or isinstance(sweep, ValueError):  # the form shows why
            return
        state.measuring = Measuring(plan, sweep)
        state.result_key.renew()
        state.picked, state.untouched = {"across": 0, "up": 0}, False
        state.measuring.runs.start()


def stop() -> None:
    """Stop the sweep; finished runs stay."""
    measuring = sweep_state().measuring
    if measuring is not None:
        measuring.runs.stop()
        rerun_page_if_alone()


def go_on() -> None:
    measuring = sweep_state().measuring
    if measuring is not None:
        measuring.runs.start()
        rerun_page_if_alone()


def pick(which: str, place: object) -> None:
    state = sweep_state()
    measuring = state.measuring
    if measuring is None or type(place) is not int:
        return
    if which in state.picked and 0 <= place < getattr(measuring.plan, which).count:
        state.picked[which] = place


def load_clicked(key: str) -> None:
    match clicked_point(key):
        case int(across), int(up) if key == sweep_state().result_key("chart"):
            _load(across, up)


def load_picked() -> None:
    _load(**sweep_state().picked)


def _load(across: int, up: int) -> None:
    measuring = sweep_state().measuring
    config = None if measuring is None else measuring.config(across, up)
    if config is not None:
        try_settings(config)
        st.switch_page("pages/train.py")
