"""If all cores are busy, a training waits in line and says so, and nothing is lost."""

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    agents_before,
    all_cores_busy,
    click,
    new_app,
    run,
    slide,
    train_state,
    turn_to,
    until,
    visitor,
)
from ttt_ui import workers
from ttt_ui.jobs import JOBS
from ttt_ui.train import actions as train_actions
from ttt_ui.train.state import known_training

pytestmark = pytest.mark.slow

CONFIG = ttt.TrainingConfig(games=20_000, seed=3, gamma=0.8)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(workers, "SECONDS_BETWEEN_CHECKS", 0.001)
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    page = new_app()
    page.session_state["group_chart"] = True
    page.run()
    return turn_to(page, "train")


def test_it_says_that_it_waits_and_then_continues(page: AppTest) -> None:
    before = visitor(page).agent
    train_state(page).settings = CONFIG
    with all_cores_busy():
        click(page, "Start over")
        until(lambda: bool(JOBS._line))
        run(page)
        (bar,) = page.get("progress")
        played = visitor(page).agent.stats.games
        assert 0 < played < CONFIG.games
        assert bar.proto.text == (
            f"{played:,} of 20,000 games · Waiting for a free processor core: you are next"
        )
    assert agents_before(visitor(page)) == (before,)
    until(lambda: not visitor(page).training_under_way)
    run(page)
    assert not page.get("progress")
    assert visitor(page).agent.q.tobytes() == ttt.train(CONFIG).q.tobytes()
    assert known_training(visitor(page)) is not None


def test_all_cores_are_free_after_every_use(page: AppTest) -> None:
    slide(page, "setting_gamma", 0.5)
    page.toggle(key="train_band").set_value(True)
    run(page)
    training = known_training(visitor(page))
    assert training is not None
    until(lambda: len(training.band) == 8)
    training.agent_after(100)
    until(lambda: not JOBS._taken)
    assert not JOBS._line
