"""Whatever a browser reports: no traceback, and nothing changes that was not asked for."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.bad_input.support import seen, send, widget_id
from tests.ui.support import new_app
from ttt_ui.inspect.state import VIEW
from ttt_ui.play.state import PlayState
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
    app.session_state[key_of(PlayState)] = PlayState(shows_welcome=False)
    app.switch_page(f"pages/{page}.py")
    for key, value in held.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app


PLACES: dict[str, Callable[[], AppTest]] = {
    "play": lambda: _open("play"),
    "train": lambda: _open(
        "train", **{f"group_{group}": True for group in ("advanced", "chart", "extras")}
    ),
    "inspect": lambda: _open("inspect"),
    "all positions": lambda: _open("inspect", **{VIEW.key: "All positions"}),
    "compare": lambda: _open("compare"),
}


EVENTS: dict[str, Any] = {
    "none": [],
    "nothing": [None],
    "without a name": [{"value": {"cell": 4}}],
    "without a value": [{"event": "play"}],
    "of another name": [{"event": "win", "value": {"cell": 4, "token": "0:"}}],
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


NAN = float("nan")
HELD = [
    Held("play", "agent_level_0", "string_array_value", ["nonsense"]),
    Held("train", "setting_gamma", "json_value", '{"moved": [1, 2]}'),
    Held("train", "train_experiment", "string_value", "x" * 100_000),
    Held("train", "setting_rule_0", "string_value", "nonsense"),
    Held("train", "setting_seed_0", "double_value", 1e300),
    Held("inspect", "inspect_pattern", "string_value", "X" * 100_000),
    Held("inspect", "inspect_jump", "string_trigger_value", "nonsense"),
    Held("all positions", "inspect_search", "string_value", "["),
    Held("all positions", "inspect_marks", "double_array_value", [NAN, NAN]),
    Held("all positions", "inspect_marks", "double_array_value", [0.5, 0.7]),
    Held("compare", "compare_present_0", "string_array_value", ["nonsense"]),
    Held("compare", "pair_X_0", "string_value", "x" * 100_000),
]
"""One for each kind of widget; what each callback makes of a value is tested in `test_handlers`."""


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
