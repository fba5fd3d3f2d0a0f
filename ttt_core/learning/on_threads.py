"""Many runs at once: their results as they come, each part of a run in its turn, and an early end.

Training releases the GIL, so the threads of one process use all its cores. The same works with any
`concurrent.futures.Executor`, for example one whose workers are on other machines.
"""

import os
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import TypeVar

SECONDS_BETWEEN_REPORTS = 0.1

TakeTurn = Callable[[], AbstractContextManager[object]]
"""Called before every part of a run; the part is done inside the context manager it returns."""

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


class _TurnRefusedError(Exception):
    """Ends a task whose result is no longer wanted: it gets no further turn."""


def results_as_they_come(
    submit: Callable[[TaskT], Future[ResultT]], tasks: Iterable[TaskT], in_flight: int
) -> Generator[list[ResultT], None, None]:
    """Have tasks done, at most `in_flight` at once.

    Closing the iterator cancels tasks that have not started. So does an error in a task, which is
    raised here.

    Yields
    ------
    list
        The results since the last one, at least ten times a second; it may be empty.
    """
    left = iter(tasks)
    unfinished: set[Future[ResultT]] = set()
    try:
        while True:
            unfinished |= {submit(task) for task in islice(left, in_flight - len(unfinished))}
            if not unfinished:
                return
            finished, unfinished = wait(
                unfinished, SECONDS_BETWEEN_REPORTS, return_when=FIRST_COMPLETED
            )
            yield [future.result() for future in finished]
    finally:
        for future in unfinished:
            future.cancel()


def on_threads(
    work: Callable[[TaskT, TakeTurn], ResultT],
    tasks: Iterable[TaskT],
    *,
    threads: int | None = None,
    turn: TakeTurn = nullcontext,
) -> Generator[list[ResultT], None, None]:
    """Have tasks done on threads of this process, one per core by default.

    Closing the iterator ends every run before its next part, and waits for that.

    Parameters
    ----------
    work
        Does a task. It takes the turn it is given for every part of the work, each about a
        twentieth of a second.
    tasks
    threads
    turn
        Several threads ask for a turn at once; one that makes them wait limits how many cores are
        used.

    Yields
    ------
    list
        The results since the last one, at least ten times a second; it may be empty.
    """
    stopped = threading.Event()

    def turn_unless_stopped() -> AbstractContextManager[object]:
        if stopped.is_set():
            raise _TurnRefusedError
        return turn()

    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as executor:
        try:
            yield from results_as_they_come(
                lambda task: executor.submit(work, task, turn_unless_stopped), tasks, 2 * threads
            )
        finally:
            stopped.set()
