"""`call`: a function, called in a process of its own within bounds of time and memory."""

import os
import pickle
import signal
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from ttt_core.sentences import sentence
from ttt_ui.workers.errand import portable
from ttt_ui.workers.processes import (
    bound_memory,
    number_of_cores,
    number_of_workers,
    processes,
)
from ttt_ui.workers.turnstile import Turnstile

ResultT = TypeVar("ResultT")


class CallError(ValueError):
    """Says in a sentence that a call exceeded a bound, or that its process ended early."""


def call(
    function: Callable[..., ResultT], *arguments: Any, seconds: float, megabytes: int
) -> ResultT:
    """Call a function of a module in a process of its own, which is killed at the limit.

    Parameters
    ----------
    function, arguments
        They, the result and an error must be such that they can be pickled.
    seconds
        At most, from when the process has started.
    megabytes
        Of memory, at most, in addition to what the engine needs.

    Raises
    ------
    CallError
        If the call takes more time or memory, or its process ends without a result.
    Exception
        The error of the function, if it raises one.

    Notes
    -----
    With ``TTT_WORKERS=0``, the function is called in this process, without bounds.
    """
    if not number_of_workers():
        return function(*arguments)
    with _places().turn(), processes().new() as process:
        try:
            number = process.recv()
            process.send((_answer, (function, arguments, seconds, megabytes)))
            if not process.poll(seconds):
                os.kill(number, signal.SIGKILL)
                raise CallError(
                    sentence("It took more than {n:,} seconds, and was stopped.", n=seconds)
                )
            result, error = pickle.loads(process.recv_bytes())  # noqa: S301 - our own process
        except (EOFError, OSError):
            raise CallError(sentence("The process that did it has ended unexpectedly.")) from None
    if isinstance(error, MemoryError):
        raise CallError(
            sentence("It needed more than {n:,} MB of memory, and was stopped.", n=megabytes)
        )
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


@cache
def _places() -> Turnstile:
    return Turnstile(number_of_cores())


def _answer(
    connection: Connection,
    function: Callable[..., object],
    arguments: tuple[Any, ...],
    seconds: float,
    megabytes: int,
) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds + 1)  # in case the server is killed meanwhile
    bound_memory(megabytes)
    try:
        answer = pickle.dumps((function(*arguments), None))
    except Exception as error:  # noqa: BLE001 - the caller sees it
        answer = pickle.dumps((None, portable(error)))
    connection.send_bytes(answer)
