"""Workers: processes that call functions for the server, one after another, within bounds.

`Workers` is the pool, and `Line` is where those wait who want a worker.

A worker is asked for one thing at a time, and answers over its own connection, which the
thread that asks watches. Whatever happens to the worker (it is killed, takes too long, is not
wanted any more or needs too much memory), that thread has an answer or an error in time, and can
have another worker do it.

All workers are forked, within milliseconds, from a small process without Streamlit that has loaded
the engine: see `main`. Python's own ways to start processes run the server's main module again, and
with it the page: Streamlit puts the page's script in its place.

Pools of libraries do not survive kills as well. Four pools of two workers did steps of 20 ms with
reports of 325 kB at the same time on a busy machine, each with a worker killed every second or so:

- ours: 1,503 steps during 60 kills, each of which cost one step at most
- `concurrent.futures`: 186 steps during 60 kills, each of which broke the pool
- loky 3.7: 18 steps during 42 kills, and then none for a minute
- pebble 5.2, with loky's processes: 39 steps; the pool broke at the fourth kill

A process for every step would need no idle workers, but costs 17 ms of a core for each.
"""

import atexit
import gc
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import wait
from pathlib import Path
from threading import Event, Lock, RLock
from typing import Any, NamedTuple, TypeVar

from ttt_ui.loops import load_loops, start_module

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
"""Not on Windows: there, everything stays in one process."""
STEP_SECONDS = 0.1
"""About how long a step of a job takes. What takes no longer is done at once, in a callback."""
SECONDS_BETWEEN_CHECKS = 0.2
"""Of whether somebody still waits for a turn, or for an answer."""
SECONDS_TO_START = 60.0
"""For a worker: on a busy machine, the process that forks it may have to start first."""
SECONDS_IDLE = 60.0
"""After which a worker ends."""
GROWN_BYTES = 256 * 2**20
"""A worker that has grown by so much ends after its answer."""
RESIDENT, DATA = 1, 5
"""Kinds of memory: what a process occupies, and what of its own it may use by now."""
_FORK, _LOAD = b"f", b"l"

ResultT = TypeVar("ResultT")


def number_of_cores() -> int:
    usable: Callable[[], int | None] = getattr(os, "process_cpu_count", os.cpu_count)
    return usable() or 1


def number_of_workers() -> int:
    """Return how many may work on jobs at a time; 0 if everything stays in one process."""
    if not CAN_FORK:
        return 0
    asked = os.environ.get("TTT_WORKERS", "")
    return int(asked) if asked.isdecimal() else number_of_cores()


class Bounds(NamedTuple):
    """What a call may take."""

    seconds: float
    megabytes: int  # in addition to what the engine needs; without a limit outside Linux
    niceness: int  # as of `nice`; a worker's can only grow


class LostError(Exception):
    """The process has ended before it has answered, or nobody waits for the answer."""


class LateError(LostError):
    """It was ended, because it took too long."""


class Workers:
    """The workers of a server: started when they are needed, ended when they are not."""

    def __init__(self) -> None:
        self.idle: list[_Worker] = []
        self._lock = RLock()
        self._forking: subprocess.Popen[bytes] | None = None
        self._to_forking = socket.socket()
        atexit.register(self.end)

    def call(
        self,
        bounds: Bounds,
        function: Callable[..., ResultT],
        *arguments: Any,
        is_wanted: Callable[[], bool] = lambda: True,
        alone: bool = False,
    ) -> ResultT:
        """Have a worker call a function of a module; return what it returns.

        Parameters
        ----------
        bounds
        function, arguments
            They, the result and an error can be pickled.
        is_wanted
            Asked several times a second: if it says no, the worker is ended.
        alone
            Whether it is the only call of its process.

        Raises
        ------
        LateError
            If the answer does not come in time.
        LostError
            If the process ends before.
        Exception
            What the function raises; `MemoryError` if it needs too much memory.

        Notes
        -----
        With ``TTT_WORKERS=0``, this process calls a copy of the function, without bounds.
        """
        request = pickle.dumps((function, arguments))
        if number_of_workers():
            answer = self._ask(bounds, request, is_wanted, alone=alone)
        else:
            answer = answer_to(request)
        result: ResultT = result_of(answer)
        return result

    def load(self) -> None:
        """Have the loops that are in the cache loaded where workers come from."""
        self._tell(_LOAD)

    def end(self) -> None:
        """End the process that forks, and the idle workers. A later call never returns."""
        self._lock.acquire()
        self._end_forking()
        for worker in self.idle:
            worker.close()

    def _ask(
        self, bounds: Bounds, request: bytes, is_wanted: Callable[[], bool], *, alone: bool
    ) -> bytes:
        worker = (None if alone else self._idle_worker()) or self._fork()
        try:
            answer, grown = worker.ask(bounds, request, is_wanted)
        except LostError as error:
            if isinstance(error, LateError) and not worker.process_id:
                self._end_forking()  # which does not answer
            worker.kill()
            raise
        if alone or grown > GROWN_BYTES:
            worker.close()
        else:
            self.idle.append(worker)
        return answer

    def _idle_worker(self) -> "_Worker | None":
        with suppress(IndexError):  # none is idle
            while (worker := self.idle.pop()).has_ended():
                worker.close()
            return worker
        return None

    def _fork(self) -> "_Worker":
        ours, theirs = socket.socketpair()
        with theirs:
            self._tell(_FORK, theirs.fileno())
        return _Worker(ours)

    def _tell(self, what: bytes, *handles: int) -> None:
        with self._lock:
            try:
                socket.send_fds(self._to_forking, [what], handles)
            except OSError:  # it has not been started, or has died
                self._end_forking()
                self._start_forking()
                socket.send_fds(self._to_forking, [what], handles)

    def _start_forking(self) -> None:
        self._to_forking, theirs = socket.socketpair()
        with theirs:
            self._forking = start_module(__name__, stdin=theirs.fileno())

    def _end_forking(self) -> None:
        with self._lock:
            self._to_forking.close()
            if self._forking is not None:
                self._forking.kill()
                self._forking.wait()


