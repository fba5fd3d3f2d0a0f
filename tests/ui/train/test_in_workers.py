"""A training goes on in a worker process, whatever happens to that, and ends when it should."""

import os
import signal
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    agents_before,
    all_cores_busy,
    click,
    press,
    run,
    thorough_except,
    train_state,
    turn_to,
    until,
    visitor,
)
from tests.ui.train.support import assert_same_table, messages, open_train
from ttt_ui import jobs
from ttt_ui import workers as workers_module
from ttt_ui.jobs import JOBS
from ttt_ui.train import actions as train_actions
from ttt_ui.train.state import known_training
from ttt_ui.workers import workers

pytestmark = pytest.mark.slow

SHORT = ttt.TrainingConfig(games=20_000, seed=3, gamma=0.8)
LONG = {"games": "10000000", "replay": "100", "symmetry": "false"}


@pytest.fixture(autouse=True)
def one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)


def kill_the_workers() -> None:
    forking = workers()._forking
    assert forking is not None
    forked = Path(f"/proc/{forking.pid}/task/{forking.pid}/children").read_text(encoding="ascii")
    for process in forked.split():
        with suppress(ProcessLookupError):  # it may have ended since
            os.kill(int(process), signal.SIGKILL)


def games(page: AppTest) -> int:
    return visitor(page).agent.stats.games


def wait_for_more(page: AppTest) -> None:
    so_far = games(page)
    until(lambda: games(page) > so_far)


@pytest.mark.thorough
def test_if_it_is_lost_twice_a_sentence_says_so_and_what_was_learned_stays() -> None:
    page = open_train(**LONG)
    wait_for_more(page)
    training = known_training(visitor(page))
    assert training is not None

    def is_lost() -> bool:
        kill_the_workers()
        return training.job is not None and training.job.failed

    until(is_lost)
    assert "has ended twice. Please try again." in messages(run(page))
    agent = visitor(page).agent
    assert not visitor(page).training_under_way
    assert agent.stats.games > 0
    assert agent.training == (replace(train_state(page).settings, games=agent.stats.games),)
    assert "has ended twice" not in messages(run(page))
    press(page, "Start over")
    wait_for_more(page)


@pytest.mark.parametrize(
    "how", thorough_except(("Stop training",), ("Stop training", "Undo", "leave", "adopt"))
)
def test_what_ends_it_ends_the_work(how: str) -> None:
    page = open_train(**LONG)
    wait_for_more(page)
    if how == "leave":
        turn_to(page, "inspect")
    elif how == "adopt":
        visitor(page).adopt(ttt.untrained())
    else:
        press(run(page), how)
    until(lambda: jobs.number_running() == 0)
    after = games(page)
    assert visitor(page).training_under_way == (how == "leave")
    if how == "leave":
        turn_to(page, "train")
        wait_for_more(page)
    else:
        assert games(run(page)) == after


def test_if_all_cores_are_busy_it_says_that_it_waits_and_then_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TTT_WORKERS")
    monkeypatch.setattr(workers_module, "SECONDS_BETWEEN_CHECKS", 0.001)
    page = open_train()
    before = visitor(page).agent
    train_state(page).settings = SHORT
    with all_cores_busy():
        click(page, "Start over")
        until(lambda: bool(JOBS._line))
        run(page)
        (bar,) = page.get("progress")
        played = games(page)
        assert 0 < played < SHORT.games
        assert bar.proto.text == (
            f"{played:,} of 20,000 games · Waiting for a free processor core: you are next"
        )
    assert agents_before(visitor(page)) == (before,)
    until(lambda: not visitor(page).training_under_way)
    assert not run(page).get("progress")
    assert_same_table(visitor(page).agent, ttt.train(SHORT))
    assert known_training(visitor(page)) is not None
