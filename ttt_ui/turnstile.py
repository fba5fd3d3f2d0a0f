"""Turns at the processor's cores: one training run per core at a time, and the others wait in line.

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
    def turn(self, waiting: Waiting | None = None) -> Iterator["Turn"]:
        """Wait in line for a turn, and give it back at the end, also after an exception."""
        turn = Turn(self, waiting)
        turn.take()
        try:
            yield turn
        finally:
            turn.give_back()

    @contextmanager
    def turn_if_free(self) -> Iterator[bool]:
        """Take a turn if one is free at once; yield whether there was one."""
        taken = self._try()
        try:
            yield taken
        finally:
            if taken:
                self.leave()

    def enter(self, waiting: Waiting | None) -> None:
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

    def leave(self) -> None:
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


class Turn:
    """A place at a turnstile, which can be given up for a while; see `Turnstile.turn`."""

    def __init__(self, turnstile: Turnstile, waiting: Waiting | None) -> None:
        self._turnstile = turnstile
        self._waiting = waiting
        self._taken = False
        self._since = 0.0

    def take(self) -> None:
        """Wait in line for the turn."""
        self._turnstile.enter(self._waiting)
        self._taken, self._since = True, time.perf_counter()

    def give_back(self) -> None:
        """Let the next one in. Does nothing if the turn has been given back."""
        if self._taken:
            self._taken = False
            self._turnstile.leave()

    def give_way(self) -> None:
        """Yield the core to everyone waiting, if this turn has used up its time."""
        if time.perf_counter() - self._since >= SLICE_SECONDS:
            self.give_back()
            self.take()
