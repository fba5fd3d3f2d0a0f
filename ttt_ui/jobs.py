"""Jobs: work that runs next to the pages, in a thread of its own, while pages only draw.

Whatever takes longer than a moment is a job. It waits its turn for a core, can be stopped at any
turn, and ends when its visitor leaves. What it changes in a session it changes under the session's
lock, and only if the agent it is based on is still there (see `Session.learn`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import streamlit as st

from ttt_ui.language import current, speaking, tr
from ttt_ui.streamlit_fixes.visitor_connection import connection_check
from ttt_ui.visit.cores import Turn, Turnstile, cores
from ttt_ui.visit.messages import say_again

SECONDS_BETWEEN_FRAMES = 0.3
"""By default, between two drawings of a running job."""


class StoppedError(Exception):
    """Ends the work of a job that was stopped, or whose visitor has left."""


class Job:
    """Work that `start` begins in a thread of its own.

    Parameters
    ----------
    work
        Called with the job. It computes in `turn`s, and may use several threads, each with turns
        of its own.
    turnstile
        Where it waits for a core.
    visitor_is_connected
        Says whether its visitor is connected; called at every turn.

    Attributes
    ----------
    share
        How much is done, from 0 to 1; the work sets it if it likes.
    """

    def __init__(
        self,
        work: Callable[["Job"], object],
        turnstile: Turnstile,
        visitor_is_connected: Callable[[], bool],
    ) -> None:
        self._work = work
        self.share = 0.0
        self._ahead: int | None = None
        self._turnstile = turnstile
        self._visitor_is_connected = visitor_is_connected
        self._stopped = Event()
        self._ended = Event()
        self._error: Exception | None = None

    @property
    def running(self) -> bool:
        """Whether it has neither ended nor been stopped."""
        return not self._ended.is_set() and not self._stopped.is_set()

    @property
    def waiting(self) -> str:
        """Says that it waits for a core, and how many are ahead in line; empty if it does not."""
        ahead = self._ahead
        if ahead is None:
            return ""
        if ahead:
            return tr("Waiting for a free processor core: {n:,} ahead of you", n=ahead)
        return tr("Waiting for a free processor core: you are next")

    def stop(self) -> None:
        """Stop the work at its next turn."""
        self._stopped.set()

    def raise_error(self) -> None:
        """Raise the error that the work ended with, once, if it did: where a visitor sees it."""
        error, self._error = self._error, None
        if error is not None:
            raise error

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Wait for a core and hold it, for about `SLICE_SECONDS`.

        Raises
        ------
        StoppedError
            If the work should end. It may pass through everything: the thread then ends quietly.
        """
        self._go_on()
        with self._turnstile.turn(self._note_ahead) as turn:
            self._ahead = None
            yield turn

    def rest(self, seconds: float) -> None:
        """Do nothing for a while; raises as `turn` does."""
        self._stopped.wait(seconds)
        self._go_on()

    def _note_ahead(self, ahead: int) -> None:
        self._ahead = ahead
        self._go_on()

    def _go_on(self) -> None:
        if self._stopped.is_set() or not self._visitor_is_connected():
            raise StoppedError

    def run(self) -> None:
        """Do the work, in the calling thread."""
        try:
            self._work(self)
        except StoppedError:
            self._stopped.set()
        except Exception as error:  # noqa: BLE001 - see `raise_error`
            self._error = error
        finally:
            self._ended.set()


def start(work: Callable[[Job], object]) -> Job:
    """Begin a job for the visitor whose script is running."""
    job, language = Job(work, cores(), connection_check()), current()

    def run() -> None:
        with speaking(language):
            job.run()

    Thread(target=run, name="job", daemon=True).start()
    return job


def going_on(job: Job | None, work: Callable[[Job], object]) -> Job:
    """Return the job, if it runs; if not, begin a new one with this work."""
    return job if job is not None and job.running else start(work)


def follow(
    job: Job | None,
    draw: Callable[[], None],
    *,
    every: float = SECONDS_BETWEEN_FRAMES,
    key: str | None = None,
) -> None:
    """Draw; while the job runs, again and again; when it has ended, rerun the page.

    Parameters
    ----------
    job
        None if there is none.
    draw
    every
        Seconds between two drawings.
    key
        The name of the fragment that draws, with which a callback can redraw it.
    """
    runs = job is not None and job.running

    @st.fragment(key=key, run_every=every if runs else None)
    def frame() -> None:
        draw()
        if job is not None and not job.running:
            job.raise_error()
            if runs:
                say_again()
                st.rerun()

    frame()
