"""The slider under the chart, the animation, and what can be done with an earlier agent."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    address,
    agents_before,
    go_to,
    kept_in,
    new_app,
    present_key,
    press,
    run,
    slide,
    slider_data,
    trail,
    turn_to,
    visitor,
)
from tests.ui.train.support import assert_same_table, drawn, open_train, report
from ttt_core.evaluation import map_layout
from ttt_core.game import boards
from ttt_core.learning import MAX_NAME
from ttt_core.learning.agent import untrained
from ttt_ui.language import speaking
from ttt_ui.train import actions as train_actions
from ttt_ui.train.actions import name_after
from ttt_ui.train.state import AXIS, LINEAR, WATCHED, known_training
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.roster import Roster
from ttt_ui.wording import counted, percent, plain

pytestmark = pytest.mark.slow

Go = Callable[[AppTest, str], AppTest]


def caption(page: AppTest) -> str:
    return next(one.value for one in page.caption if one.value.startswith("After "))


def test_the_slider_is_the_axis_and_the_map_shows_the_agent_as_it_was() -> None:
    page = open_train(games="2000")
    given = slider_data(page, "train_moment")
    games, places = given["values"], given["axis"]["places"]
    assert games[0] == 1  # a logarithmic axis has no 0
    assert places == pytest.approx(np.log10(games) / np.log10(2000), abs=1e-4)
    then = at_moment(page, 1)
    shown = drawn(page, "train_map")
    assert shown is not None
    assert f"Knows {ttt.game_map(then).positions_known} of 627 positions" in shown["label"]
    share = percent(ttt.learning_curve(then.training[0], [1]).optimal_share[-1])
    assert caption(page) == f"After 1 game: **beatable**, {share} optimal moves."
    page.session_state[AXIS.key] = LINEAR
    given = slider_data(run(page), "train_moment")
    assert given["values"][0] == 0
    assert given["axis"]["places"] == pytest.approx([n / 2000 for n in given["values"]], abs=1e-4)


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Go:
    """Return a function that presses a button which leads to another page, and goes there.

    In these tests a callback cannot switch pages; the browser tests check that it does.
    """
    asked: list[str] = []
    monkeypatch.setattr(st, "switch_page", asked.append)

    def pressed(page: AppTest, label: str) -> AppTest:
        press(page, label)
        page.switch_page(asked.pop())
        return run(page)

    return pressed


MOMENT = 200


def at_moment(page: AppTest, games: int) -> ttt.Agent:
    """Go to a moment of the time machine, and return the agent as it was then."""
    slide(page, "train_moment", games)
    return ttt.train(replace(visitor(page).agent.training[0], games=games))


def test_your_agent_or_an_earlier_one_can_be_compared_played_and_inspected(go: Go) -> None:
    page = open_train(games="500", gamma="0.8")
    present, past, roster = visitor(page).agent, agents_before(visitor(page)), kept_in(page, Roster)
    for label, title in (("Play it", "Your turn: you are :blue[X]"), ("Inspect it", "Inspect")):
        assert go(page, label).title[0].value == title
        turn_to(page, "train")
    name = f"{present.name} after {MOMENT} games"
    for _ in range(2):  # which adds it once
        then = at_moment(page, MOMENT)
        assert go(page, "Add it to Compare").title[0].value == "Compare"
        assert list(roster) == [name]
        turn_to(page, "train")
    assert_same_table(roster[name], then)
    assert visitor(page).agent is present
    assert agents_before(visitor(page)) == past
    roster.update({f"Agent {number}": untrained() for number in range(MAX_AGENTS - 1)})
    run(page)
    (take,) = (one for one in page.button if one.label == "Add it to Compare")
    assert take.disabled
    assert f"up to {MAX_AGENTS} agents" in take.help

    visitor(page).relabel(level="Expert")
    go(page, "Play it")
    assert_same_table(visitor(page).agent, then)
    assert (visitor(page).agent.name, visitor(page).agent.level) == (name, "Intermediate")
    press(page, f"Back to {plain(present.name)}")
    assert_same_table(visitor(page).agent, present)
    turn_to(page, "train")
    at_moment(page, 1)
    place = int(np.flatnonzero(map_layout().marks == 2)[0])
    report(page, "train_map", "opened", place)
    turn_to(page, "inspect")
    assert trail(page).board == boards()[map_layout().positions[place]]
    assert visitor(page).agent.name == f"{present.name} after 1 game"


def next_frame(page: AppTest) -> None:
    """Tell the page that the browser has drawn a frame of the animation."""
    report(page, "train_curve_figure", "drawn", 1)


def watches(page: AppTest) -> bool:
    return any(heading.value.endswith("Watch it learn") for heading in page.header)


def axis_of_chart(page: AppTest) -> Any:
    given = drawn(page, "train_curve_figure")
    assert given is not None
    return json.loads(given["figure"])["layout"]["xaxis"]["range"]


def test_the_animation_pauses_and_ends_with_another_agent() -> None:
    page = open_train(games="100")
    press(page, "Animate", key="train_replay")
    next_frame(page)
    shown = slider_data(page, "train_moment")["value"]
    press(page, "Pause", key="train_replay")
    assert not watches(page)
    assert slider_data(page, "train_moment")["value"] == shown
    press(page, "Animate", key="train_replay")
    press(page, "Train 100 more games")
    assert not watches(page)
    assert slider_data(page, "train_moment")["value"] == 200


def newcomer(**query: str) -> AppTest:
    app = new_app()
    app.session_state[WATCHED.key] = False
    return go_to(app, "train", **query)


def test_a_newcomer_watches_the_default_agent_learn_once_in_the_chart_of_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(train_actions, "FRAMES", 8)
    page = newcomer()
    (chart,) = page.get("plotly_chart")
    training = known_training(visitor(page))
    assert training is not None
    moments = training.curve.games.tolist()
    run(page)
    axis, seen = axis_of_chart(page), []
    while watches(page):
        seen.append(slider_data(page, "train_moment")["value"])
        assert axis_of_chart(page) == axis
        assert caption(page).startswith(f"After {counted(seen[-1], 'game', 'games')}")
        next_frame(page)
    assert seen[0] == 1  # also after another run, until it has been drawn
    assert seen == sorted(set(seen) & set(moments))
    assert len(seen) in range(4, 9)
    assert slider_data(page, "train_moment")["value"] == moments[-1]
    assert page.header[0].value.endswith("Unbeatable since game 2,114]")
    assert page.get("plotly_chart")[0].proto.id == chart.proto.id
    assert page.selectbox(key=present_key(page, "setting_preset")).value == "Default"
    assert address(page)["games"] == str(moments[-1])
    assert visitor(page).agent_before is None
    go_to(page, "play")
    assert not watches(go_to(page, "train"))
    assert not watches(newcomer(games="300", seed="5"))


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Ada after 2 games"), ("fr", "Ada après 2 parties")]
)
def test_a_name_says_one_number_of_games(language: str, name: str) -> None:
    with speaking(language):
        assert name_after(name_after("Ada", 1_000), 2) == name
        assert len(name_after("A" * MAX_NAME, 2)) == MAX_NAME
