"""Many tasks at once: their results as they come, and an early end.

Training releases the GIL, so the threads of one process use all its cores. The same works with any
`concurrent.futures.Executor`, for example one whose workers are on other machines.
"""

import os
import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

SECONDS_BETWEEN_REPORTS = 0.1

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


class _ClosedError(Exception):
    """Ends a task whose result is no longer wanted."""


def results_as_they_come(
    submit: Callable[[TaskT], Future[ResultT]], tasks: Iterable[TaskT], in_flight: int
) -> Generator[list[ResultT], None, None]:
    """Have tasks done, at most `in_flight` at once.

    Closing the iterator cancels tasks that have not started. So does an error in a task, which is
    raised here.

    Yields
    ------
    list
        The results since the last one, ten times a second; it may be empty.
    """
    left = iter(tasks)
    unfinished: set[Future[ResultT]] = set()
    results: list[ResultT] = []
    due = time.monotonic() + SECONDS_BETWEEN_REPORTS
    try:
        while True:
            unfinished |= {submit(task) for task in islice(left, in_flight - len(unfinished))}
            if not unfinished:
                if results:
                    yield results
                return
            seconds = max(due - time.monotonic(), 0)
            finished, unfinished = wait(unfinished, seconds, return_when=FIRST_COMPLETED)
            results += [future.result() for future in finished]
            if time.monotonic() >= due:
                yield results
                results, due = [], time.monotonic() + SECONDS_BETWEEN_REPORTS
    finally:
        for future in unfinished:
            future.cancel()


def on_threads(
    work: Callable[[TaskT, Callable[[], None]], ResultT],
    tasks: Iterable[TaskT],
    *,
    threads: int | None = None,
) -> Generator[list[ResultT], None, None]:
    """Have tasks done on threads of this process, one per core by default.

    The threads work only while the caller waits for the next results. Closing the iterator ends
    every task before its next part, and waits for that.

    Parameters
    ----------
    work
        Does a task. It is also given a function to call between the parts of its work, each about
        a twentieth of a second.
    tasks
    threads

    Yields
    ------
    list
        The results since the last one, ten times a second; it may be empty.
    """
    awaited = threading.Event()
    closed = False

    def pause() -> None:
        awaited.wait()
        if closed:
            raise _ClosedError

    def work_if_awaited(task: TaskT) -> ResultT:
        pause()
        return work(task, pause)

    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as executor:
        results = results_as_they_come(
            lambda task: executor.submit(work_if_awaited, task), tasks, 2 * threads
        )
        try:
            awaited.set()
            for finished in results:
                awaited.clear()
                yield finished
                awaited.set()
        finally:
            closed = True
            awaited.set()
            results.close()
