"""Jobs wait their turn, can be stopped, end with their visit, and show their errors."""

from threading import Event, Thread

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import until
from ttt_ui.jobs import Job, StoppedError
from ttt_ui.visit.cores import Turnstile


def begun(job: Job) -> Job:
    Thread(target=job.run, daemon=True).start()
    return job


def endless(job: Job) -> None:
    while True:
        with job.turn():
            pass
        job.rest(0.001)


def test_it_runs_until_its_work_is_done() -> None:
    done: list[int] = []
    job = Job(lambda _: done.append(1), Turnstile(1), lambda: True)
    assert job.running
    job.run()
    assert not job.running
    assert done == [1]
    job.raise_error()


def test_it_can_be_stopped() -> None:
    job = begun(Job(endless, Turnstile(1), lambda: True))
    assert job.running
    job.stop()
    assert not job.running
    until(job._ended.is_set)
    job.raise_error()


def test_it_ends_when_its_visitor_has_left() -> None:
    there = Event()
    there.set()
    job = begun(Job(endless, Turnstile(1), there.is_set))
    assert job.running
    there.clear()
    until(lambda: not job.running)


def test_it_waits_for_its_turn_and_says_so() -> None:
    turnstile = Turnstile(1)
    job = Job(endless, turnstile, lambda: True)
    with turnstile.turn():
        begun(job)
        until(lambda: bool(job.waiting))
        assert job.waiting == "Waiting for a free processor core: you are next"
        job._note_ahead(3)
        assert job.waiting == "Waiting for a free processor core: 3 ahead of you"
    until(lambda: not job.waiting)
    job.stop()
    until(job._ended.is_set)
    with turnstile.turn_if_free() as free:
        assert free


def test_a_job_that_waits_can_be_stopped_and_leaves_the_line() -> None:
    turnstile = Turnstile(1)
    job = Job(endless, turnstile, lambda: True)
    with turnstile.turn():
        begun(job)
        until(lambda: bool(turnstile._line))
        job.stop()
        until(job._ended.is_set)
        assert not turnstile._line


def test_stopping_passes_through_everything() -> None:
    passed: list[str] = []

    def work(job: Job) -> None:
        job.stop()
        try:
            job.rest(60)
        except StoppedError:
            passed.append("rest")
            raise

    job = Job(work, Turnstile(1), lambda: True)
    job.run()
    job.raise_error()
    assert passed == ["rest"]


def test_an_error_is_raised_once_where_a_visitor_sees_it() -> None:
    def work(_: Job) -> None:
        raise ValueError("the core is on fire")

    job = Job(work, Turnstile(1), lambda: True)
    job.run()
    assert not job.running
    with pytest.raises(ValueError, match="on fire"):
        job.raise_error()
    job.raise_error()


def _page() -> None:
    from threading import Event

    import streamlit as st

    from ttt_ui import jobs
    from ttt_ui.visit.messages import shown_above
    from ttt_ui.visit.session import session

    if "job" not in st.session_state:
        session().say("A link has filled this in.")
        end = st.session_state.end = Event()
        st.session_state.job = jobs.start(lambda _: end.wait())
    job = st.session_state.job
    with shown_above():
        st.write("The job runs." if job.running else "The job has ended.")
        jobs.follow(job, lambda: st.write("Drawn."))


def test_a_page_follows_a_job() -> None:
    app = AppTest.from_function(_page).run()
    assert [text.value for text in app.markdown] == ["The job runs.", "Drawn."]
    app.session_state["end"].set()
    until(lambda: not app.session_state["job"].running)
    app.run()
    assert [text.value for text in app.markdown] == ["The job has ended.", "Drawn."]
