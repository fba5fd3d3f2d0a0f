"""Worker processes do what they are asked, survive, and end when they are not needed."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.ui.support import until
from tests.ui.workers import works
from ttt_core.sentences import Sentence
from ttt_ui.workers import pool as pools
from ttt_ui.workers.errand import End, News, Order, Work, Yielded
from ttt_ui.workers.pool import Commission, LostWorkError, Pool
from ttt_ui.workers.worker import BRIEF_SECONDS


class Commissioned(Commission):
    """Work for a pool, and all that is heard of it."""

    def __init__(self, work: Work, *arguments: Any) -> None:
        self.news: list[News] = []
        self.wanted = True
        self.arguments = arguments
        super().__init__(lambda: Order(work, self.arguments), self.news.append, lambda: self.wanted)

    @property
    def reports(self) -> list[Any]:
        return [news.content for news in self.news if isinstance(news, Yielded)]

    @property
    def ended(self) -> bool:
        return any(isinstance(news, End) for news in self.news)

    @property
    def error(self) -> Exception | None:
        until(lambda: self.ended)
        (end,) = (news for news in self.news if isinstance(news, End))
        return end.error


@pytest.fixture
def begun(pool: Pool) -> Callable[..., Commissioned]:
    def begin(work: Work, *arguments: Any) -> Commissioned:
        commissioned = Commissioned(work, *arguments)
        pool.begin(commissioned)
        return commissioned

    return begin


Begun = Callable[..., Commissioned]


def test_reports_come_from_another_process_in_order(begun: Begun) -> None:
    work = begun(works.counting, 3, 9)
    assert work.error is None
    assert [number for _, number in work.reports] == [3, 4, 5, 6, 7, 8]
    assert os.getpid() not in {process for process, _ in work.reports}


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priorities of their own")
def test_long_work_gives_way_to_short_work(begun: Begun) -> None:
    long, short = begun(works.computing, BRIEF_SECONDS + 0.01), begun(works.computing, 0.0)
    assert long.error is short.error is None
    assert long.reports[-1] > long.reports[0] == short.reports[0] == short.reports[-1]


def test_what_is_no_longer_wanted_is_closed(begun: Begun, tmp_path: Path) -> None:
    note = tmp_path / "note"
    work = begun(works.that_notes_its_end, str(note))
    until(lambda: bool(work.reports))
    work.wanted = False
    assert work.error is None
    assert note.read_text(encoding="utf-8") == "closed"


def test_a_worker_does_several_works_at_once(begun: Begun, pool: Pool) -> None:
    first, second = begun(works.counting), begun(works.counting)
    until(lambda: bool(first.reports) and len(second.reports) > 2)
    seen = len(first.reports)
    until(lambda: len(first.reports) > seen)
    assert len(pool.workers) == 1
    first.wanted = second.wanted = False
    assert first.error is second.error is None


def test_there_are_as_many_workers_as_asked_for(
    begun: Begun, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTT_WORKERS", "2")
    running = [begun(works.counting) for _ in range(4)]
    until(lambda: all(work.reports for work in running))
    assert len(pool.workers) == 2
    assert len({work.reports[0][0] for work in running}) == 2
    for work in running:
        work.wanted = False
    assert not any(work.error for work in running)


def test_an_error_arrives_as_it_is(begun: Begun) -> None:
    work = begun(works.failing)
    assert isinstance(work.error, ValueError)
    assert str(work.error) == "the core is on fire"
    assert work.reports == [1]


def test_no_worker_imports_streamlit(begun: Begun) -> None:
    assert isinstance(begun(works.importing_streamlit).error, ImportError)


def test_a_worker_has_a_bound_on_its_memory_and_outlives_reaching_it(begun: Begun) -> None:
    assert isinstance(begun(works.hungry).error, MemoryError)
    assert begun(works.counting, 0, 1).error is None


def test_a_killed_worker_costs_its_work_one_restart_from_where_it_was(begun: Begun) -> None:
    work = begun(works.counting, 0, 20)
    until(lambda: len(work.reports) > 2)
    process, _ = work.reports[0]
    work.arguments = (100, 105)
    os.kill(process, signal.SIGKILL)
    assert work.error is None
    assert [number for _, number in work.reports][-5:] == [100, 101, 102, 103, 104]
    assert work.reports[-1][0] != process


def test_work_that_is_lost_twice_ends_with_a_sentence(begun: Begun) -> None:
    work = begun(works.dying)
    assert isinstance(work.error, LostWorkError)
    assert isinstance(work.error.args[0], Sentence)
    assert begun(works.counting, 0, 1).error is None


def test_a_worker_that_has_grown_ends_when_idle(
    begun: Begun, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert begun(works.growing, 50).error is None
    assert len(pool.workers) == 1
    monkeypatch.setattr(pools, "GROWN_BYTES", 40 * 2**20)
    until(lambda: not pool.workers)
    assert begun(works.counting, 0, 1).error is None


def test_a_worker_that_has_been_idle_ends(
    begun: Begun, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = begun(works.counting)
    until(lambda: bool(work.reports))
    monkeypatch.setattr(pools, "SECONDS_IDLE", 0.0)
    seen = len(work.reports)
    until(lambda: len(work.reports) > seen)
    (worker,) = pool.workers
    work.wanted = False
    until(lambda: not pool.workers)
    until(lambda: not is_alive(worker.process_id))


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
