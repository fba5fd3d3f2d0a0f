"""The address of Train is the agent, and a link to any page brings it along."""

from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.support import (
    address,
    click,
    come_by_link,
    go_to,
    kept_in,
    offered_link,
    run,
    said,
    trail,
    train_state,
    turn_to,
    turn_to_the_game,
    until,
    visitor,
)
from tests.ui.train.support import assert_same_table, messages, open_train, slide_setting
from ttt_ui.frame import address as addresses
from ttt_ui.frame import sidebar
from ttt_ui.frame.links import config_from_query, config_to_query
from ttt_ui.play.state import PlayState
from ttt_ui.streamlit_fixes import this_run
from ttt_ui.train import actions as train_actions
from ttt_ui.train import links as train_links
from ttt_ui.train.training import Training
from ttt_ui.visit.attached import Attached
from ttt_ui.visit.session import session

pytestmark = pytest.mark.slow

CONFIG = ttt.TrainingConfig(games=700, seed=5, rule="q-learning", alpha=0.3)
DEFAULT = ttt.PRESETS["Default"]


def test_a_link_to_any_page_brings_its_agent() -> None:
    query = config_to_query(CONFIG)
    app = come_by_link("inspect", board="X--|-O-|---", **query)
    agent = visitor(app).agent
    assert_same_table(agent, ttt.train(CONFIG))
    assert address(app) == offered_link(app) == query | {"board": "X--|-O-|---"}
    assert not app.info
    go_to(app, "train")
    assert train_state(app).settings == CONFIG
    assert address(app) == query
    assert visitor(app).agent.q is agent.q
    click(app, "Undo")
    assert visitor(app).agent.training == (DEFAULT,)


def test_a_visitor_who_came_to_an_agent_sees_no_opening_choice() -> None:
    app = come_by_link("play", **config_to_query(CONFIG))
    assert not kept_in(app, PlayState).shows_welcome
    app = turn_to(come_by_link("train", **config_to_query(CONFIG)), "play")
    assert not kept_in(app, PlayState).shows_welcome


@pytest.mark.parametrize("page", ["play", "compare"])
def test_the_default_agent_appears_only_in_the_link(page: str) -> None:
    app = come_by_link(page)
    assert set(address(app)) <= {"board"}
    if page == "play":
        turn_to_the_game(app)
    told = {n: text for n, text in offered_link(app).items() if n not in ("board", "view")}
    assert config_from_query(told) == (DEFAULT, [])


def test_a_long_training_is_seen_before_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    app = come_by_link("inspect", games="900000", replay="1000", symmetry="false")
    assert [title.value for title in app.title] == ["Training the agent in this link…"]
    so_far = visitor(app).agent.stats.games
    assert 0 < so_far < 900_000
    until(lambda: visitor(app).agent.stats.games > so_far)
    assert run(app).progress
    click(app, "Stop training")
    assert [title.value for title in app.title] == ["Inspect"]
    assert address(app)["games"] == str(visitor(app).agent.stats.games)
    visitor(app).undo()
    assert visitor(app).agent.training == (DEFAULT,)


def test_an_agent_that_a_training_is_just_replacing_is_still_that_of_the_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Lock:
        def __enter__(self) -> None:  # the training lets go of it when it has replaced both
            visitor.agent = training.agent

        def __exit__(self, *_: object) -> None:
            pass

    training = Training(ttt.TrainingConfig(games=50), "Ada")
    training.play_for(inf)
    attached = Attached({Training: training})
    visitor = SimpleNamespace(
        lock=Lock(), agent=ttt.untrained(), attached=attached, training_under_way=True
    )
    monkeypatch.setattr(train_links, "train_state", lambda: SimpleNamespace(from_link=training))
    monkeypatch.setattr(train_links, "session", lambda: visitor)
    assert train_links.is_training()


def test_a_training_that_ends_while_its_progress_is_drawn_makes_way_for_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    show_agent = sidebar.show_agent

    def show_late(**given: Any) -> None:
        until(lambda: not session().training_under_way)
        show_agent(**given)

    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    monkeypatch.setattr(sidebar, "show_agent", show_late)
    app = come_by_link("inspect", games="300000")
    assert [title.value for title in app.title] == ["Inspect"]


def test_the_agent_of_a_link_changes_without_a_step_in_the_history_which_never_discards_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = come_by_link("inspect", **config_to_query(CONFIG))
    kept = kept_in(app, addresses.Address)
    written = kept.number
    visitor(app).adopt(ttt.train(ttt.TrainingConfig(games=50, seed=9)))
    agent = visitor(app).agent
    run(app)
    assert (kept.number, kept.pushed) == (written + 1, False)
    trail(app).visit("X--------")
    run(app)
    assert (kept.number, kept.pushed) == (written + 2, False)
    assert (kept.query["board"], kept.query["seed"]) == ("X--|---|---", "9")

    monkeypatch.setattr(this_run, "is_by_history", lambda: True)
    for name, text in config_to_query(CONFIG).items():
        app.query_params[name] = text
    run(app)
    assert visitor(app).agent is agent
    assert address(app)["seed"] == "9"
    assert not app.info

    learned = ttt.learn_from_game(agent, (0, 3, 1, 4, 2))
    assert visitor(app).learn(learned, visitor(app).version)
    run(app)
    assert set(address(app)) <= {"board"}
    assert set(offered_link(app)) <= {"board"}
    assert "these may not reproduce your agent" in said(app)
    assert visitor(app).agent.q is learned.q


def test_going_back_in_the_browser_goes_back_in_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_train(games="300", gamma="0.7")
    was = address(page)
    slide_setting(page, "gamma", 0.4)
    monkeypatch.setattr(this_run, "is_by_history", lambda: True)
    page.query_params["gamma"] = "0.7"
    run(page)
    assert address(page) == was
    assert visitor(page).agent.training[0].gamma == 0.7


def test_coming_back_by_history_does_not_discard_an_agent_from_another_page() -> None:
    page = open_train(games="300", gamma="0.7")
    link = address(page)
    page.query_params.clear()
    turn_to(page, "inspect")
    agent = ttt.train(ttt.TrainingConfig(games=50, seed=9))
    visitor(page).adopt(agent)
    page.query_params = dict(link)
    turn_to(page, "train")
    assert visitor(page).agent is agent
    assert train_state(page).settings == agent.config
    assert address(page) != link


def test_parameters_of_another_page_are_told_and_change_nothing() -> None:
    page = open_train(games="300", board="X---O----")
    assert "this is for Inspect and Compare" in messages(page)
    assert "board" not in address(page)
    page.query_params.clear()
    assert trail(turn_to(page, "inspect")).board != "X---O----"
