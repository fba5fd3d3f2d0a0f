"""Functions for the tests of workers and jobs: what a worker can import."""

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from ttt_core.learning.curve import MeasuredRun


def counting(number: int = 0) -> tuple[int, int]:
    """Return the id of the process, and a number, after a while."""
    time.sleep(0.01)
    return os.getpid(), number


def failing() -> NoReturn:
    raise ValueError("the core is on fire")


def raising_what_cannot_be_sent() -> NoReturn:
    raise OSError(lambda: None)


def importing_streamlit() -> None:
    """Import what no worker may."""
    import streamlit  # noqa: F401


def large(megabytes: int) -> int:
    return int(np.ones(megabytes * 2**17).size)


def growing(megabytes: int) -> int:
    """Take memory that stays taken."""
    sys.modules["grown"] = np.ones(megabytes * 2**17)  # type: ignore[assignment]
    return os.getpid()


def dying() -> NoReturn:
    """End the process, as if it had been killed."""
    os._exit(1)


def dying_once(path: str) -> int:
    """End the process, unless there is a file, which the first call makes."""
    if os.path.exists(path):
        return os.getpid()
    with open(path, "w", encoding="utf-8"):
        os._exit(1)


def dying_in_third_step(note: str, step: Callable[..., Any], *arguments: Any) -> Any:
    """Do a step and note that; the third time, kill the process before it answers."""
    report = step(*arguments)
    with open(note, "a", encoding="utf-8") as file:
        file.write(".")
    if os.path.getsize(note) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return report


def played(run: MeasuredRun, games: int) -> MeasuredRun:
    run.play(games)
    return run


def stopping() -> NoReturn:
    """Stop the process, as the system does that swaps it out."""
    os.kill(os.getpid(), 19)
    raise AssertionError


def hardly_waiting() -> int:
    """Let the process wait for the next request for a moment only."""
    sys.modules["__main__"].SECONDS_IDLE = 0.01  # type: ignore[attr-defined]
    return os.getpid()


def process_id() -> int:
    return os.getpid()


def niceness() -> int:
    return os.nice(0)


def for_ever() -> NoReturn:
    while True:
        pass


def resting(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()
