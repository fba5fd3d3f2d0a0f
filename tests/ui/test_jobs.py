"""Jobs report to their page, can be stopped, end with their visit, and show their errors."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import all_cores_busy, until
from tests.ui.workers.works import counting, failing
from ttt_ui import jobs


@pytest.fixture(params=["0", "1"])
def workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Without worker processes, and with one."""
    monkeypatch.setenv("TTT_WORKERS", request.param)
    return str(request.param)


@pytest.mark.usefixtures("workers")
def test_every_report_is_taken_until_the_work_is_done() -> None:
    taken: list[Any] = []
    job = jobs.start(counting, arguments=lambda: (0, 5), take=taken.append)
    until(lambda: not job.running)
    assert [number for _, number in taken] == list(range(5))
    job.raise_error()


@pytest.mark.usefixtures("workers")
def test_it_can_be_stopped_and_takes_nothing_any_more() -> None:
    taken: list[Any] = []
    job = jobs.start(counting, take=taken.append)
    until(lambda: bool(taken))
    job.stop()
    assert not job.running
    until(job._ended.is_set)
    job.raise_error()


@pytest.mark.usefixtures("workers")
def test_it_ends_when_a_report_is_refused() -> None:
    taken: list[Any] = []

    def take(report: tuple[int, int]) -> bool:
        taken.append(report)
        return len(taken) < 3

    job = jobs.start(counting, take=take)
    until(job._ended.is_set)
    assert len(taken) == 3


@pytest.mark.usefixtures("workers")
def test_it_ends_when_its_visitor_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Event()
    there.set()
    monkeypatch.setattr(jobs, "connection_check", lambda: there.is_set)
    job = jobs.start(counting, take=lambda _: None)
    assert job.running
    there.clear()
    until(job._ended.is_set)


@pytest.mark.usefixtures("workers")
def test_an_error_is_raised_once_where_a_visitor_sees_it() -> None:
    job = jobs.start(failing, take=lambda _: None)
    until(lambda: not job.running)
    with pytest.raises(ValueError, match="on fire"):
        job.raise_error()
    job.raise_error()


@pytest.mark.usefixtures("workers")
def test_so_is_an_error_in_taking_a_report() -> None:
    def take(_: object) -> None:
        raise ValueError("no room for it")

    job = jobs.start(counting, take=take)
    until(job._ended.is_set)
    with pytest.raises(ValueError, match="no room"):
        job.raise_error()


def test_it_waits_for_its_turn_and_says_so() -> None:
    with all_cores_busy() as give_back:
        first = jobs.start(counting, take=lambda _: None)
        until(lambda: first.waiting == "Waiting for a free processor core: you are next")
        second = jobs.start(counting, take=lambda _: None)
        until(lambda: second.waiting == "Waiting for a free processor core: 1 ahead of you")
        first.stop()
        until(first._ended.is_set)
        until(lambda: second.waiting == "Waiting for a free processor core: you are next")
        give_back()
        until(lambda: not second.waiting)
    second.stop()
    until(second._ended.is_set)


def test_work_that_was_lost_is_said_in_a_sentence_in_the_visitors_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")
    app = AppTest.from_function(_page_that_loses_its_work, default_timeout=120).run()
    until(lambda: not app.session_state["job"].running)
    app.run()
    assert [error.value for error in app.error] == [
        "Le processus qui y travaillait s’est arrêté deux fois. Veuillez réessayer."
    ]
    assert not app.run().error


def _page_that_loses_its_work() -> None:
    import streamlit as st

    from tests.ui.workers.works import dying
    from ttt_ui import jobs, language
    from ttt_ui.visit.messages import shown_above

    language.choose("fr")
    if "job" not in st.session_state:
        st.session_state.job = jobs.start(dying, take=lambda _: None)
    with shown_above(lambda: None):
        jobs.follow(st.session_state.job, lambda: None)


def _page(end: str) -> None:
    import streamlit as st

    from tests.ui.workers.works import waiting_for
    from ttt_ui import jobs
    from ttt_ui.visit.messages import shown_above
    from ttt_ui.visit.session import session

    if "job" not in st.session_state:
        session().say("A link has filled this in.")
        st.session_state.job = jobs.start(
            waiting_for, arguments=lambda: (end,), take=lambda _: None
        )
    job = st.session_state.job
    with shown_above(lambda: None):
        st.write("The job runs." if job.running else "The job has ended.")
        jobs.follow(job, lambda: st.write("Drawn."))


def test_a_page_follows_a_job(tmp_path: Path) -> None:
    end = tmp_path / "end"
    app = AppTest.from_function(_page, args=(str(end),), default_timeout=120).run()
    assert [text.value for text in app.markdown] == ["The job runs.", "Drawn."]
    end.touch()
    until(lambda: not app.session_state["job"].running)
    app.run()
    assert [text.value for text in app.markdown] == ["The job has ended.", "Drawn."]
