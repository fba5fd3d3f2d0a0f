"""Jobs report to their page, can be stopped, end with their visit, and show their errors."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui import works
from tests.ui.support import all_cores_busy, until
from ttt_core.sentences import Sentence
from ttt_ui import jobs, workers


@pytest.fixture(autouse=True)
def _checked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS_BETWEEN_CHECKS", 0.01)


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A visitor who is there, for as long as the event is set."""
    there = Event()
    there.set()
    monkeypatch.setattr(jobs, "connection_check", lambda: there.is_set)
    return there


class Counting:
    """A job that counts, and what it has reported."""

    def __init__(self, most: int = 1_000_000) -> None:
        self.taken: list[int] = []
        self.processes: list[int] = []
        self._most = most
        self.job = jobs.start(works.counting, arguments=self._next, on_report=self._take)

    def _next(self) -> tuple[int]:
        return (len(self.taken),)

    def _take(self, report: tuple[int, int]) -> bool:
        process, number = report
        self.taken.append(number)
        self.processes.append(process)
        return len(self.taken) < self._most

    def stop(self) -> None:
        self.job.stop()
        until(self.job._ended.is_set)


def test_step_follows_step_until_no_other_is_wanted() -> None:
    counting = Counting(5)
    until(lambda: not counting.job.running)
    assert counting.taken == list(range(5))
    counting.job.raise_error()


def test_it_can_be_stopped_and_takes_nothing_any_more() -> None:
    begun, taken = Event(), list[object]()

    def arguments() -> tuple[()]:
        begun.wait()
        job.stop()  # while a step is under way
        return ()

    job = jobs.start(works.process_id, arguments=arguments, on_report=taken.append)
    assert job.running
    begun.set()
    until(job._ended.is_set)
    job.raise_error()
    assert not job.running
    assert taken == []


