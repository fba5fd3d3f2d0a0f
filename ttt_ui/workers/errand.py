"""`Errand`: a generator that does heavy work step by step, each step in a turn at a core."""

import pickle
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from threading import Event
from typing import Any, NamedTuple

from ttt_ui.workers.turnstile import Turnstile

Work = Callable[..., Generator[Any, None, None]]
"""A generator function of a module, whose arguments and reports can be pickled.

It yields a report about ten times a second. Each step is done in one turn at a core; between two
steps, threads of its own rest.
"""


class Order(NamedTuple):
    """Work to be done."""

    work: Work
    arguments: tuple[Any, ...]
    every: float = 0.0  # seconds between two steps, at least


class InLine(NamedTuple):
    """How many are ahead in line; None if it has its turn."""

    number: int | None


class Yielded(NamedTuple):
    """What the work has yielded."""

    content: Any


class End(NamedTuple):
    """Nothing more comes; the error that ended the work, or None."""

    error: Exception | None


News = InLine | Yielded | End


class StoppedError(Exception):
    """Ends the work of an errand that was stopped."""


class Errand:
    """Work to be done in the calling thread, by `run`.

    Parameters
    ----------
    order
        Called for what to do.
    turnstile
        Where it waits for a core.
    tell
        Called with all news; the last is an `End`.
    is_wanted
        Asked at every turn: if it says no, the work ends.
    """

    def __init__(
        self,
        order: Callable[[], Order],
        turnstile: Turnstile,
        tell: Callable[[News], object],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._order = order
        self._turnstile = turnstile
        self._tell = tell
        self._is_wanted = is_wanted
        self._ahead: int | None = None
        self._stopped = Event()

    def stop(self) -> None:
        """End the work at its next turn."""
        self._stopped.set()

    def run(self) -> None:
        """Do the work."""
        error: Exception | None = None
        try:
            self._do(self._order())
        except StoppedError:
            pass
        except Exception as raised:  # noqa: BLE001 - the caller of `start` sees it
            error = portable(raised)
        self._tell(End(error))

    def _do(self, order: Order) -> None:
        with closing(order.work(*order.arguments)) as reports:
            while True:
                with self._turn():
                    try:
                        report = next(reports)
                    except StopIteration:
                        return
                self._tell(Yielded(report))
                self._stopped.wait(order.every)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        self._end_if_stopped()
        with self._turnstile.turn(self._note_ahead):
            self._say_ahead(None)
            yield

    def _note_ahead(self, ahead: int) -> None:
        self._end_if_stopped()
        self._say_ahead(ahead)

    def _say_ahead(self, ahead: int | None) -> None:
        if ahead != self._ahead:
            self._ahead = ahead
            self._tell(InLine(ahead))

    def _end_if_stopped(self) -> None:
        if self._stopped.is_set() or not self._is_wanted():
            raise StoppedError


def portable(error: Exception) -> Exception:
    """Return an error that arrives in another process: as it is, or what it says."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:  # noqa: BLE001
        return RuntimeError(repr(error))
    return error
