"""Play on the page: its switches, the agent that plays alone, and a practice on other pages."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    captions,
    click,
    go_to,
    kept_in,
    new_app,
    press,
    run,
    thorough_except,
    turn_to,
    turn_to_the_game,
    until,
    visitor,
)
from tests.ui.train.support import report
from ttt_ui import jobs
from ttt_ui.browser_storage import views as storage
from ttt_ui.jobs import Job
from ttt_ui.play import work
from ttt_ui.play.actions import BOARD_KEY
from ttt_ui.play.exhibition import EXPLORES, SPEED, Exhibition
from ttt_ui.play.state import PlayState
from ttt_ui.play.story import Story

pytestmark = pytest.mark.slow


def boards(app: AppTest) -> list[dict[str, Any]]:
    """Return what the boards are told to show: the game's, and what the agent saw."""
    parts = [json.loads(part.proto.json) for part in app.get("bidi_component")]
    return [part for part in parts if part and "cells" in part]


def switch(app: AppTest, label: str, *, on: bool) -> AppTest:
    next(toggle for toggle in app.toggle if toggle.label == label).set_value(on)
    return run(app)


def test_switches_bring_the_bar_what_the_agent_saw_and_the_true_values() -> None:
    app = turn_to_the_game(new_app())
    token = kept_in(app, PlayState).game.token
    report(app, BOARD_KEY, "play", {"cell": 0, "token": token})
    (board,) = boards(app)
    assert board["cells"].count("O") == 1
    assert board["bar"]["label"] == "If you play perfectly"
    (board,) = boards(switch(app, "Show chances", on=False))
    assert board["bar"] is None

    board, saw = boards(switch(app, "Why that move?", on=True))
    assert saw["cells"] == "X--------"
    assert [note["choice"] for note in saw["notes"] if note and "choice" in note] == ["own"]
    assert not any(board["notes"])
    board, _ = boards(switch(app, "Show true values", on=True))
    assert {note["true_value"] for note in board["notes"] if note} <= {"win", "draw", "loss"}
    assert any(board["notes"])


@pytest.fixture
def page() -> AppTest:
    page = new_app()
    page.session_state[SPEED.key] = "200 moves/s"
    return go_to(page, "play", view="agent-by-itself")


def test_it_continues_after_a_visit_to_another_page_and_a_changed_agent_pauses_it(
    page: AppTest,
) -> None:
    assert EXPLORES.key in [toggle.key for toggle in page.toggle]
    click(page, "Start")
    exhibition = kept_in(page, Exhibition)
    job = exhibition.job
    turn_to(page, "inspect")
    assert not job.running
    played = exhibition.stage.tally.games
    turn_to(page, "play")
    assert exhibition.running
    until(lambda: exhibition.stage.tally.games > played)
    turn_to(page, "inspect")
    visitor(page).adopt(ttt.train(ttt.PRESETS["MENACE (Michie 1961)"]))  # which never explores
    turn_to(page, "play")
    until(lambda: not exhibition.running)
    run(page)
    assert "Paused, because your agent has changed." in captions(page)
    assert EXPLORES.key not in [toggle.key for toggle in page.toggle]
    tally = exhibition.stage.tally
    assert [(metric.label, metric.value) for metric in page.main.metric] == [
        ("Games", f"{tally.games}"),
        *((f"{side} wins", f"{tally.ended(side)}") for side in "XO"),
        ("Draws", f"{tally.ended('draw')}"),
    ]


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Job | None, Callable[[], None]]]:
    """Return which jobs the pages follow, and what they draw again: a list that grows."""
    follow, followed = jobs.follow, list[Any]()

    def note(job: Job | None, draw: Callable[[], None], **options: Any) -> None:
        followed.append((job, draw))
        follow(job, draw, **options)

    monkeypatch.setattr(jobs, "follow", note)
    return followed


def test_the_visit_is_saved_as_long_as_it_plays(page: AppTest, followed: list[Any]) -> None:
    followed.clear()
    click(page, "Start")
    click(page, "Pause")
    saves = [job for job, draw in followed if draw is storage._save]
    assert saves == [kept_in(page, Exhibition).job, None]


@pytest.mark.parametrize("name", thorough_except(("train",), ("inspect", "train", "compare")))
def test_every_page_follows_a_practice_and_so_shows_the_pupil_after_it(
    monkeypatch: pytest.MonkeyPatch, followed: list[Any], name: str
) -> None:
    app = press(run(new_app()), "Teach an agent from scratch")
    monkeypatch.setattr(work, "practise", endless)
    press(app, "1,000 games")
    practice = visitor(app).attached.get(Story).practice
    followed.clear()
    turn_to(app, name)
    assert practice.job is not None
    assert practice.job in [job for job, _ in followed]


def endless(run: ttt.TrainingRun, _: int) -> tuple[ttt.TrainingRun, ttt.Agent]:
    """Play no game, so that the practice is never over."""
    return run, run.agent()