def test_a_step_that_takes_long_ends_with_its_visitor(
    visitor: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")
    job = jobs.start(works.for_ever, on_report=bool)
    until(lambda: jobs.JOBS._taken == 1)
    visitor.clear()
    until(job._ended.is_set)
    job.raise_error()


def test_an_error_in_a_step_or_in_taking_its_report_is_raised_once() -> None:
    def take(_: object) -> bool:
        raise ValueError("no room for it")

    for job, why in (
        (jobs.start(works.failing, on_report=bool), "on fire"),
        (jobs.start(works.counting, on_report=take), "no room"),
    ):
        until(job._ended.is_set)
        with pytest.raises(ValueError, match=why):
            job.raise_error()
        job.raise_error()


def test_a_step_changes_nothing_in_the_server() -> None:
    numbers = [3]
    until(jobs.start(list.clear, arguments=lambda: (numbers,), on_report=bool)._ended.is_set)
    assert numbers == [3]


@pytest.mark.parametrize("number", [1, 2])
def test_jobs_take_turns_in_as_many_workers_as_asked(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTT_WORKERS", str(number))
    all_counting = [Counting() for _ in range(2 * number)]
    until(lambda: jobs.JOBS._taken == number)
    until(lambda: all(len(counting.taken) > 3 for counting in all_counting))
    assert len({process for counting in all_counting for process in counting.processes}) == number
    for counting in all_counting:
        counting.stop()


def test_a_step_whose_worker_dies_is_done_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")
    taken: list[int] = []
    note = (str(tmp_path / "note"),)
    job = jobs.start(works.dying_once, arguments=lambda: note, on_report=taken.append)
    until(job._ended.is_set)
    job.raise_error()
    assert len(taken) == 1


def called(function: Callable[..., Any], *arguments: object, seconds: float = 60) -> Any:
    return jobs.call(function, *arguments, seconds=seconds, megabytes=20)


@pytest.fixture
def in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each call in a process; a quick one may take half of the memory."""
    monkeypatch.setenv("TTT_WORKERS", "1")
    monkeypatch.setattr(jobs, "QUICK", jobs.QUICK._replace(seconds=60, megabytes=10))


@pytest.mark.usefixtures("in_processes")
def test_a_call_that_needs_more_than_a_quick_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert called(works.large, 15)
    monkeypatch.setattr(jobs, "QUICK", jobs.QUICK._replace(seconds=0.05))
    assert called(works.resting, 0.1)


@pytest.mark.usefixtures("in_processes")
@pytest.mark.parametrize(
    ("work", "seconds", "why"),
    [
        ((works.for_ever,), 0.1, "more than 0.1 seconds"),
        ((works.large, 30), 60, "more than 20 MB"),
        ((works.dying,), 60, "ended unexpectedly"),
    ],
)
def test_a_call_that_goes_beyond_its_bounds_is_ended_with_a_sentence(
    work: tuple[Any, ...], seconds: float, why: str
) -> None:
    with pytest.raises(jobs.LostWorkError, match=why) as raised:
        called(*work, seconds=seconds)
    assert isinstance(raised.value.args[0], Sentence)


@pytest.mark.usefixtures("in_processes")
def test_a_quick_call_waits_for_no_long_one_and_a_call_ends_with_its_visitor(
    visitor: Event,
) -> None:
    with jobs.LONG_CALLS.turn(bool):
        assert called(works.process_id)
    visitor.clear()
    with pytest.raises(jobs.LostWorkError, match="The connection was lost"):
        called(works.for_ever)


@pytest.mark.usefixtures("in_processes")
def test_a_call_that_waits_in_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(jobs, "notice", lambda: nullcontext(told.append))
    with ThreadPoolExecutor(1) as thread, ExitStack() as turns:
        while jobs.QUICK_CALLS._taken < jobs.QUICK_CALLS._places():
            turns.enter_context(jobs.QUICK_CALLS.turn(bool))
        call = thread.submit(called, works.process_id)
        until(lambda: bool(told))
        turns.close()
        assert call.result()
    assert told[0] == "Waiting for a free processor core: you are next"


def test_a_call_is_made_in_a_process_of_its_own_if_there_are_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert called(works.process_id) == os.getpid()
    monkeypatch.setenv("TTT_WORKERS", "1")
    assert len({os.getpid(), called(works.process_id), called(works.process_id)}) == 3


def test_it_waits_for_its_turn_and_says_so() -> None:
    with all_cores_busy() as give_back:
        first = Counting()
        until(lambda: first.job.waiting == "Waiting for a free processor core: you are next")
        second = Counting()
        until(lambda: second.job.waiting == "Waiting for a free processor core: 1 ahead of you")
        first.stop()
        until(lambda: second.job.waiting == "Waiting for a free processor core: you are next")
        give_back()
        until(lambda: not second.job.waiting)
    second.stop()


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

    from tests.ui.works import dying
    from ttt_ui import jobs, language
    from ttt_ui.visit.messages import shown_above

    language.choose("fr")
    if "job" not in st.session_state:
        st.session_state.job = jobs.start(dying, on_report=bool)
    with shown_above(lambda: None):
        jobs.follow(st.session_state.job, lambda: None)


def test_a_page_is_drawn_once_more_when_its_job_has_ended() -> None:
    app = AppTest.from_function(_page_whose_job_ends, default_timeout=120).run()
    assert app.session_state["runs"] == 2


def _page_whose_job_ends() -> None:
    from threading import Event

    import streamlit as st

    from tests.ui.support import until
    from tests.ui.works import process_id
    from ttt_ui import jobs

    state = st.session_state
    state.runs = state.get("runs", 0) + 1
    if "job" not in state:
        state.drawn = drawn = Event()
        state.job = jobs.start(process_id, on_report=lambda _: not drawn.wait())

    def draw() -> None:
        state.drawn.set()
        until(lambda: not state.job.running)

    jobs.follow(state.job, draw)


def _page_that_waits_for_a_loop() -> None:
    import streamlit as st

    from ttt_ui import jobs

    tries = iter([False, True])

    @st.fragment
    def part() -> None:
        st.button("Walk", on_click=jobs._wait_for_loop, args=(lambda: next(tries),))

    part()


def test_nothing_is_drawn_in_a_callback_of_a_fragment(capfd: pytest.CaptureFixture[str]) -> None:
    app = AppTest.from_function(_page_that_waits_for_a_loop, default_timeout=120).run()
    app.button[0].click().run()
    assert "callback that displays" not in capfd.readouterr().err
