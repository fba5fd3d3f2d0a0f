"""Jobs: heavy work next to the pages, in worker processes, while pages only draw.

Whatever takes longer than a quarter of a second is a job: a generator function of a module that
Streamlit has no part in. A worker process runs it and sends what it yields, and the server takes
that: it changes an agent if the one it is based on is still there (see `Session.learn`), or stores
a figure. A job ends when it is stopped, and when its visitor leaves.
"""

import pickle
from collections.abc import Callable, Generator
from threading import Event, Thread
from typing import Any, TypeVar

import streamlit as st

from ttt_ui.language import current, reason, speaking, tr, tr_plural
from ttt_ui.loops import compiling_here
from ttt_ui.streamlit_fixes import runs_in_line
from ttt_ui.streamlit_fixes.visitor_connection import connection_check
from ttt_ui.visit.cores import cores
from ttt_ui.visit.messages import say_again
from ttt_ui.visit.session import session
from ttt_ui.workers import bounded_call
from ttt_ui.workers.errand import End, Errand, InLine, News, Order, Yielded
from ttt_ui.workers.pool import Commission, LostWorkError, pool
from ttt_ui.workers.processes import number_of_workers, processes

SECONDS_BETWEEN_FRAMES = 0.5
"""By default, between two drawings of a running job."""

ReportT = TypeVar("ReportT")
ResultT = TypeVar("ResultT")


class Job:
    """Work that `start` begins in a worker process.

    Parameters
    ----------
    order
        Called for the work, when it begins, and again if its worker has died.
    take
        Called with every report, in another thread than the page's. The work ends if it returns
        False.
    visitor_is_connected
        Says whether its visitor is connected.
    """

    def __init__(
        self,
        order: Callable[[], Order],
        take: Callable[[Any], object],
        visitor_is_connected: Callable[[], bool],
    ) -> None:
        self._order = order
        self._take = take
        self._visitor_is_connected = visitor_is_connected
        self._language = current()
        self._ahead: int | None = None
        self._stopped = Event()
        self._ended = Event()
        self._error: Exception | None = None
        self._failed = False
        self._has_reported = False

    @property
    def running(self) -> bool:
        """Whether it has neither ended nor been stopped."""
        return not self._ended.is_set() and not self._stopped.is_set()

    @property
    def waiting(self) -> str:
        """Says what it waits for: a core, or a loop that is compiled; empty if it does not wait."""
        ahead = self._ahead
        if ahead is None:
            return "" if self._has_reported or compiling_here().is_done else compiling_notice()
        if ahead:
            return tr("Waiting for a free processor core: {n:,} ahead of you", n=ahead)
        return tr("Waiting for a free processor core: you are next")

    @property
    def failed(self) -> bool:
        """Whether an error has ended it."""
        return self._failed

    def stop(self) -> None:
        """Stop the work; nothing that it still reports is taken."""
        self._stopped.set()

    def raise_error(self) -> None:
        """Raise the error that the work ended with, once, if it did: where a visitor sees it."""
        error, self._error = self._error, None
        if error is not None:
            raise error

    def begin(self) -> None:
        """Have the work done by a worker, or by a thread of this process if there are none."""
        if number_of_workers():
            pool().begin(Commission(self._order, self._hear, self._is_wanted))
        else:
            Thread(target=self.run, name="job", daemon=True).start()

    def run(self) -> None:
        """Do the work, in the calling thread."""
        Errand(
            lambda: _copy(self._order()),
            cores(),
            lambda news: self._hear(_copy(news)),
            self._is_wanted,
        ).run()

    def _is_wanted(self) -> bool:
        if not self._stopped.is_set() and not self._visitor_is_connected():
            self.stop()
        return not self._stopped.is_set()

    def _hear(self, news: News) -> None:
        match news:
            case InLine(number):
                self._ahead = number
            case Yielded(content) if not self._stopped.is_set():
                self._has_reported = True
                try:
                    with speaking(self._language):
                        if self._take(content) is False:
                            self.stop()
                except Exception as error:  # noqa: BLE001 - see `raise_error`
                    self._fail(error)
                    self.stop()
            case End(error):
                if error is not None:
                    self._fail(error)
                self._ended.set()
                del self._order, self._take  # and with them, what the work was about

    def _fail(self, error: Exception) -> None:
        self._error, self._failed = error, True


def compiling_notice() -> str:
    """Say that a loop is being compiled, and about how long that takes."""
    return tr_plural(
        "Compiling the training loop, once: about {n:,} second left",
        "Compiling the training loop, once: about {n:,} seconds left",
        compiling_here().seconds_left(),
    )


def _copy(sent: ResultT) -> ResultT:
    """Return what arrives of what is sent to another process, or comes from there."""
    copy: ResultT = pickle.loads(pickle.dumps(sent))  # noqa: S301 - made a moment ago
    return copy


def start(
    work: Callable[..., Generator[ReportT, None, None]],
    *,
    take: Callable[[ReportT], object],
    arguments: Callable[[], tuple[Any, ...]] = tuple,
    every: float = 0.0,
) -> Job:
    """Begin a job for the visitor whose script is running.

    Parameters
    ----------
    work
        As `ttt_ui.workers.errand.Work`: a generator function of a module that does not import
        Streamlit. It yields about ten times a second, because a job can be stopped only then.
        Closing it ends it.
    take
        Called with every report, in another thread than the page's; it should be quick. The work
        ends if it returns False.
    arguments
        Called for the arguments: at the beginning, and if a worker has died, to continue from where
        the work was. They can be pickled, as the reports can.
    every
        Seconds between two steps, at least.
    """
    job = Job(lambda: Order(work, arguments(), every), take, connection_check())
    job.begin()
    return job


def make_ready(load: Callable[[], object]) -> None:
    """Have `load`, a function of a module, called where all workers and calls come from."""
    if number_of_workers():
        processes().load(load)


def call(
    function: Callable[..., ResultT], *arguments: Any, seconds: float, megabytes: int
) -> ResultT:
    """Call a function in a process of its own, which is killed at the limit.

    As `ttt_ui.workers.bounded_call.call`. A script that waits for it lets others run.
    """
    runs_in_line.leave()
    return bounded_call.call(function, *arguments, seconds=seconds, megabytes=megabytes)


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
            tell_error(job)
            if runs:
                say_again()
                st.rerun()

    frame()


def tell_error(job: Job) -> None:
    """Raise the error that has ended a job; if its work was lost, say so above the page."""
    try:
        job.raise_error()
    except LostWorkError as error:
        session().say(reason(error), "error")
