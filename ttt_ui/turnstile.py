"""Turns at the processor's cores or workers: one at a time at each, and the others wait in line.

Longer work (training, a range over seeds, trying a fix) is done in turns of about a tenth of a
second. After each turn, the next in line goes first, so that nobody waits for the end of somebody
else's long training.

To avoid deadlocks, take a turn before any lock, never while holding one. Inside a turn, the locks
of the session and of a training may be taken, since they are held only briefly.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock

SLICE_SECONDS = 0.1
"""Approximate length of a turn."""
SECONDS_BETWEEN_WORDS = 0.2

Waiting = Callable[[int], object]
"""Called from time to time with the number ahead in line; an exception from it ends the wait."""


class Turnstile:
    """Lets `places` threads through at a time; the others wait in line.

    `before_waiting` is called by a thread that finds no free place.
    """

    def __init__(self, places: int, before_waiting: Callable[[], object] = bool) -> None:
        self.places = places
        self._before_waiting = before_waiting
        self._free = places
        self._line: deque[Event] = deque()
        self._lock = Lock()

    @contextmanager
    def turn(self, waiting: Waiting | None = None) -> Iterator[Callable[[], None]]:
        """Wait in line for a turn, and give it back at the end, also after an exception.

        Yields a function that lets everyone waiting go first, if the turn has used up its time.
        """
        taken, since = False, 0.0

        def take() -> None:
            nonlocal taken, since
            self._enter(waiting)
            taken, since = True, time.perf_counter()

        def give_back() -> None:
            nonlocal taken
            if taken:  # not if the wait for another turn has been given up
                taken = False
                self._leave()

        def give_way() -> None:
            if time.perf_counter() - since >= SLICE_SECONDS:
                give_back()
                take()

        take()
        try:
            yield give_way
        finally:
            give_back()

    @contextmanager
    def turn_if_free(self) -> Iterator[bool]:
        """Take a turn if one is free at once; yield whether there was one."""
        taken = self._try()
        try:
            yield taken
        finally:
            if taken:
                self._leave()

    def _enter(self, waiting: Waiting | None) -> None:
        """Wait for a place. If `waiting` raises, no place is taken."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            called = Event()
            self._line.append(called)
        self._before_waiting()
        try:
            while not called.wait(SECONDS_BETWEEN_WORDS):
                if waiting is not None:
                    waiting(self._before(called))
        except BaseException:
            self._step_out(called)
            raise

    def _leave(self) -> None:
        """Pass a place to the first in line."""
        with self._lock:
            self._hand_on()

    def _try(self) -> bool:
        with self._lock:
            taken = self._free > 0
            self._free -= taken
            return taken

    def _before(self, called: Event) -> int:
        with self._lock:
            return self._line.index(called) if called in self._line else 0

    def _step_out(self, called: Event) -> None:
        with self._lock:
            if called in self._line:
                self._line.remove(called)
            else:  # it has been given a turn in the meantime
                self._hand_on()

    def _hand_on(self) -> None:
        if self._line:
            self._line.popleft().set()
        else:
            self._free += 1
