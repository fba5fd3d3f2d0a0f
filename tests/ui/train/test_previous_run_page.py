"""The previous run on Train: kept, pinned and linked."""

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, captions, press, run, train_state, visitor
from tests.ui.train.support import messages, open_train, slide_setting
from ttt_ui.train.state import TAB

pytestmark = pytest.mark.slow


def deltas(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.delta for metric in page.metric}


def test_a_change_keeps_the_previous_run_and_shows_a_difference_for_every_figure() -> None:
    page = open_train(games="2000", rule="q-learning")
    page.session_state[TAB.key] = "More figures"
    run(page)
    assert train_state(page).previous_run is None
    assert not any(deltas(page).values())
    before = visitor(page).agent.stats
    slide_setting(page, "gamma", 0.4)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert previous_run.settings.gamma == 0.9
    assert previous_run.stats == before
    assert "Compared with **γ 0\\.9** (before the last change)" in captions(page)
    more = visitor(page).agent.stats.explorations - before.explorations
    shown = deltas(page)
    assert shown["Exploratory moves"] == (f"{more:+,}".replace("-", "−") if more else "0")
    assert shown.pop("Unbeatable since game") == ""  # beatable, as before
    assert all(shown.values())
    slide_setting(page, "epsilon", 0.3)
    assert "Compared with **ε 1**" in captions(page)
    press(page, "Start over")
    assert "Compared with **ε 1**" in captions(page)


def test_a_run_is_pinned_and_unpinned() -> None:
    page = open_train(games="500", gamma="0.8")
    press(page, "Pin this run")
    assert "This run is pinned" in captions(page)
    for gamma in (0.7, 0.6):
        slide_setting(page, "gamma", gamma)
        assert "Compared with **γ 0\\.8** (pinned)" in captions(page)
    press(page, "Unpin")
    assert "Compared with" not in captions(page)
    assert not any(deltas(page).values())
    slide_setting(page, "gamma", 0.5)
    assert "Compared with **γ 0\\.6** (before the last change)" in captions(page)


def test_an_older_link_opens_with_the_run_to_compare_with() -> None:
    query = {"games": "500", "gamma": "0.5", "ghost.gamma": "0.9", "ghost.epsilon": "0.5"}
    page = open_train(**query)
    assert not messages(page)
    assert visitor(page).agent.training == (ttt.TrainingConfig(games=500, gamma=0.5),)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert previous_run.stats == ttt.train(ttt.TrainingConfig(games=500, epsilon=0.5)).stats
    assert "Compared with **γ 0\\.9, ε 0\\.5**" in captions(page)
    assert set(address(page)) == {"rule", "games", "seed", "gamma"}


def test_an_agent_from_another_page_is_compared_only_with_a_pinned_run() -> None:
    page = open_train(games="500")
    slide_setting(page, "gamma", 0.5)
    visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=50, seed=9)))
    run(page)
    assert train_state(page).previous_run is None
    press(page, "Pin this run")
    visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=60, seed=9)))
    run(page)
    assert "Compared with **50 games** (pinned)" in captions(page)
