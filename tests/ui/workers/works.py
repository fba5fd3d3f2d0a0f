"""Works for the tests of workers: what a worker can import."""

import os
import sys
import time
from collections.abc import Generator
from threading import get_native_id
from typing import NoReturn

import numpy as np


def counting(first: int = 0, last: int = 1_000_000) -> Generator[tuple[int, int], None, None]:
    """Yield the id of the process, and numbers, without end for a test's purposes."""
    for number in range(first, last):
        time.sleep(0.01)
        yield os.getpid(), number


def waiting_for(path: str) -> Generator[bool, None, None]:
    """Wait until there is a file."""
    while not os.path.exists(path):
        time.sleep(0.01)
        yield False


def computing(seconds: float) -> Generator[int, None, None]:
    """Yield the calling thread's niceness, before and after it has computed for so long."""
    yield os.getpriority(os.PRIO_PROCESS, get_native_id())
    while time.thread_time() < seconds:
        pass
    yield 0
    yield os.getpriority(os.PRIO_PROCESS, get_native_id())


def that_notes_its_end(path: str) -> Generator[int, None, None]:
    """Write into a file when it is closed."""
    try:
        for number in range(1_000_000):
            time.sleep(0.01)
            yield number
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write("closed")


def failing() -> Generator[int, None, None]:
    """Raise an error after the first report."""
    yield 1
    raise ValueError("the core is on fire")


def importing_streamlit() -> Generator[bool, None, None]:
    """Import what no worker may."""
    import streamlit  # noqa: F401

    yield True


def hungry() -> Generator[int, None, None]:
    """Take more memory than a worker may."""
    yield np.ones(2**33).size


def growing(megabytes: int) -> Generator[int, None, None]:
    """Take memory that stays taken."""
    sys.modules["grown"] = np.ones(megabytes * 2**17)  # type: ignore[assignment]
    yield os.getpid()


def dying() -> Generator[int, None, None]:
    """End the process, as if it had been killed."""
    os._exit(1)
    yield 1


def process_id() -> int:
    return os.getpid()


def is_nice() -> int:
    return os.nice(0)


def for_ever() -> NoReturn:
    while True:
        pass


def large(megabytes: int) -> int:
    return int(np.ones(megabytes * 2**17).size)


def refusing() -> NoReturn:
    raise ValueError("not this")


def exiting() -> NoReturn:
    os._exit(3)
