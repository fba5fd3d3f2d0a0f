"""The check in the sidebar, without a browser, and its effect on an uploaded agent."""

import json
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, click, finish, new_app, run, turn_to, until, visitor
from ttt_core.learning.agent import config_that_tells
from ttt_core.learning.retraining import Retraining
from ttt_ui.frame import check_actions as actions
from ttt_ui.frame import retraining_check
from ttt_ui.frame.links import config_to_query
from ttt_ui.frame.retraining_check import Checking
from ttt_ui.visit.session import Session, key_of

pytestmark = pytest.mark.slow

CONFIG = ttt.TrainingConfig(games=700, seed=5, gamma=0.8)
AGENT = ttt.train(CONFIG)


def spoilt() -> ttt.Agent:
    q = AGENT.q.copy()
    q[0, 4] += 0.25
    return replace(AGENT, q=q)


@pytest.fixture
def app() -> AppTest:
    app = new_app()
    return turn_to(app, "inspect")


def upload(app: AppTest, text: str) -> AppTest:
    app.sidebar.file_uploader[0].set_value(("agent.json", text.encode(), "application/json"))
    return run(app)


def said(app: AppTest) -> str:
    places = [*app.success, *app.warning, *app.error, *app.sidebar.markdown, *app.sidebar.caption]
    return "\n".join(place.value for place in places)


def test_an_upload_that_its_settings_reproduce_is_linked_by_them(app: AppTest) -> None:
    upload(app, ttt.dump_agent(AGENT))
    assert "is now your agent." in app.success[0].value
    assert "Checked: retraining with its settings gives exactly the same agent." in (
        app.success[0].value
    )
    assert config_that_tells(visitor(app).agent) == CONFIG
    assert config_to_query(CONFIG).items() <= address(app).items()


def test_an_upload_that_its_settings_do_not_reproduce_is_not_linked_by_them(app: AppTest) -> None:
    claims = {"reproducible": True, "checked": True}  # are not believed
    upload(app, json.dumps(json.loads(ttt.dump_agent(spoilt())) | claims))
    assert "gives **a different agent**. 1 value differs." in app.warning[0].value
    assert "0.25" in app.warning[0].value
    assert config_that_tells(visitor(app).agent) is None
    assert set(address(app)) == {"board"}
    table = app.sidebar.dataframe[0].value
    assert table[["Cell", "Difference"]].to_numpy().tolist() == [["Row 2, column 2", 0.25]]
    turn_to(app, "train")
    assert "games" not in address(app)
    assert "download it as a file" in "\n".join(words.value for words in app.markdown)


def test_an_agent_with_the_same_table_is_described_as_such(app: AppTest) -> None:
    without = json.loads(ttt.dump_agent(AGENT))
    del without["gamesSeen"]
    upload(app, json.dumps(without))
    words = app.warning[0].value
    assert "the same table, but **a different agent**. The game counts differ." in words
    assert not app.sidebar.dataframe
    assert config_that_tells(visitor(app).agent) is None


def test_the_reason_why_an_upload_cannot_be_checked_is_shown(app: AppTest) -> None:
    for agent, why in (
        (ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2)), "It has also learned outside its training"),
        (ttt.train(CONFIG, partner=AGENT), "It was trained against an agent"),
        (replace(AGENT, trained_elsewhere=CONFIG), "It was trained in another program"),
    ):
        upload(app, ttt.dump_agent(agent))
        assert f"It cannot be checked. {why}" in app.success[0].value
        assert "Cannot check this agent." in said(app)
        assert not any("Retrain" in button.label for button in app.button)
        assert config_that_tells(visitor(app).agent) is None


def test_an_untrained_agent_is_loaded_without_a_result(app: AppTest) -> None:
    upload(app, ttt.dump_agent(ttt.untrained("Ada")))
    assert app.success[0].value == (
        "Ada is now your agent. To get the previous one back, use **Undo** on Train."
    )
    assert "so there is nothing to check" in said(app)


