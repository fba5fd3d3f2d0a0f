"""The view "Sweep" without a browser."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    address,
    all_cores_busy,
    choose,
    click,
    come_by_link,
    kept_in,
    run,
    train_state,
    turn_to,
    until,
    visitor,
    words,
)
from ttt_ui import jobs
from ttt_ui.compare.measuring.plan import OFFERED, RULES_AXIS, Axis, Plan, rules_axis
from ttt_ui.compare.measuring.state import Measuring, SweepState, sweep_state
from ttt_ui.compare.measuring.sweep import MEASURE, OF_AXES, SEEDS
from ttt_ui.jobs import Job
from ttt_ui.visit.limits import MAX_SWEEP_SEEDS
from ttt_ui.visit.session import default_agent

pytestmark = pytest.mark.slow

SMALL = {
    "view": "sweep",
    "across": "alpha:0.1:1:3",
    "up": "gamma:0.5:1:2",
    "measure": "wins_as_x",
    "seeds": "2",
    "base.games": "300",
    "base.seed": "7",
    "base.rule": "minimax-q",
}
LONG = SMALL | {"base.games": "2000000", "seeds": "20"}


def state(app: AppTest) -> SweepState:
    return kept_in(app, SweepState)


def present(app: AppTest) -> Measuring:
    found = state(app).measuring
    assert found is not None
    return found


def button(app: AppTest, label: str) -> bool:
    """Return whether there is a button with this label that can be pressed."""
    return any(one.label == label and not one.disabled for one in app.button)


def swept(app: AppTest) -> AppTest:
    click(app, "Start the sweep")
    until(lambda: present(app).finished)
    return run(app)


def test_a_link_fills_in_the_form_and_a_click_measures_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = come_by_link("compare", **SMALL)
    assert "6 combinations × 2 seeds × 300 games = 3,600 games." in words(app)
    assert "These settings come from a link. Press **Start the sweep**" in words(app)
    assert "Parts of the link" not in words(app)
    assert state(app).measuring is None
    assert {name: text for name, text in address(app).items() if name in SMALL} == SMALL
    assert visitor(app).agent is default_agent()
    swept(app)
    assert "These settings come from a link." not in words(app)
    assert present(app).sweep[0] == ttt.TrainingConfig(games=300, seed=7, alpha=0.1, gamma=0.5)
    assert "mean of 2 seeds." in words(app)
    assert present(app).plan.command in [code.value for code in app.code]
    assert not button(app, "Continue")
    choose(app, "Measure", "fronts")
    assert "These results are from the last sweep, not from the settings above. " in words(app)
    swept(app)
    assert "Each tile shows boards with 1 mark (top)" in words(app)
    choose(app, "Learning rate α", 1)
    monkeypatch.setattr(st, "switch_page", lambda _: None)  # `AppTest` knows no other page here
    click(app, "Open in Train")
    chosen = ttt.TrainingConfig(games=300, seed=7, alpha=0.55, gamma=0.5)
    assert train_state(app).settings == chosen
    assert visitor(app).agent.config == chosen


def test_a_sweep_runs_on_while_other_pages_are_open_and_must_be_stopped_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    followed, follow = [], jobs.follow

    def note(job: Job | None, draw: Callable[[], None], **options: Any) -> None:
        followed.append(job)
        follow(job, draw, **options)

    app = come_by_link("compare", **LONG)
    with all_cores_busy():  # it waits in line
        click(app, "Start the sweep")
        first = present(app)
        assert not button(app, "Start the sweep")
        with monkeypatch.context() as patch:
            patch.setattr(jobs, "follow", note)
            turn_to(app, "learn")
        assert first.running
        assert first.job in followed  # so that it is saved
        turn_to(app, "compare")
        choose(app, "Measure", "wins_as_o")
        assert present(app) is first
        assert first.running
        click(app, "Stop")
        assert not first.running
        assert "stopped" in app.get("progress")[0].proto.text
        click(app, "Continue")
        assert first.running
        click(app, "Stop")
        click(app, "Start the sweep")
        assert present(app) is not first
        assert present(app).plan.measure == "wins_as_o"
        click(app, "Stop")


def test_a_small_sweep_is_measured_unasked_and_the_form_follows_what_it_depends_on() -> None:
    app = come_by_link("compare", view="sweep")
    assert state(app).form.base == ttt.PRESETS["Default"]
    until(lambda: present(app).finished)
    assert not state(app).is_clicked
    choose(app, "Horizontal axis", "games")
    assert [one.value for one in app.number_input] == [500, 20_000, 10, 0.1, 1, 4, 1]
    app.number_input[0].set_value(30_000)
    run(app)
    assert "The range for games must go from a lower to a higher number." in words(app)
    assert not button(app, "Start the sweep")
    app.number_input[1].set_value(60_000)
    app.number_input[2].set_value(2)
    run(app)
    assert address(app)["across"] == "games:30000:60000:2:log"
    train_state(app).settings = ttt.PRESETS["MENACE (Michie 1961)"]
    run(app)
    choose(app, "Horizontal axis", "beads_win")
    choose(app, "Vertical axis", "beads_loss")
    assert "100 combinations × 1 seed × 220 games = 22,000 games." in words(app)
    choose(app, "All other settings", "As in your agent")
    assert "“Beads after a win” has no effect" in words(app)


FULL = Plan(
    ttt.TrainingConfig(games=20_000), Axis("alpha", 0.05, 1, 20), Axis("gamma", 0.05, 1, 20)
)
RULES = replace(FULL, up=RULES_AXIS)


def report(form: Plan, name: str, value: Any) -> Plan:
    """Return a form after a widget has reported a value."""
    state = sweep_state()
    state.form = form
    which, _, part = name.partition(".")
    if part:
        OF_AXES[which][part].hear(None, partial(state.change_axis, which, part), value)
    else:
        {"measure": MEASURE, "seeds": SEEDS}[name].hear(None, partial(state.change, name), value)
    return state.form


@pytest.mark.usefixtures("session_state")
def test_a_control_changes_its_part_of_the_plan() -> None:
    assert report(FULL, "across.setting", "games") == replace(FULL, across=OFFERED["games"])
    assert report(FULL, "up.setting", "rule") == RULES
    assert report(RULES, "up.rules", ["sarsa"]) == replace(FULL, up=rules_axis(["sarsa"]))
    for part, value in (("low", 0.5), ("high", 0.5), ("count", 7), ("by_factor", True)):
        changed = replace(FULL, up=replace(FULL.up, **{part: value}))
        assert report(FULL, f"up.{part}", value) == changed
    for name, value in (("measure", "wins_as_x"), ("seeds", MAX_SWEEP_SEEDS)):
        assert report(FULL, name, value) == replace(FULL, **{name: value})


@pytest.mark.usefixtures("session_state")
@pytest.mark.parametrize(
    ("form", "name", "value"),
    [
        *((RULES, "up.low", 0.5), (RULES, "up.count", 7), (RULES, "up.by_factor", True)),
        *((FULL, "up.rules", ["sarsa"]), (FULL, "across.setting", "rule"), (FULL, "seeds", 21)),
        *((FULL, "up.low", -0.1), (FULL, "up.low", True), (FULL, "up.count", 31)),
        *((FULL, "up.high", float("nan")), (FULL, "up.by_factor", 1)),
    ],
)
def test_a_value_that_a_control_cannot_have_changes_nothing(
    form: Plan, name: str, value: object
) -> None:
    assert report(form, name, value) == form
