"""A pupil's practice on other pages, without a browser."""

from collections.abc import Callable
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.support import new_app, press, run, thorough_except, turn_to, visitor
from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.play import work
from ttt_ui.play.story import Story


@pytest.mark.parametrize("page", thorough_except(("train",), ("inspect", "train", "compare")))
def test_every_page_follows_a_practice_and_so_shows_the_pupil_after_it(
    monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    app = run(new_app())
    press(app, "Teach an agent from scratch")
    monkeypatch.setattr(work, "practise", endless)
    press(app, "1,000 games")
    story = visitor(app).attached.get(Story)
    assert story is not None
    assert story.practice is not None
    followed, follow = [], jobs.follow

    def note(job: Job | None, draw: Callable[[], None], **options: Any) -> None:
        followed.append(job)
        follow(job, draw, **options)

    monkeypatch.setattr(jobs, "follow", note)
    turn_to(app, page)
    assert story.practice.job is not None
    assert story.practice.job in followed


def endless(run: ttt.TrainingRun, _: int) -> tuple[ttt.TrainingRun, ttt.Agent]:
    """Play no game, so that the practice is never over."""
    return run, run.agent()