class _Worker:
    """The server's end of the connection to a process that calls functions."""

    def __init__(self, connection: socket.socket) -> None:
        self.process_id = 0  # until it has started
        self._socket = connection
        self._answers = connection.makefile("rb")

    def ask(
        self, bounds: Bounds, request: bytes, is_wanted: Callable[[], bool]
    ) -> tuple[bytes, int]:
        """Return the answer to a request, and by how many bytes the process has grown."""
        try:
            self.process_id = self.process_id or self._read(SECONDS_TO_START, is_wanted)
            self._socket.settimeout(bounds.seconds)  # a process can be stopped half-way
            self._socket.sendall(pickle.dumps((bounds, request)))
            return self._read(bounds.seconds, is_wanted)  # type: ignore[no-any-return]
        except TimeoutError:
            raise LateError from None
        except (EOFError, OSError, pickle.UnpicklingError):
            raise LostError from None

    def _read(self, seconds: float, is_wanted: Callable[[], bool]) -> Any:
        until = time.monotonic() + seconds
        while not wait([self._socket], SECONDS_BETWEEN_CHECKS):
            if time.monotonic() > until:
                raise TimeoutError
            if not is_wanted():
                raise LostError
        return pickle.load(self._answers)  # noqa: S301 - from our own process

    def has_ended(self) -> bool:
        """Return whether the process has ended, though nothing was asked."""
        return bool(wait([self._socket], 0))

    def kill(self) -> None:
        """End the process, whatever it does."""
        if self.process_id:
            with suppress(ProcessLookupError):
                os.kill(self.process_id, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Let the process end, which waits for a request."""
        self._answers.close()
        self._socket.close()


class Line:
    """Lets as many threads through as `places` says; the others wait, first come, first served."""

    def __init__(self, places: Callable[[], int]) -> None:
        self._places = places
        self._taken = 0
        self._line: deque[Event] = deque()
        self._lock = Lock()

    @contextmanager
    def turn(
        self, tell: Callable[[int], object], is_wanted: Callable[[], bool] = lambda: True
    ) -> Iterator[None]:
        """Wait for a turn, and give it back at the end.

        `tell` is called from time to time with the number ahead. If the turn is not wanted any
        more, `LostError` is raised.
        """
        called = Event()
        with self._lock:
            self._line.append(called)
            self._call_next()
        try:
            while not called.wait(SECONDS_BETWEEN_CHECKS):
                if not is_wanted():
                    raise LostError
                tell(self._before(called))
            yield
        finally:
            with self._lock:
                if called in self._line:  # the wait has ended before its turn
                    self._line.remove(called)
                else:
                    self._taken -= 1
                    self._call_next()

    def _before(self, called: Event) -> int:
        with self._lock:
            return self._line.index(called) if called in self._line else 0

    def _call_next(self) -> None:
        if self._taken < self._places() and self._line:
            self._taken += 1
            self._line.popleft().set()


@cache
def workers() -> Workers:
    return Workers()


def main() -> None:
    """Fork a process for every connection that arrives, until the server is gone."""
    sys.modules["streamlit"] = None  # type: ignore[assignment]  # an import of it is an error
    os.nice(5)
    with suppress(OSError):  # where memory runs out, these processes are ended before the server
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    server = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    request, handles = _LOAD, list[int]()
    while request:
        if request == _LOAD:
            load_loops()
            gc.freeze()
        elif os.fork():
            os.close(handles[0])
        else:
            server.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _serve(socket.socket(fileno=handles[0]))
        request, handles, _, _ = socket.recv_fds(server, 1, 1)


def _serve(server: socket.socket) -> None:
    """Answer in a forked process, until the server is gone or does not wait any more."""
    import resource

    try:
        server.sendall(pickle.dumps(os.getpid()))
        requests, at_start = server.makefile("rb"), memory(DATA)
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        while True:
            signal.setitimer(signal.ITIMER_REAL, SECONDS_IDLE)
            bounds, request = pickle.load(requests)  # noqa: S301 - from the server
            signal.setitimer(signal.ITIMER_REAL, bounds.seconds + 1)  # if the server is killed
            os.nice(max(0, bounds.niceness - os.nice(0)))
            if at_start:  # where it is not known, as on macOS, the memory has no limit
                limit = at_start + bounds.megabytes * 2**20
                resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
            answer = answer_to(request)
            server.sendall(pickle.dumps((answer, memory(DATA) - at_start)))
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)


def memory(kind: int) -> int:
    """Return how many bytes of memory this process has; 0 if not known."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[kind])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def answer_to(request: bytes) -> bytes:
    """Call a function; return what it returns or raises, for `result_of`."""
    function, arguments = pickle.loads(request)  # noqa: S301 - from the server
    try:
        return pickle.dumps((function(*arguments), None))
    except Exception as error:  # noqa: BLE001 - the server raises it
        with suppress(Exception):
            answer = pickle.dumps((None, error))
            pickle.loads(answer)  # noqa: S301 - not every error arrives as it was
            return answer
        return pickle.dumps((None, RuntimeError(repr(error))))


def result_of(answer: bytes) -> Any:
    """Return what a function has returned, or raise what it has raised."""
    result, error = pickle.loads(answer)  # noqa: S301 - from our own processes
    if error is not None:
        raise error
    return result


if __name__ == "__main__":
    main()
