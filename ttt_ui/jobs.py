"""Jobs: heavy work next to the pages, in worker processes, while pages only draw.

What takes a tenth of a second at most is done at once, in a callback. Everything else is a job: a
step that takes so long, called again as long as it is wanted. The step is a function of a module
that does not import Streamlit, and depends on its arguments alone. What has been reached
is kept in the server, so that any worker can do the next step, and a dead one costs a step. The
server takes each report: it changes an agent if the one it is based on is still there (see
`Session.learn`), or stores a figure. A job ends when it is stopped, and when its visitor leaves.

Parsing an untrusted file is one such call, alone in its process: see `call`.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from threading import enumerate as threads
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ttt_core.compiling import leave_compiling
from ttt_core.sentences import sentence
from ttt_ui.cluster import cluster
from ttt_ui.language import current, reason, speaking, tr, tr_plural
from ttt_ui.loops import compiling_here
from ttt_ui.streamlit_fixes import runs_in_line, this_run
from ttt_ui.streamlit_fixes.visitor_connection import connection_check
from ttt_ui.visit.messages import say_again
from ttt_ui.visit.session import session
from ttt_ui.workers import (
    Bounds,
    LateError,
    Line,
    LostError,
    number_of_cores,
    number_of_workers,
    workers,
)

SECONDS_BETWEEN_FRAMES = 0.5
"""By default, between two drawings of a running job."""
STEP = Bounds(seconds=60, megabytes=512, niceness=10)
"""Of a job. A step takes a tenth of a second of a core, of which a busy machine may have little."""
SECONDS_TO_COMPILE = 600.0
"""The same, while a step may wait for a loop to be compiled."""
QUICK = Bounds(seconds=2, megabytes=256, niceness=5)
"""Of a call at first. What needs more is called again in a line of its own, where nobody waits
behind it who needs less."""
JOBS = Line(lambda: number_of_workers() or number_of_cores())
QUICK_CALLS, LONG_CALLS = Line(lambda: 2), Line(lambda: 1)
"""So few at a time, however many cores there are: this bounds their memory."""
_WAITS = ":material/hourglass_top:"

ReportT = TypeVar("ReportT")
ResultT = TypeVar("ResultT")


class LostWorkError(Exception):
    """Says in a sentence why a step or a call was not done: a bound, or the end of its process."""


class Job:
    """Work that `start` begins.

    Parameters
    ----------
    step, arguments, on_report, every
        As in `start`.
    visitor_is_connected
        Says whether its visitor is connected.
    """

    def __init__(
        self,
        step: Callable[..., ReportT],
        arguments: Callable[[], tuple[Any, ...]],
        on_report: Callable[[ReportT], bool],
        every: float,
        visitor_is_connected: Callable[[], bool],
    ) -> None:
        self._step = step
        self._arguments = arguments
        self._on_report = on_report
        self._every = every
        self._visitor_is_connected = visitor_is_connected
        self._language = current()
        self._ahead: int | None = None
        self._stopped = Event()
        self._ended = Event()
        self._error: Exception | None = None
        self.failed = False  # whether an error has ended it
        self._has_reported = False

    @property
    def running(self) -> bool:
        """Whether it has neither ended nor been stopped."""
        return not self._ended.is_set() and not self._stopped.is_set()

    @property
    def waiting(self) -> str:
        """Says what it waits for: a core, or a loop that is compiled; empty if it does not wait."""
        if self._ahead is not None:
            return in_line(self._ahead)
        return "" if self._has_reported or compiling_here().is_done else compiling_notice()

    def stop(self) -> None:
        """Let no step follow; the report of the present one is not taken."""
        self._stopped.set()

    def raise_error(self) -> None:
        """Raise the error that the work ended with, once, if it did: where a visitor sees it."""
        error, self._error = self._error, None
        if error is not None:
            raise error

    def begin(self) -> None:
        Thread(target=self.run, name="job", daemon=True).start()

    def run(self) -> None:
        """Have step after step done, and wait for each."""
        try:
            with speaking(self._language):
                self._do()
        except Exception as error:  # noqa: BLE001 - see `raise_error`
            self._error, self.failed = error, True
        self._ended.set()
        del self._step, self._arguments, self._on_report  # and with them, what the work was about

    def _do(self) -> None:
        lost = 0
        while self._is_wanted():
            try:
                report = self._report()
            except LostError:
                lost += 1
                if lost > 1 and self._is_wanted():
                    raise LostWorkError(
                        sentence("The process that worked on it has ended twice. Please try again.")
                    ) from None
                continue
            lost, self._has_reported = 0, True
            if self._stopped.is_set() or not self._on_report(report):
                return
            self._stopped.wait(self._every)

    def _report(self) -> Any:
        with suppress(LostError):
            return cluster().call(self._step, self._arguments(), self._is_wanted)
        with JOBS.turn(self._note_ahead, self._is_wanted):
            self._ahead = None
            bounds = STEP
            if not compiling_here().is_done:
                bounds = STEP._replace(seconds=SECONDS_TO_COMPILE)
            return workers().call(bounds, self._step, *self._arguments(), is_wanted=self._is_wanted)

    def _is_wanted(self) -> bool:
        if not self._stopped.is_set() and not self._visitor_is_connected():
            self.stop()
        return not self._stopped.is_set()

    def _note_ahead(self, ahead: int) -> None:
        self._ahead = ahead


def in_line(ahead: int) -> str:
    """Say that something waits in line."""
    if ahead:
        return tr("Waiting for a free processor core: {n:,} ahead of you", n=ahead)
    return tr("Waiting for a free processor core: you are next")


def compiling_notice() -> str:
    """Say that a loop is being compiled, and about how long that takes."""
    return tr_plural(
        "Compiling the training loop, once: about {n:,} second left",
        "Compiling the training loop, once: about {n:,} seconds left",
        compiling_here().seconds_left(),
    )


@contextmanager
def notice() -> Iterator[Callable[[str], None]]:
    """Yield a function that tells a visitor why their run waits, for as long as it does."""
    place: DeltaGenerator | None = None
    told = False

    def tell(why: str) -> None:
        nonlocal place, told
        if this_run.is_in_fragments_callback():  # there is no place above the page
            told = told or bool(st.toast(why, icon=_WAITS))
        elif this_run.visit():
            place = place or st.empty()
            place.info(why, icon=_WAITS)

    yield tell
    if place is not None:
        place.empty()


def start(
    step: Callable[..., ReportT],
    *,
    on_report: Callable[[ReportT], bool],
    arguments: Callable[[], tuple[Any, ...]] = tuple,
    every: float = 0.0,
) -> Job:
    """Begin a job for the visitor whose script is running.

    Parameters
    ----------
    step
        A function of a module that does not import Streamlit. It takes about a tenth of a second,
        keeps nothing, and returns a report.
    on_report
        Called with every report, in another thread than the page's; it should be quick. Returns
        whether another step should follow.
    arguments
        Called before every step for its arguments: what has been reached. They can be pickled, as
        the reports can. If a worker dies, its step is done again, once.
    every
        Seconds between two steps, at least.
    """
    job = Job(step, arguments, on_report, every, connection_check())
    job.begin()
    return job


def number_running() -> int:
    """Return how many jobs of all visitors run or wait."""
    return sum(thread.name == "job" for thread in threads())


def load_loops() -> None:
    """Load the loops of this server, and have compiled what is missing."""
    compiling_here().begin()
    leave_compiling(_wait_for_loop)


def _wait_for_loop(try_again: Callable[[], bool]) -> None:
    """Wait for a loop, and tell the visitor whose page needs it."""
    runs_in_line.leave()
    with notice() as tell:
        while not try_again() and not compiling_here().is_done:
            tell(compiling_notice())
            time.sleep(0.2)


def start_workers() -> None:
    """Start the process that workers come from, with the loops that are there, now and later."""
    compiling_here().when_more = _load_in_workers
    cluster()
    _load_in_workers()


def _load_in_workers() -> None:
    if number_of_workers():
        workers().load()


def call(
    function: Callable[..., ResultT], *arguments: Any, seconds: float, megabytes: int
) -> ResultT:
    """Call a function of a module in a process of its own, which is ended at the limit.

    A script that waits for it lets others run. It waits in line, and says so.

    Parameters
    ----------
    function, arguments
        They, the result and an error must be such that they can be pickled.
    seconds, megabytes
        At most; the memory is in addition to what the engine needs.

    Raises
    ------
    LostWorkError
        If the call takes more time or memory, its process ends without a result, or the visitor
        has left.
    Exception
        The error of the function, if it raises one.

    Notes
    -----
    With ``TTT_WORKERS=0``, the function is called in this process, without bounds.
    """
    runs_in_line.leave()
    is_wanted, long = connection_check(), Bounds(seconds, megabytes, QUICK.niceness)
    quick = Bounds(min(QUICK.seconds, seconds), min(QUICK.megabytes, megabytes), QUICK.niceness)
    for bounds, line in ((quick, QUICK_CALLS), (long, LONG_CALLS)):
        try:
            with notice() as tell, line.turn(lambda ahead: tell(in_line(ahead)), is_wanted):
                return workers().call(bounds, function, *arguments, is_wanted=is_wanted, alone=True)
        except (LostError, MemoryError) as error:
            why = error
    if not is_wanted():
        raise LostWorkError(sentence("The connection was lost meanwhile. Please try again."))
    if isinstance(why, MemoryError):
        raise LostWorkError(
            sentence("It needed more than {n:,} MB of memory, and was stopped.", n=megabytes)
        )
    if isinstance(why, LateError):
        raise LostWorkError(
            sentence("It took more than {n:,} seconds, and was stopped.", n=seconds)
        )
    raise LostWorkError(sentence("The process that did it has ended unexpectedly."))


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
