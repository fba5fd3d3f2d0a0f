"""What the sliders of Train report, and what a drag does."""

import json
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    address,
    agents_before,
    captions,
    has_slider,
    present_key,
    press,
    run,
    slide,
    slider_data,
    train_state,
    turn_to,
    visitor,
)
from tests.ui.train.support import (
    assert_same_table,
    drawn,
    open_settings,
    open_train,
    slide_setting,
)
from ttt_core.learning import SETTINGS
from ttt_ui.train import actions as train_actions
from ttt_ui.train import links as train_links
from ttt_ui.train.controls import NUMBERS, shown_value
from ttt_ui.train.state import TrainState
from ttt_ui.visit.session import Session, key_of, session

pytestmark = pytest.mark.slow


def test_only_controls_whose_setting_something_else_changed_are_replaced() -> None:
    page = open_settings(games="300", random_share="0.6")
    names = ("games", "gamma", "random_share", "minimax_share", "preset")
    before = {name: train_state(page).key(name) for name in names}
    slide_setting(page, "minimax_share", 0.8)
    after = {name: train_state(page).key(name) for name in names}
    changed = {name for name in names if after[name] != before[name]}
    assert changed == {"random_share"}
    shown = slider_data(page, "setting_random_share")
    assert shown["token"] == after["random_share"]
    assert shown["value"] == pytest.approx(0.2)


def test_a_control_that_reports_its_own_value_trains_nothing(
    session_state: dict[str, Any],
) -> None:
    visitor = Session(ttt.train(ttt.TrainingConfig(games=70, seed=2**63 - 1)))
    session_state[key_of(Session)] = visitor
    agent, state = visitor.agent, train_actions.train_state()
    for name in vars(state.settings):
        train_actions.take_setting(name, shown_value(name, state.settings))
    assert visitor.agent is agent
    for name in NUMBERS:
        session_state["slider"] = moved(state, name, shown_value(name, state.settings))
        train_actions.slide(name, "slider")
    assert visitor.agent is agent
    train_actions.take_setting("backward", True)
    session_state["slider"] = moved(state, "gamma", 0.5)
    train_actions.slide("gamma", "slider")
    assert visitor.agent.config == replace(agent.config, backward=True, gamma=0.5)


def moved(state: TrainState, name: str, value: float) -> dict[str, Any]:
    move = {"value": value, "token": state.key(name), "drag": 1, "rests": False, "ended": True}
    return {"moved": move}


def test_a_drag_is_one_change() -> None:
    page = open_train(games="300", gamma="0.7")
    start, link, past = visitor(page).agent, address(page), agents_before(visitor(page))
    slide_setting(page, "gamma", 0.8, 0.9, 1.0, 0.5)
    expected = replace(start.config, gamma=0.5)
    assert visitor(page).agent.training == (expected,)
    assert_same_table(visitor(page).agent, ttt.train(expected))
    assert agents_before(visitor(page)) == (*past, start)
    assert page.selectbox(key=present_key(page, "setting_preset")).value == "Custom"
    assert address(page)["gamma"] == "0.5"
    slide_setting(page, "gamma", 0.4, 0.3)
    assert len(agents_before(visitor(page))) == len(past) + 2
    press(page, "Undo")
    assert visitor(page).agent.config == expected
    press(page, "Undo")
    assert visitor(page).agent is start
    assert train_state(page).settings == start.config
    assert address(page) == link
    assert slider_data(page, "setting_gamma")["value"] == start.config.gamma
    slide_setting(page, "gamma", 0.6)
    assert agents_before(visitor(page)) == (*past, start)


def test_a_drag_does_not_lose_an_agent_that_arrives_meanwhile(
    visitor: Session,
    session_state: dict[str, Any],
) -> None:
    start, state = visitor.agent, train_actions.train_state()
    for gamma in (0.2, 0.3):
        session_state["slider"] = moved(state, "gamma", gamma)
        train_actions.slide("gamma", "slider")
    uploaded = ttt.train(ttt.TrainingConfig(games=60, gamma=0.3))
    visitor.adopt(uploaded)
    dragged = agents_before(visitor)[-1]
    session_state["slider"] = moved(state, "gamma", 0.4)
    train_actions.slide("gamma", "slider")
    assert agents_before(visitor) == (start, dragged, uploaded)


