"""Whatever a browser reports: no traceback, and nothing changes that was not asked for."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.bad_input.odd_values import ODD
from tests.ui.bad_input.support import seen, send, widget_id
from tests.ui.support import new_app
from ttt_ui.inspect.state import VIEW
from ttt_ui.play.state import EPSILON, MODE, RANDOM_SHARE, PlayState
from ttt_ui.train.state import EXPERIMENTS_OPEN
from ttt_ui.visit.session import Session, key_of

pytestmark = pytest.mark.slow

Apps = Callable[[str], AppTest]


@pytest.fixture(scope="module")
def opened() -> dict[str, AppTest]:
    return {}


@pytest.fixture
def at(opened: dict[str, AppTest]) -> Apps:
    """Return a function that opens a place of the app, once for all tests."""

    def app_at(place: str) -> AppTest:
        if place not in opened:
            opened[place] = PLACES[place]()
        return opened[place]

    return app_at


def _open(page: str, **held: Any) -> AppTest:
    app = new_app()
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=1))
    app.session_state[key_of(Session)] = Session(agent)
    app.session_state[key_of(PlayState)] = PlayState(at_the_door=False)
    app.switch_page(f"pages/{page}.py")
    for key, value in held.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app


def _open_custom_level() -> AppTest:
    app = _open("play")
    app.session_state[key_of(Session)].relabel(level="Custom")
    return app.run()


PLACES: dict[str, Callable[[], AppTest]] = {
    "play": lambda: _open("play"),
    "custom level": _open_custom_level,
    "by itself": lambda: _open("play", **{MODE.key: "Agent by itself"}),
    "train": lambda: _open("train", **{EXPERIMENTS_OPEN.key: True, "group_extras": True}),
    "inspect": lambda: _open("inspect"),
    "all positions": lambda: _open("inspect", **{VIEW.key: "All positions"}),
    "compare": lambda: _open("compare"),
    "a pairing": lambda: _open("compare"),
}


@pytest.mark.parametrize("key", ["setting_gamma", "strip_games"])
@pytest.mark.parametrize("name", ["nothing", "a list", "a deep object"])
def test_an_invalid_report_of_a_slider(at: Apps, name: str, key: str) -> None:
    app = at("train")
    before = seen(app.session_state)
    send(app, key, json_value=json.dumps({"moved": ODD[name]}))
    assert not app.exception
    assert seen(app.session_state) == before


EVENTS: dict[str, Any] = {
    "none": [],
    "nothing": [None],
    "a number": [4],
    "without a name": [{"value": {"cell": 4}}],
    "without a value": [{"event": "play"}],
    "of another name": [{"event": "win", "value": {"cell": 4, "token": "0:"}}],
    "a value of nothing": [{"event": "play", "value": None}],
    "a value a list": [{"event": "play", "value": [4, "0:"]}],
    "an unknown command": [{"event": "command", "value": {"name": "delete"}}],
}


@pytest.mark.parametrize("name", EVENTS)
def test_another_event_of_the_board(at: Apps, name: str) -> None:
    app = at("play")
    before = seen(app.session_state)
    try:
        send(app, "play_board", trigger=True, json_trigger_value=json.dumps(EVENTS[name]))
    finally:
        assert seen(app.session_state) == before
    assert not app.exception


class Held(NamedTuple):
    """What a widget of Streamlit's own is said to hold."""

    place: str
    key: str
    field: str
    value: Any


def _each(place: str, key: str, field: str, *values: Any) -> list[Held]:
    return [Held(place, key, field, value) for value in values]


_NO_WORDS = ([], ["nonsense"], ["x"] * 500)
_NO_WORD = ("nonsense", "x" * 100_000)
NAN = float("nan")
HELD: list[Held] = [
    *_each("play", "play_side_0", "string_array_value", *_NO_WORDS[1:]),
    *_each("play", "agent_level_0", "string_array_value", *_NO_WORDS[1:]),
    *_each("train", "train_experiment", "string_array_value", *_NO_WORDS),
    *_each("train", "train_axis", "string_array_value", *_NO_WORDS),
    *_each("train", "setting_preset_0", "string_value", *_NO_WORD),
    *_each("train", "setting_rule_0", "string_value", *_NO_WORD),
    *_each("train", "setting_seed_0", "double_value", -1.0, 1e300, -1e300),
    *_each("custom level", RANDOM_SHARE.key, "double_array_value", [NAN], [], [7.0], [0.1, 0.2]),
    *_each("custom level", EPSILON.key, "double_array_value", [NAN], [-7.0], [1e308]),
    *_each("by itself", "show_speed", "string_value", *_NO_WORD),
    *_each("by itself", "show_brain", "string_value", *_NO_WORD),
    *_each("inspect", "inspect_pattern", "string_value", "hello", "X" * 100_000, "[x](y)"),
    *_each("inspect", "inspect_beside", "string_array_value", *_NO_WORDS),
    *_each("inspect", "inspect_jump", "string_trigger_value", *_NO_WORD),
    *_each("all positions", "inspect_search", "string_value", "[", "\\", "x" * 1_000_000),
    *_each("all positions", "inspect_marks", "double_array_value", [NAN, NAN], [8.0, 0.0]),
    *_each("all positions", "inspect_marks", "double_array_value", [-1e9, 1e9], [0.5, 0.7]),
    *_each("all positions", "inspect_side", "string_array_value", *_NO_WORDS),
    *_each("compare", "compare_present_0", "string_array_value", *_NO_WORDS[1:]),
    *_each("compare", "compare_preset", "string_value", *_NO_WORD),
    *_each("a pairing", "pair_X_0", "string_value", *_NO_WORD),
]


@pytest.mark.parametrize(
    "held", HELD, ids=lambda held: f"{held.key} {held.field} {str(held.value)[:20]!a}"
)
def test_an_invalid_report_of_a_widget(at: Apps, held: Held) -> None:
    app = at(held.place)
    before = seen(app.session_state)
    value = held.value
    if held.field == "string_trigger_value":
        state = WidgetState(id=widget_id(app, held.key))
        state.string_trigger_value.data = value
        states = app._tree.get_widget_states()
        states.widgets.append(state)
        app._run(states)
    else:
        send(app, held.key, **{held.field: value})
    assert not app.exception
    assert seen(app.session_state) == before
