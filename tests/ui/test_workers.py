"""Workers answer or are replaced, whatever happens to them, and end when they are not needed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from tests.ui import works
from tests.ui.support import ROOT, until
from ttt_ui import workers as module
from ttt_ui.workers import Bounds, LateError, LostError, Workers, number_of_cores, number_of_workers

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="it reads /proc and stops processes as Linux does"
)

BOUNDS = Bounds(seconds=60, megabytes=100, niceness=5)

SERVER = """
import signal
from tests.ui import works
from ttt_ui.workers import Bounds, workers

signal.signal(signal.SIGINT, signal.SIG_DFL)
print(workers().call(Bounds(60, 100, 5), works.process_id), workers()._forking.pid, flush=True)
workers().call(Bounds(60, 100, 5), works.for_ever)
"""
"""A server that does nothing more when Ctrl+C ends it, as if it were killed."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """A server's own workers."""
    own = Workers()
    yield own
    own.end()


@pytest.fixture(autouse=True)
def in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")


def forking(workers: Workers) -> int:
    assert workers._forking is not None
    return workers._forking.pid


def idle(workers: Workers) -> list[int]:
    return [worker.process_id for worker in workers.idle]


def is_alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def test_one_for_each_core_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TTT_WORKERS")
    assert number_of_workers() == number_of_cores()
    monkeypatch.setenv("TTT_WORKERS", "3")
    assert number_of_workers() == 3
    monkeypatch.setenv("TTT_WORKERS", "some")
    assert number_of_workers() == number_of_cores()


def test_a_worker_answers_one_call_after_another(workers: Workers) -> None:
    process, number = workers.call(BOUNDS, works.counting, 7)
    assert number == 7
    assert process != os.getpid()
    assert workers.call(BOUNDS, works.process_id) == process


def test_a_call_alone_has_a_process_that_ends_with_it(workers: Workers) -> None:
    shared = workers.call(BOUNDS, works.process_id)
    alone = workers.call(BOUNDS, works.process_id, alone=True)
    assert alone not in (shared, workers.call(BOUNDS, works.process_id))
    until(lambda: not is_alive(alone))


def test_calls_at_the_same_time_have_different_workers(workers: Workers) -> None:
    with ThreadPoolExecutor(2) as threads:
        first, second = (threads.submit(workers.call, BOUNDS, works.resting, 0.2) for _ in range(2))
        assert first.result() != second.result()


def test_what_a_function_raises_is_raised(workers: Workers) -> None:
    with pytest.raises(ValueError, match="the core is on fire"):
        workers.call(BOUNDS, works.failing)
    with pytest.raises(RuntimeError, match="OSError"):
        workers.call(BOUNDS, works.raising_what_cannot_be_sent)
    with pytest.raises(ImportError):
        workers.call(BOUNDS, works.importing_streamlit)


def test_memory_is_bounded_and_a_worker_outlives_the_bound(workers: Workers) -> None:
    process = workers.call(BOUNDS, works.process_id)
    with pytest.raises(MemoryError):
        workers.call(BOUNDS, works.large, 200)
    assert workers.call(BOUNDS._replace(megabytes=400), works.large, 200) == 200 * 2**17
    assert workers.call(BOUNDS, works.process_id) == process


def test_a_worker_gives_way_and_is_the_first_to_go_where_memory_runs_out(workers: Workers) -> None:
    assert workers.call(BOUNDS, works.niceness, alone=True) > os.nice(0)
    process = workers.call(BOUNDS, works.process_id)
    score = Path(f"/proc/{process}/oom_score_adj").read_text(encoding="ascii")
    assert int(score) > int(Path("/proc/self/oom_score_adj").read_text(encoding="ascii"))


@pytest.mark.parametrize("work", [works.for_ever, works.stopping])
def test_a_worker_that_does_not_answer_in_time_is_replaced(
    work: Callable[[], object], workers: Workers
) -> None:
    process = workers.call(BOUNDS, works.process_id)
    with pytest.raises(LateError):
        workers.call(BOUNDS._replace(seconds=0.1), work)
    assert workers.call(BOUNDS, works.process_id) != process
    until(lambda: not is_alive(process))


def test_a_stopped_worker_that_takes_no_request_is_replaced(workers: Workers) -> None:
    process = workers.call(BOUNDS, works.process_id)
    os.kill(process, signal.SIGSTOP)
    with pytest.raises(LateError):
        workers.call(BOUNDS._replace(seconds=0.1), len, b"x" * 2_000_000)
    assert workers.call(BOUNDS, works.process_id) != process


def test_a_worker_that_is_killed_is_lost_and_replaced(workers: Workers) -> None:
    process = workers.call(BOUNDS, works.process_id)
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(workers.call, BOUNDS, works.for_ever)
        until(lambda: process not in idle(workers))
        os.kill(process, signal.SIGKILL)
        with pytest.raises(LostError):
            answer.result()
    after = workers.call(BOUNDS, works.process_id)
    os.kill(after, signal.SIGKILL)  # while it is idle
    until(lambda: not is_alive(after))
    assert workers.call(BOUNDS, works.process_id) != after


def test_what_is_not_wanted_any_more_ends(workers: Workers) -> None:
    process = workers.call(BOUNDS, works.process_id)
    wanted = Event()
    wanted.set()
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(workers.call, BOUNDS, works.for_ever, is_wanted=wanted.is_set)
        until(lambda: process not in idle(workers))
        wanted.clear()
        with pytest.raises(LostError):
            answer.result()


def test_a_worker_that_has_grown_ends_after_its_answer(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GROWN_BYTES", 40 * 2**20)
    process = workers.call(BOUNDS, works.growing, 50)
    assert workers.call(BOUNDS, works.process_id) != process


def test_a_worker_that_has_been_idle_ends(workers: Workers) -> None:
    process = workers.call(BOUNDS, works.hardly_waiting)
    until(lambda: not is_alive(process))
    assert workers.call(BOUNDS, works.process_id) != process


def test_the_process_that_forks_is_replaced_if_it_does_not_answer_or_has_died(
    workers: Workers,
) -> None:
    workers.call(BOUNDS, works.process_id)
    before = forking(workers)
    os.kill(before, signal.SIGSTOP)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SECONDS_TO_START", 0.1)
        with pytest.raises(LateError):
            workers.call(BOUNDS, works.process_id, alone=True)
    assert not is_alive(before)
    assert workers.call(BOUNDS, os.getppid, alone=True) == forking(workers)


def test_ctrl_c_ends_everything_without_a_word_and_no_process_outlives_its_server() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert server.stdout is not None
    started = [int(process) for process in server.stdout.readline().split()]
    assert all(map(is_alive, started))
    os.killpg(server.pid, signal.SIGINT)
    server.wait()
    with suppress(ProcessLookupError):  # it was waiting for its next call
        os.kill(started[0], signal.SIGALRM)  # what would end it within the minute
    assert server.communicate()[1] == ""
    until(lambda: not any(map(is_alive, started)))
