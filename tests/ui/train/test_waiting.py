"""If all cores are busy, a training waits in line and says so, and nothing is lost."""

from contextlib import ExitStack

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
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
from ttt_ui import turnstile as turnstiles
from ttt_ui.jobs import cores
from ttt_ui.train.state import known_training
from ttt_ui.train.training import Training
from ttt_ui.turnstile import Turnstile

pytestmark = pytest.mark.slow

CONFIG = ttt.TrainingConfig(games=20_000, seed=3, gamma=0.8)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(turnstiles, "SECONDS_BETWEEN_WORDS", 0.001)
    page = new_app()
    page.session_state["group_chart"] = True
    page.run()
    return turn_to(page, "train")


def test_it_says_that_it_waits_and_then_continues(page: AppTest) -> None:
    before = visitor(page).agent
    train_state(page).settings = CONFIG
    with all_cores_busy():
        click(page, "Start over")
        until(lambda: bool(cores()._line))
        run(page)
        (bar,) = page.get("progress")
        assert bar.proto.text == (
            "0 of 20,000 games · Waiting for a free processor core: you are next"
        )
    assert visitor(page).past == (before,)
    until(lambda: not visitor(page).training_under_way)
    run(page)
    assert not page.get("progress")
    assert visitor(page).agent.q.tobytes() == ttt.train(CONFIG).q.tobytes()
    assert known_training(visitor(page)) is not None


def test_a_click_does_not_wait_but_a_drag_does() -> None:
    training = Training(CONFIG, "Ada")
    with all_cores_busy():
        training.begin(10.0, patient=False)
        assert training.games_played == 0
        assert not training.finished
    training.begin(10.0, patient=True)
    assert training.finished


def places_free(turnstile: Turnstile) -> int:
    places = 0
    with ExitStack() as turns:
        while turns.enter_context(turnstile.turn_if_free()):
            places += 1
    return places


def test_all_cores_are_free_after_every_use(page: AppTest) -> None:
    slide(page, "setting_gamma", 0.5)
    page.toggle(key="train_band").set_value(True)
    run(page)
    training = known_training(visitor(page))
    assert training is not None
    until(lambda: len(training.band) == 8)
    training.agent_after(100)
    turnstile = cores()
    assert not turnstile._line
    with all_cores_busy(), turnstile.turn_if_free() as taken:
        assert not taken
    until(lambda: places_free(turnstile) == turnstile.places)
