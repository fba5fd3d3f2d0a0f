"""Workers answer or are replaced, whatever happens to them, and end when they are not needed."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.ui import works
from tests.ui.support import ROOT, until
from ttt_ui import workers as module
from ttt_ui.workers import (
    Bounds,
    LateError,
    LostError,
    Workers,
    number_of_cores,
    number_of_workers,
    workers,
)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="it reads /proc and stops processes as Linux does"
)

BOUNDS = Bounds(seconds=60, megabytes=20, niceness=5)

SERVER = f"""
import os
import signal
from tests.ui import works
from ttt_ui.workers import Bounds, workers

signal.signal(signal.SIGINT, signal.SIG_DFL)
for function in (works.process_id, os.getppid):
    print(workers().call({BOUNDS}, function), end=" ")
print(flush=True)
workers().call({BOUNDS}, works.for_ever)
"""
"""A server that does nothing more when Ctrl+C ends it, as if it were killed."""


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Workers:
    """Return the workers of this process, of which one works at a time."""
    monkeypatch.setenv("TTT_WORKERS", "1")
    monkeypatch.setattr(module, "SECONDS_BETWEEN_CHECKS", 0.01)
    return workers()


def asked(pool: Workers, *, alone: bool = False) -> int:
    """Return the id of the process that answers."""
    return pool.call(BOUNDS, works.process_id, alone=alone)


def is_alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def test_one_for_each_core_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, number in (("", number_of_cores()), ("3", 3), ("some", number_of_cores())):
        monkeypatch.setenv("TTT_WORKERS", said)
        assert number_of_workers() == number


def test_a_worker_answers_one_call_after_another(pool: Workers) -> None:
    process, number = pool.call(BOUNDS, works.counting, 7)
    assert number == 7
    assert asked(pool) == process != os.getpid()


def test_a_call_alone_has_a_process_that_ends_with_it(pool: Workers) -> None:
    shared, alone = asked(pool), asked(pool, alone=True)
    assert alone != shared == asked(pool)
    until(lambda: not is_alive(alone))


def test_calls_at_the_same_time_have_different_workers(pool: Workers) -> None:
    with ThreadPoolExecutor(2) as threads:
        first, second = (threads.submit(pool.call, BOUNDS, works.resting, 0.1) for _ in range(2))
        assert first.result() != second.result()


def test_what_a_function_raises_is_raised(pool: Workers) -> None:
    with pytest.raises(ValueError, match="the core is on fire"):
        pool.call(BOUNDS, works.failing)
    with pytest.raises(RuntimeError, match="OSError"):
        pool.call(BOUNDS, works.raising_what_cannot_be_sent)
    with pytest.raises(ImportError):
        pool.call(BOUNDS, works.importing_streamlit)


def test_memory_is_bounded_and_a_worker_outlives_the_bound(pool: Workers) -> None:
    process = asked(pool)
    with pytest.raises(MemoryError):
        pool.call(BOUNDS, works.large, 2 * BOUNDS.megabytes)
    more = BOUNDS._replace(megabytes=4 * BOUNDS.megabytes)
    assert pool.call(more, works.large, 2 * BOUNDS.megabytes)
    assert asked(pool) == process


def test_a_worker_gives_way_and_is_the_first_to_go_where_memory_runs_out(pool: Workers) -> None:
    assert pool.call(BOUNDS, works.niceness, alone=True) > os.nice(0)
    own, of_worker = (
        int(Path(f"/proc/{process}/oom_score_adj").read_text(encoding="ascii"))
        for process in ("self", asked(pool))
    )
    assert of_worker > own


@pytest.mark.parametrize(
    ("stopped", "work"),
    [
        (False, (works.for_ever,)),
        (False, (works.stopping,)),
        (True, (len, b"more than it takes at once" * 80_000)),
    ],
)
def test_a_worker_that_does_not_answer_in_time_is_replaced(
    stopped: bool, work: tuple[Any, ...], pool: Workers
) -> None:
    process = asked(pool)
    if stopped:
        os.kill(process, signal.SIGSTOP)
    with pytest.raises(LateError):
        pool.call(BOUNDS._replace(seconds=0.1), *work)
    assert asked(pool) != process
    until(lambda: not is_alive(process))


def test_a_worker_that_dies_is_lost_and_replaced(pool: Workers) -> None:
    process = asked(pool)
    with pytest.raises(LostError):
        pool.call(BOUNDS, works.dying)
    after = asked(pool)
    assert after != process
    os.kill(after, signal.SIGKILL)  # while it is idle
    until(lambda: not is_alive(after))
    assert asked(pool) != after


def test_what_is_not_wanted_any_more_ends(pool: Workers) -> None:
    process = asked(pool)
    with pytest.raises(LostError):
        pool.call(BOUNDS, works.for_ever, is_wanted=lambda: False)
    until(lambda: not is_alive(process))


def test_a_worker_that_has_grown_ends_after_its_answer(
    pool: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GROWN_BYTES", 8 * 2**20)
    process = pool.call(BOUNDS, works.growing, 10)
    assert asked(pool) != process


def test_a_worker_that_has_been_idle_ends(pool: Workers) -> None:
    process = pool.call(BOUNDS, works.hardly_waiting)
    until(lambda: not is_alive(process))
    assert asked(pool) != process


def test_the_process_that_forks_is_replaced_if_it_does_not_answer_or_has_died(
    pool: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pool.call(BOUNDS, os.getppid, alone=True)
    os.kill(before, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(module, "SECONDS_TO_START", 0.1)
        with pytest.raises(LateError):
            asked(pool, alone=True)
    assert not is_alive(before)
    assert is_alive(pool.call(BOUNDS, os.getppid, alone=True))


@pytest.mark.usefixtures("pool")
def test_ctrl_c_ends_everything_without_a_word_and_no_process_outlives_its_server(
    tmp_path: Path,
) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        cwd=ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},  # no loops to load
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
