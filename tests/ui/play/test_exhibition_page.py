"""Watching the agent play, without a browser."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import captions, click, go_to, kept_in, new_app, run, turn_to, until, visitor
from ttt_ui import jobs
from ttt_ui.browser_storage import views as storage
from ttt_ui.frame.links import slug
from ttt_ui.jobs import Job
from ttt_ui.play.exhibition import EXPLORES, SPEED, Exhibition
from ttt_ui.play.state import MODES


@pytest.fixture
def page() -> AppTest:
    page = new_app()
    page.session_state[SPEED.key] = "200 moves/s"
    return go_to(page, "play", view="agent-by-itself")


def test_exploring_is_offered_only_where_it_has_an_effect(page: AppTest) -> None:
    assert EXPLORES.key in [toggle.key for toggle in page.toggle]
    visitor(page).adopt(ttt.train(ttt.PRESETS["MENACE (Michie 1961)"]))
    run(page)
    assert EXPLORES.key not in [toggle.key for toggle in page.toggle]


def test_it_continues_after_a_visit_to_another_page_and_a_changed_agent_pauses_it(
    page: AppTest,
) -> None:
    click(page, "Start")
    exhibition = kept_in(page, Exhibition)
    job = exhibition.job
    assert job is not None
    turn_to(page, "inspect")
    assert not job.running
    played = exhibition.stage.tally.games
    turn_to(page, "play")
    assert exhibition.running
    until(lambda: exhibition.stage.tally.games > played)
    turn_to(page, "inspect")
    visitor(page).adopt(visitor(page).agent)
    turn_to(page, "play")
    until(lambda: not exhibition.running)
    run(page)
    assert "Paused, because your agent has changed." in captions(page)


def test_the_visit_is_saved_as_long_as_it_plays(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow, saves = jobs.follow, list[Job | None]()

    def note(job: Job | None, draw: Callable[[], None], **options: Any) -> None:
        if draw is storage._save:
            saves.append(job)
        follow(job, draw, **options)

    monkeypatch.setattr(jobs, "follow", note)
    click(page, "Start")
    click(page, "Pause")
    assert saves == [kept_in(page, Exhibition).job, None]


@pytest.mark.parametrize("mode", MODES)
def test_the_map_is_beside_the_board_in_every_mode(mode: str) -> None:
    app = go_to(new_app(), "play", view=slug(mode))
    parts = [json.loads(part.proto.json) for part in app.get("bidi_component")]
    (data,) = (part for part in parts if "shades" in part and part["size"] == "large")
    assert data["opens"]
    assert len(app.title) == 1
