"""The pages after a visit is restored, and what is saved where only a part of one is drawn."""

import json
from functools import cache, partial
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.scriptrunner import RerunData
from streamlit.testing.v1 import AppTest, local_script_runner

import ttt_core as ttt
from tests.ui.browser_storage.samples import CONFIG, GAME, read_record
from tests.ui.support import (
    address,
    come_by_link,
    kept_in,
    new_app,
    run,
    trail,
    turn_to,
    turn_to_the_game,
    visitor,
)
from ttt_ui.browser_storage import actions
from ttt_ui.browser_storage.actions import StorageState
from ttt_ui.browser_storage.saved_visit import Record
from ttt_ui.frame.links import config_to_query
from ttt_ui.play.review import EXERCISE_KEY
from ttt_ui.play.state import PlayState

pytestmark = pytest.mark.slow

Kept = tuple[ttt.Agent, dict[str, Any]]
OTHER = ttt.TrainingConfig(games=400, seed=9)


def data(app: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(proto(app).json)
    return found


def proto(app: AppTest) -> Any:
    protos = [element.proto for element in app.get("bidi_component")]
    return next(p for p in protos if p.id.endswith("-storage"))


def report(app: AppTest, **news: Any) -> None:
    said = {"visit": data(app)["visit"], "number": data(app)["answered"] + 1, **news}
    states = app._tree.get_widget_states()
    states.widgets.append(WidgetState(id=proto(app).id, json_value=json.dumps({"report": said})))
    app._run(states)
    assert not app.exception


def seen(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.markdown, *app.title, *app.warning])


@cache
def saved_visit() -> Kept:
    """Let a visitor leave with an agent they have taught; return it, and what the browser saves."""
    app = come_by_link("train", **config_to_query(CONFIG))
    lesson = ttt.learn_from_game(visitor(app).agent, GAME)
    visitor(app).learn(lesson, visitor(app).version)
    run(app)
    writing = data(app)["writing"]
    assert writing["cookie"] == actions.FOLLOWS
    report(app, missing=writing["parts"])
    return visitor(app).agent, {"record": writing["record"], "parts": data(app)["content"]}


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Let the browser bring a saved visit; return its agent, and what is saved."""
    monkeypatch.setattr(actions, "cookie", str)
    saved = saved_visit()
    monkeypatch.setattr(actions, "cookie", lambda: actions.FOLLOWS)
    return saved


def test_no_other_agent_is_shown_until_the_saved_one_has_arrived(kept: Kept) -> None:
    agent, content = kept
    app = come_by_link("inspect", board="X--|-O-|---")
    assert "Loading your agent from this browser" in seen(app)
    assert "Default" not in seen(app)
    assert data(app)["asked"] == 1
    run(app)
    assert data(app)["writing"] is None
    report(app, **content)
    assert visitor(app).agent == agent
    assert trail(app).board == "X---O----"
    assert "Loading your agent from this browser" not in seen(app)


@pytest.mark.parametrize("page", ["learn", "train"])
def test_a_reload_keeps_what_was_taught_and_a_link_brings_its_agent_with_undo(
    kept: Kept, page: str
) -> None:
    agent, content = kept
    app = come_by_link(page)
    report(app, **content)
    assert visitor(app).agent == agent
    assert not address(app).keys() & config_to_query(CONFIG).keys()
    for config in (OTHER, CONFIG):  # also the settings that the saved agent was trained with
        app = come_by_link(page, **config_to_query(config))
        report(app, **content)
        assert visitor(app).agent.fingerprint == ttt.train(config).fingerprint
        visitor(app).undo()
        run(app)
        assert visitor(app).agent == agent


def saved_after(app: AppTest, place: Any, **state: Any) -> Record:
    """Let a widget in a fragment report its state: run that alone. Return what is saved then."""
    known = app.session_state._state._state._new_widget_state.widget_metadata
    alone = partial(RerunData, fragment_id=known[place.id].fragment_id)
    states = app._tree.get_widget_states()
    states.widgets.append(WidgetState(id=place.id, **state))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "RerunData", alone)
        app._run(states)
    assert not app.exception
    return read_record(kept_in(app, StorageState).text)


def test_a_run_that_is_pinned_or_unpinned_is_saved() -> None:
    app = turn_to(new_app(), "train")
    for label, pinned in (("Pin this run", True), ("Unpin", False)):
        button = next(button for button in app.button if button.label == label)
        assert saved_after(app, button.proto, trigger_value=True).pinned == pinned


def test_a_solved_exercise_is_saved_as_such() -> None:
    app = turn_to_the_game(new_app())
    play = kept_in(app, PlayState)
    play.exercises.boards = ["XX-OO----", "X-X-O----"]
    play.exercises.open("XX-OO----")
    play.exercises.opened_at = play.game.token
    run(app)
    (board,) = (e.proto for e in app.get("bidi_component") if e.proto.id.endswith(EXERCISE_KEY))
    solved = {"play": {"cell": 2, "token": play.exercises.token}}
    saved = saved_after(app, board, json_value=json.dumps(solved))
    assert saved.mistakes == ("X-X-O----",)