def test_during_a_drag_the_fragment_that_shows_the_result_trains(
    visitor: Session, session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class FragmentsRunError(Exception):
        pass

    redrawn: list[int] = []

    def run_fragments(*fragments: str) -> None:
        redrawn.append(len(fragments))
        raise FragmentsRunError

    monkeypatch.setattr(train_actions, "rerun_fragments_if_alone", run_fragments)
    start, state = visitor.agent, train_actions.train_state()

    def drag(gamma: float, *, rests: bool = False) -> None:
        move = moved(state, "gamma", gamma)["moved"]
        session_state["slider"] = {"moved": move | {"ended": False, "rests": rests}}
        with pytest.raises(FragmentsRunError):
            train_actions.slide("gamma", "slider")
        assert state.settings.gamma == gamma

    drag(0.2)
    assert visitor.agent is start
    train_actions.catch_up()
    assert visitor.agent.config.gamma == 0.2
    drag(0.3)
    drag(0.3, rests=True)
    assert redrawn == [2, 1, 2]  # all of the result at first and at rest
    session_state["slider"] = moved(state, "gamma", 0.3)
    train_actions.slide("gamma", "slider")
    assert visitor.agent.config.gamma == 0.3
    assert agents_before(visitor) == (start,)
    drag(0.4)
    uploaded = ttt.train(ttt.TrainingConfig(games=60))
    visitor.adopt(uploaded)
    assert state.follow_agent(visitor)
    train_actions.catch_up()
    assert visitor.agent is uploaded
    assert state.settings == uploaded.config


def test_above_the_live_limit_a_drag_trains_nothing_and_below_it_continues() -> None:
    page = open_train(games="300")
    past = agents_before(visitor(page))
    start = visitor(page).agent
    slide_setting(page, "games", 500, 1_000_000, 500_000, ended=False)
    assert visitor(page).agent.stats.games == 500
    assert "has not been trained with these settings yet" not in captions(page)
    slide_setting(page, "games", 1_000)
    assert visitor(page).agent.stats.games == 1_000
    assert agents_before(visitor(page))[: len(past) + 1] == (*past, start)


@pytest.mark.parametrize("name", ["gamma", "games", "epsilon_decay"])
def test_a_move_of_another_slider_or_drag_changes_nothing(
    visitor: Session, session_state: dict[str, Any], name: str
) -> None:
    agent, state = visitor.agent, train_actions.train_state()
    value = 0.5 if isinstance(getattr(agent.config, name), float) else 50
    good: dict[str, Any] = moved(state, name, value)["moved"]
    for fault in (*({"token": "setting_alpha_0"}, {"token": "setting_gamma_63"}, {"drag": -1.0}),):
        bad = good | fault
        session_state["slider"] = {"moved": bad}
        train_actions.slide(name, "slider")
        assert visitor.agent is agent, bad
        assert state.settings == agent.config, bad
        assert not visitor.messages, bad
    session_state["slider"] = {"moved": good}
    train_actions.slide(name, "slider")
    assert getattr(visitor.agent.config, name) == value


@pytest.mark.parametrize(
    ("setting", "value"), [("games", 0.5), ("games", 1_000_000_000), ("epsilon_floor", 2.0)]
)
def test_a_number_out_of_range_is_refused(
    visitor: Session, session_state: dict[str, Any], setting: str, value: float
) -> None:
    agent, state = visitor.agent, train_actions.train_state()
    key = state.key(setting)
    session_state["slider"] = moved(state, setting, value)
    train_actions.slide(setting, "slider")
    assert state.key(setting) != key  # the slider shows the value as it is
    (message,) = session().answers[1]
    assert "The setting was not changed." in message.text
    label = SETTINGS[setting.removesuffix("_floor")].label
    assert f"{label} must" in message.text.replace("\\", "")
    assert visitor.agent is agent
    assert state.settings == agent.config


def test_numbers_between_the_stops_can_be_typed_and_a_refusal_is_said_at_the_control() -> None:
    page = open_train(games="300", gamma="0.7")
    slide_setting(page, "games", 333)
    slide_setting(page, "gamma", 0.123)
    slide_setting(page, "alpha", 1)
    settings = train_state(page).settings
    assert (settings.games, settings.gamma, settings.alpha) == (333, 0.123, 1.0)
    assert 333 in slider_data(page, "setting_games")["values"]
    assert 0.123 in slider_data(page, "setting_gamma")["values"]
    assert address(page)["alpha"] == "1.0"
    for place in ("setting", "strip"):
        slide(page, f"{place}_games", 1_000_000_000)
        (said,) = page.error
        assert said.value.startswith("The setting was not changed. Games must be")
        assert bool(page.sidebar.error) == (place == "setting")
        slide(page, f"{place}_games", 333 if place == "strip" else 300)
        assert not page.error


def test_a_narrow_window_repeats_the_most_important_numbers() -> None:
    page = open_train(games="300")
    for name in ("games", "alpha", "gamma", "epsilon"):
        wide, narrow = (slider_data(page, f"{place}_{name}") for place in ("setting", "strip"))
        assert narrow == wide | {"narrow": True}
    slide(page, "strip_gamma", 0.6, 0.5)
    assert visitor(page).agent.config.gamma == 0.5
    assert slider_data(page, "setting_gamma")["value"] == 0.5
    train_state(page).set_settings(ttt.TrainingConfig(rule="matchboxes"))
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
    slide(page, "setting_gamma", 0.5, 0.4, ended=False)
    ahead = drawn(page, "train_curve_ahead")
    assert ahead is not None
    assert ahead.pop("isAhead")
    assert drawn(page, "train_curve_figure") == ahead | {"clicks": True, "drawnFor": None}
    slide(page, "setting_gamma", 0.3)
    after = drawn(page, "train_curve_ahead")
    assert after is not None
    assert after["name"] != ahead["name"]
    press(page, "Start over")
    assert drawn(page, "train_curve_ahead") is None


def test_a_chart_is_created_with_its_first_figure_which_stays_while_the_page_is_open() -> None:
    page = open_train(games="300")
    first = created(page)
    given = drawn(page, "train_curve_figure")
    assert given is not None
    assert given["figure"] is None
    assert first["layout"]["meta"] == given["name"]
    slide(page, "setting_gamma", 0.5, 0.4)
    assert created(page) == first
    later = drawn(page, "train_curve_figure")
    assert later is not None
    assert later["figure"]
    assert later["name"] != given["name"]
    turn_to(page, "play")
    turn_to(page, "train")
    again = drawn(page, "train_curve_figure")
    assert again is not None
    assert again["figure"] is None
    assert created(page)["layout"]["meta"] == again["name"]


def created(page: AppTest) -> dict[str, Any]:
    """Return the figure with which Streamlit has created the learning curve."""
    figures = [json.loads(chart.proto.spec) for chart in page.get("plotly_chart")]
    (found,) = (figure for figure in figures if "meta" in figure["layout"])
    return found
