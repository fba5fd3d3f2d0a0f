"""The address of Train is the agent, by links and by the browser's history."""

import pytest

import ttt_core as ttt
from tests.ui.support import (
    address,
    run,
    thorough_except,
    trail,
    train_state,
    turn_to,
    visitor,
)
from tests.ui.train.support import (
    assert_same_table,
    messages,
    open_train,
    slide_setting,
)
from ttt_ui.frame.links import config_to_query
from ttt_ui.streamlit_fixes import this_run

pytestmark = pytest.mark.slow


def test_the_link_is_the_agent() -> None:
    config = ttt.TrainingConfig(games=700, seed=2**63 - 1, epsilon=1 / 3, epsilon_floor=0.1)
    page = open_train(**config_to_query(config))
    assert visitor(page).agent.training == (config,)
    assert_same_table(visitor(page).agent, ttt.train(config))
    assert address(page) == config_to_query(config)
    assert not messages(page)


def test_going_back_in_the_browser_goes_back_in_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_train(games="300", gamma="0.7")
    was = address(page)
    slide_setting(page, "gamma", 0.4)
    written = address(page)
    assert written["gamma"] == "0.4"
    page.query_params["gamma"] = "0.7"  # sent before the browser has updated it
    run(page)
    assert address(page) == written
    assert visitor(page).agent.training[0].gamma == 0.4
    monkeypatch.setattr(this_run, "is_by_history", lambda: True)
    page.query_params["gamma"] = "0.7"
    run(page)
    assert address(page) == was
    assert visitor(page).agent.training[0].gamma == 0.7


@pytest.mark.parametrize("change", thorough_except(("adopt",), ("adopt", "undo")))
def test_coming_back_by_history_does_not_discard_an_agent_from_another_page(change: str) -> None:
    page = open_train(games="300", gamma="0.7")
    link = address(page)
    page.switch_page("pages/inspect.py")
    page.query_params.clear()
    run(page)
    if change == "adopt":
        visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=50, seed=9)))
    else:
        visitor(page).undo()
    agent = visitor(page).agent
    page.switch_page("pages/train.py")
    page.query_params = dict(link)
    run(page)
    assert visitor(page).agent is agent
    assert train_state(page).settings == agent.config
    assert address(page) != link


def test_parameters_of_another_page_are_told_and_change_nothing() -> None:
    page = open_train(games="300", board="X---O----")
    assert "this is for Inspect and Compare" in messages(page)
    assert "board" not in address(page)
    page.query_params.clear()
    assert trail(turn_to(page, "inspect")).board != "X---O----"
