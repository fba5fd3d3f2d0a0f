"""A turn at a core: as many trainings at once as there are cores, and the others wait in line.

Whatever takes longer than a click (a slice of a training, a band, a cure that is tried) takes a
turn of its own, a tenth of a second or so, and then lets the next one in line go first. So nobody
waits for the end of somebody else's long training, and all go on by turns.

A turn is waited for with no lock in hand, and comes before all of them: whoever has one may take
the session's lock, and a course's, which are held for instants.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock

import streamlit as st

SLICE_SECONDS = 0.1
"""How long a turn is to take, about."""
SECONDS_BETWEEN_WORDS = 0.2

Waiting = Callable[[int], object]
"""Told, now and then, how many are before one in line; what it raises ends the waiting."""


class Turnstile:
    """Lets so many through at a time; the others wait in line, first come, first served.

    Parameters
    ----------
    places
        How many, at least one.

    Attributes
    ----------
    places
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = places
        self._line: deque[Event] = deque()
        self._lock = Lock()

    @contextmanager
    def turn(self, waiting: Waiting | None = None) -> Iterator["Turn"]:
        """Wait in line for a turn, and give it back at the end, whatever happens."""
        turn = Turn(self, waiting)
        turn.take()
        try:
            yield turn
        finally:
            turn.give_back()

    @contextmanager
    def turn_if_free(self) -> Iterator[bool]:
        """Take a turn where nobody need wait for it, and tell whether there was one."""
        taken = self._try()
        try:
            yield taken
        finally:
            if taken:
                self.leave()

    def enter(self, waiting: Waiting | None) -> None:
        """Wait for a place. Where `waiting` raises, nothing is taken."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            called = Event()
            self._line.append(called)
        try:
            while not called.wait(SECONDS_BETWEEN_WORDS):
                if waiting is not None:
                    waiting(self._before(called))
        except BaseException:
            self._step_out(called)
            raise

    def leave(self) -> None:
        """Hand a place on to the first in line."""
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
            else:  # its turn has come meanwhile
                self._hand_on()

    def _hand_on(self) -> None:
        if self._line:
            self._line.popleft().set()
        else:
            self._free += 1


class Turn:
    """A place at a turnstile, which may be passed on for a while; see `Turnstile.turn`."""

    def __init__(self, turnstile: Turnstile, waiting: Waiting | None) -> None:
        self._turnstile = turnstile
        self._waiting = waiting
        self._taken = False
        self._since = 0.0

    def take(self) -> None:
        """Wait in line for it."""
        self._turnstile.enter(self._waiting)
        self._taken, self._since = True, time.perf_counter()

    def give_back(self) -> None:
        """Let the next one in, once."""
        if self._taken:
            self._taken = False
            self._turnstile.leave()

    def give_way(self) -> None:
        """Let everybody who waits go first, where it has taken as long as a turn is to take."""
        if time.perf_counter() - self._since >= SLICE_SECONDS:
            self.give_back()
            self.take()


@st.cache_resource(show_spinner=False)
def cores() -> Turnstile:
    """Return the turnstile of this server, which all its visitors share."""
    usable: Callable[[], int | None] = getattr(os, "process_cpu_count", os.cpu_count)
    return Turnstile(usable() or 1)


def in_line(before: int) -> str:
    """Say that one waits, and behind how many."""
    return f"Waiting for a free core: {f'{before:,} before you' if before else 'you are next'}"
