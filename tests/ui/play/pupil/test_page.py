"""A pupil's practice on other pages, without a browser."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.support import new_app, press, run, turn_to, visitor
from ttt_ui import jobs
from ttt_ui.jobs import ThreadJob
from ttt_ui.play.pupil import actions
from ttt_ui.play.pupil.story import Story


@pytest.mark.parametrize("page", ["inspect", "train", "compare"])
def test_every_page_follows_a_practice_and_so_shows_the_pupil_after_it(
    monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    app = run(new_app())
    press(app, "Teach an agent from scratch")
    monkeypatch.setattr(actions, "_practise", _endless)
    press(app, "1,000 games")
    story = visitor(app).belongings.get(Story)
    assert story is not None
    assert story.practice is not None
    followed, follow = [], jobs.follow

    def note(job: ThreadJob | None, draw: Callable[[], None], **options: Any) -> None:
        followed.append(job)
        follow(job, draw, **options)

    monkeypatch.setattr(jobs, "follow", note)
    turn_to(app, page)
    assert story.practice.job is not None
    assert story.practice.job in followed


def _endless(job: ThreadJob, *_: object) -> None:
    while True:
        job.rest(0.1)