def test_a_long_check_waits_for_a_click(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retraining_check, "MAX_UPDATES_AT_ONCE", 1)
    upload(app, ttt.dump_agent(AGENT))
    assert "To find out whether its settings reproduce it" in app.success[0].value
    assert config_that_tells(visitor(app).agent) is None
    click(app, "Retrain a copy and compare")
    until(lambda: visitor(app).about(Checking).found is not None)
    run(app)
    assert "exactly the same agent" in said(app)
    assert config_that_tells(visitor(app).agent) == CONFIG
    visitor(app).relabel(name="Zoë", level="Expert")
    assert config_that_tells(visitor(app).agent) == CONFIG
    assert "exactly the same agent" in said(run(app))


def test_a_check_that_would_take_too_long_is_refused(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retraining_check, "MAX_UPDATES", 1)
    assert "would take too long" in said(run(app))


def test_another_agent_resets_the_check(app: AppTest) -> None:
    upload(app, ttt.dump_agent(spoilt()))
    assert visitor(app).about(Checking).found is not None
    visitor(app).undo()
    run(app)
    assert visitor(app).about(Checking).found is None
    assert config_that_tells(visitor(app).agent) == ttt.PRESETS["Default"]


def test_an_earlier_agent_is_confirmed_too_until_it_learns() -> None:
    agent = ttt.load_agent(ttt.dump_agent(AGENT))
    here = Session(agent)
    found = Retraining(agent).check()
    here.relabel(name="Ada")
    here.adopt(ttt.untrained())
    here.confirm(agent, found)
    assert config_that_tells(here.agent) is None
    here.undo()
    assert (config_that_tells(here.agent), here.agent.name) == (CONFIG, "Ada")
    assert ttt.train(CONFIG, here.agent).reproducible
    here.learn(ttt.learn_from_game(here.agent, (0, 3, 1, 4, 2)), here.basis)
    assert config_that_tells(here.agent) is None


def test_a_check_runs_in_slices_and_can_be_stopped(session_state: dict[str, object]) -> None:
    here = session_state[key_of(Session)] = Session(ttt.load_agent(ttt.dump_agent(AGENT)))
    state = here.about(Checking)
    agent = here.agent
    actions.begin()
    first = state.retraining
    assert first is not None
    actions.begin()
    assert state.retraining is first
    job = actions.go_on(first)
    assert actions.go_on(first) is job
    actions.stop()
    finish(job)
    assert (state.found, here.agent) == (None, agent)
    actions.begin()
    assert state.retraining is not None
    finish(actions.go_on(state.retraining))
    assert state.found is not None
    assert state.found.matches
    assert here.agent.reproducible


def test_an_outdated_check_changes_nothing(session_state: dict[str, object]) -> None:
    here = session_state[key_of(Session)] = Session(ttt.load_agent(ttt.dump_agent(AGENT)))
    state = here.about(Checking)
    actions.begin()
    assert state.retraining is not None
    job = actions.go_on(state.retraining)
    other = ttt.untrained()
    here.adopt(other)
    finish(job)
    assert here.agent is other
    assert state.found is None
    assert here.about(Checking).retraining is None


def test_another_origin_is_named(app: AppTest) -> None:
    for origin, words in (
        ({"program": "Else *where*", "version": "9"}, r"Else \*where\*, version 9"),
        (None, "does not say which program"),
    ):
        upload(app, json.dumps(json.loads(ttt.dump_agent(AGENT)) | {"origin": origin}))
        assert words in said(app)


def test_the_largest_difference_comes_first(app: AppTest) -> None:
    agent = replace(AGENT, q=np.where(np.isnan(AGENT.q), np.nan, 1.5))
    upload(app, ttt.dump_agent(agent))
    table = app.sidebar.dataframe[0].value
    assert len(table) == 10
    assert table["Difference"].abs().is_monotonic_decreasing
