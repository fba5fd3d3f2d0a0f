"""What the sliders of Train report, and what a drag does."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    address,
    agents_before,
    has_slider,
    kept_in,
    present_key,
    press,
    run,
    slide,
    slider_data,
    turn_to,
    visitor,
)
from tests.ui.train.support import drawn, open_train, slide_setting
from ttt_core.learning import SETTINGS
from ttt_ui.train import actions as train_actions
from ttt_ui.train import links as train_links
from ttt_ui.train.controls import NUMBERS, shown_value
from ttt_ui.train.state import TrainState, train_state
from ttt_ui.visit.session import Session, key_of

pytestmark = pytest.mark.slow


Move = Callable[..., None]


@pytest.fixture
def move(session_state: dict[str, Any]) -> Move:
    """Return a function that moves the slider of a setting, without an app."""

    def move(name: str, value: float, **changes: Any) -> None:
        token = train_state().key(name)
        report = {"value": value, "token": token, "drag": 1, "rests": False, "ended": True}
        session_state["slider"] = {"moved": report | changes}
        train_actions.slide(name, "slider")

    return move


def test_only_controls_whose_setting_something_else_changed_are_replaced(
    visitor: Session, move: Move
) -> None:
    move("random_share", 0.6)
    key = train_state().key
    before = {name: key(name) for name in SETTINGS}
    move("minimax_share", 0.8)
    assert [name for name in SETTINGS if key(name) != before[name]] == ["random_share"]
    assert train_state().settings.random_share == pytest.approx(0.2)


def test_a_control_that_reports_its_own_value_trains_nothing(
    session_state: dict[str, Any], move: Move
) -> None:
    visitor = Session(ttt.train(ttt.TrainingConfig(games=70, seed=2**63 - 1)))
    session_state[key_of(Session)] = visitor
    agent, settings = visitor.agent, train_state().settings
    for name in vars(settings):
        train_actions.take_setting(name, shown_value(name, settings))
    for name in NUMBERS:
        move(name, shown_value(name, settings))
    assert visitor.agent is agent
    train_actions.take_setting("backward", True)
    move("gamma", 0.5)
    assert visitor.agent.config == replace(agent.config, backward=True, gamma=0.5)


def test_a_drag_is_one_change() -> None:
    page = open_train(games="300", gamma="0.7")
    start, link, past = visitor(page).agent, address(page), agents_before(visitor(page))
    slide_setting(page, "gamma", 0.8, 0.9, 1.0, 0.5)
    expected = replace(start.config, gamma=0.5)
    assert visitor(page).agent.training == (expected,)
    assert agents_before(visitor(page)) == (*past, start)
    assert page.selectbox(key=present_key(page, "setting_preset")).value == "Custom"
    assert address(page)["gamma"] == "0.5"
    slide_setting(page, "gamma", 0.4, 0.3)
    press(page, "Undo")
    assert visitor(page).agent.config == expected
    press(page, "Undo")
    assert visitor(page).agent is start
    assert address(page) == link
    assert slider_data(page, "setting_gamma")["value"] == start.config.gamma


def test_a_drag_does_not_lose_an_agent_that_arrives_meanwhile(visitor: Session, move: Move) -> None:
    start = visitor.agent
    move("gamma", 0.2)
    move("gamma", 0.3)
    dragged, uploaded = visitor.agent, ttt.train(ttt.TrainingConfig(games=60, gamma=0.3))
    visitor.adopt(uploaded)
    move("gamma", 0.4)
    assert agents_before(visitor) == (start, dragged, uploaded)


def test_during_a_drag_the_fragment_that_shows_the_result_trains(
    visitor: Session, move: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FragmentsRunError(Exception):
        pass

    redrawn: list[int] = []

    def run_fragments(*fragments: str) -> None:
        redrawn.append(len(fragments))
        raise FragmentsRunError

    monkeypatch.setattr(train_actions, "rerun_fragments_if_alone", run_fragments)

    def drag(gamma: float, *, rests: bool = False) -> None:
        with pytest.raises(FragmentsRunError):
            move("gamma", gamma, ended=False, rests=rests)
        assert train_state().settings.gamma == gamma

    start = visitor.agent
    drag(0.2)
    assert visitor.agent is start
    train_actions.catch_up()
    assert visitor.agent.config.gamma == 0.2
    drag(0.3)
    drag(0.3, rests=True)
    assert redrawn == [2, 1, 2]  # all of the result at first and at rest
    move("gamma", 0.3)
    assert visitor.agent.config.gamma == 0.3
    assert agents_before(visitor) == (start,)
    drag(0.4)
    uploaded = ttt.train(ttt.TrainingConfig(games=60))
    visitor.adopt(uploaded)
    assert train_state().follow_agent(visitor)
    train_actions.catch_up()
    assert visitor.agent is uploaded
    assert train_state().settings == uploaded.config


def test_above_the_live_limit_a_drag_trains_nothing_and_below_it_continues(
    visitor: Session, move: Move
) -> None:
    start = visitor.agent
    for games in (500, 1_000_000, 500_000):
        move("games", games, ended=False)
    assert visitor.agent.stats.games == 500
    assert "has not been trained with these settings yet" not in train_actions.what_waits()
    move("games", 1_000)
    assert visitor.agent.stats.games == 1_000
    assert agents_before(visitor) == (start,)


def test_a_move_of_another_slider_or_drag_changes_nothing(visitor: Session, move: Move) -> None:
    agent = visitor.agent
    for fault in ({"token": "setting_alpha_0"}, {"token": "setting_gamma_63"}, {"drag": -1.0}):
        move("gamma", 0.5, **fault)
        assert visitor.agent is agent, fault
        assert train_state().settings == agent.config, fault
        assert not visitor.messages, fault
    move("gamma", 0.5)
    assert visitor.agent.config.gamma == 0.5


@pytest.mark.parametrize(
    ("name", "value"), [("games", 0.5), ("games", 1_000_000_000), ("epsilon_floor", 2.0)]
)
def test_a_number_out_of_range_is_refused(
    visitor: Session, move: Move, name: str, value: float
) -> None:
    agent, key = visitor.agent, train_state().key(name)
    move(name, value)
    assert train_state().key(name) != key  # the slider shows the value as it is
    (message,) = visitor.answers[1]
    assert "The setting was not changed." in message.text
    label = SETTINGS[name.removesuffix("_floor")].label
    assert f"{label} must" in message.text.replace("\\", "")
    assert visitor.agent is agent
    assert train_state().settings == agent.config


def test_numbers_between_the_stops_can_be_typed_and_a_narrow_window_repeats_the_first() -> None:
    page = open_train(games="300", gamma="0.7")
    for name in ("games", "alpha", "gamma", "epsilon"):
        wide, narrow = (slider_data(page, f"{place}_{name}") for place in ("setting", "strip"))
        assert narrow == wide | {"narrow": True}
    slide_setting(page, "games", 333)
    assert 333 in slider_data(page, "setting_games")["values"]
    slide(page, "strip_gamma", 0.6, 0.123)
    assert visitor(page).agent.config.gamma == slider_data(page, "setting_gamma")["value"] == 0.123
    for place in ("setting", "strip"):  # a refusal is said at the control
        slide(page, f"{place}_games", 1_000_000_000)
        (said,) = page.error
        assert said.value.startswith("The setting was not changed. Games must be")
        assert bool(page.sidebar.error) == (place == "setting")
        slide(page, f"{place}_games", 333 if place == "strip" else 300)
        assert not page.error
    kept_in(page, TrainState).set_settings(ttt.TrainingConfig(rule="matchboxes"))
    run(page)
    assert has_slider(page, "strip_beads_win")
    assert not has_slider(page, "strip_alpha")


def test_while_a_slider_is_dragged_the_chart_is_drawn_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_train(games="300")
    # In this test every run is one of the whole page, which would end the drag.
    monkeypatch.setattr(train_links, "follow_address", lambda: None)
    assert drawn(page, "train_curve_ahead") is None
    slide_setting(page, "gamma", 0.5, 0.4, ended=False)
    ahead = figure(page, "train_curve_ahead")
    assert ahead.pop("isAhead")
    assert figure(page) == ahead | {"clicks": True, "drawnFor": None}
    slide_setting(page, "gamma", 0.3)
    assert figure(page, "train_curve_ahead")["name"] != ahead["name"]
    press(page, "Start over")
    assert drawn(page, "train_curve_ahead") is None


def test_a_chart_is_created_with_its_first_figure_which_stays_while_the_page_is_open() -> None:
    page = open_train(games="300")
    first, given = created(page), figure(page)
    assert given["figure"] is None
    assert first["layout"]["meta"] == given["name"]
    slide_setting(page, "gamma", 0.4)
    assert created(page) == first
    assert figure(page)["figure"]
    assert figure(page)["name"] != given["name"]
    turn_to(page, "play")
    turn_to(page, "train")
    assert figure(page)["figure"] is None
    assert created(page)["layout"]["meta"] == figure(page)["name"]


def figure(page: AppTest, key: str = "train_curve_figure") -> dict[str, Any]:
    given = drawn(page, key)
    assert given is not None
    return given


def created(page: AppTest) -> dict[str, Any]:
    """Return the figure with which Streamlit has created the learning curve."""
    figures = [json.loads(chart.proto.spec) for chart in page.get("plotly_chart")]
    (found,) = (figure for figure in figures if "meta" in figure["layout"])
    return found
