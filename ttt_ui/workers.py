"""Workers: processes that call functions for the server, one after another, within bounds.

`Workers` is the pool, and `Line` is where those wait who want a worker.

A worker is asked for one thing at a time, and answers over a connection of its own. Whatever
happens to it (it is killed, takes too long, is stopped or needs too much memory), the server has an
answer or an error in time, and can have another worker do it.

All workers are forked, within milliseconds, from a small process without Streamlit that has loaded
the engine: see `main`. Python's own ways to start processes run the server's main module again, and
with it the page: Streamlit puts the page's script in its place.

Pools of libraries do not survive kills as well. Four pools of two workers did steps of 20 ms with
reports of 325 kB at the same time on a busy machine, each with a worker killed every second or so:

- ours: 1,503 steps during 60 kills, each of which cost one step at most
- `concurrent.futures`: 186 steps during 60 kills, each of which broke the pool
- loky 3.7: 18 steps during 42 kills, and then none for a minute
- pebble 5.2, with loky's processes: 39 steps; the pool broke at the fourth kill
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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, TypeVar

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
"""Not on Windows: there, everything stays in one process."""
STEP_SECONDS = 0.1
"""About how long a step of a job takes. What takes no longer is done at once, in a callback."""
SECONDS_BETWEEN_CHECKS = 0.3
SECONDS_BETWEEN_WORDS = 0.2
"""To those who wait in line."""
SECONDS_IDLE = 60.0
"""After which a worker ends."""
GROWN_BYTES = 256 * 2**20
"""A worker that has grown by so much ends after its answer."""
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
    megabytes: int  # in addition to what the engine needs
    niceness: int  # as of `nice`; a worker's can only grow


class LostError(Exception):
    """The process has ended before it has answered."""


class LateError(LostError):
    """It was ended, because it took too long."""


class _Worker:
    """A process that calls functions: the server's end of the connection to it."""

    def __init__(self, connection: socket.socket) -> None:
        self.process_id = 0  # until it has started
        self.grown = 0  # by how many bytes, when it last answered
        # Since when, and until when it may be busy or idle; and whether its answer is wanted.
        self.since = self.until = 0.0
        self.is_wanted: Callable[[], bool] = bool
        self.has_ended = self.is_late = False
        self._socket = connection
        self._connection = Connection(os.dup(connection.fileno()))

    def call(self, bounds: Bounds, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        request = pickle.dumps((bounds, function, arguments))
        try:
            self.process_id = self.process_id or self._connection.recv()
            self._connection.send_bytes(request)
            result, error, self.grown = pickle.loads(self._connection.recv_bytes())  # noqa: S301
        except (EOFError, OSError):
            self.end()
            raise (LateError if self.is_late else LostError) from None
        if error is not None:
            raise error
        return result

    def is_dead(self) -> bool:
        """Return whether the process has ended, though nothing was asked."""
        return self.process_id > 0 and self._connection.poll()

    def stay(self, seconds: float) -> None:
        """Let it be as it is for so long."""
        self.since = time.monotonic()
        self.until = self.since + seconds

    def end(self) -> None:
        """End the process, and with it the wait for its answer; any thread may do so."""
        self.has_ended = True
        with suppress(OSError):
            if self.process_id:
                os.kill(self.process_id, signal.SIGKILL)
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the process if it has not; nobody waits for it."""
        self.end()
        self._socket.close()
        self._connection.close()


class Workers:
    """The workers of a server: started when they are needed, ended when they are not."""

    def __init__(self) -> None:
        self.busy: set[_Worker] = set()
        self.idle: list[_Worker] = []
        self._lock = Lock()
        self._forking: subprocess.Popen[bytes] | None = None
        self._to_forking = socket.socket()
        self._over = False
        atexit.register(self._end)
        Thread(target=self._watch, name="workers", daemon=True).start()

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
            Asked several times a second after the first second: if it says no, the worker is ended.
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
        """
        with self._lock:
            self._let_go(worker for worker in self.idle if worker.is_dead())
            worker = self.idle.pop() if self.idle and not alone else self._fork()
            worker.is_wanted = is_wanted
            worker.stay(bounds.seconds)
            self.busy.add(worker)
        try:
            return worker.call(bounds, function, arguments)  # type: ignore[no-any-return]
        finally:
            with self._lock:
                self.busy.remove(worker)
                if alone or worker.has_ended or worker.grown > GROWN_BYTES:
                    worker.close()
                else:
                    worker.stay(SECONDS_IDLE)
                    self.idle.append(worker)

    def load(self) -> None:
        """Have the loops that are in the cache loaded where workers come from."""
        with self._lock:
            self._ask(_LOAD, [])

    def _fork(self) -> _Worker:
        ours, theirs = socket.socketpair()
        self._ask(_FORK, [theirs.fileno()])
        theirs.close()
        return _Worker(ours)

    def _ask(self, request: bytes, handles: list[int]) -> None:
        if self._forking is None:
            self._start_forking()
        try:
            socket.send_fds(self._to_forking, [request], handles)
        except OSError:  # it has died
            self._start_forking()
            socket.send_fds(self._to_forking, [request], handles)

    def _start_forking(self) -> None:
        self._to_forking.close()
        self._to_forking, theirs = socket.socketpair()
        root = str(Path(__file__).parents[1])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        self._forking = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=theirs.fileno(),
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,  # Ctrl+C in a terminal is for the server alone
        )
        theirs.close()

    def _watch(self) -> None:
        """End what takes too long, is not wanted or has been idle for long; replace what died."""
        while not self._over:
            time.sleep(SECONDS_BETWEEN_CHECKS)
            now = time.monotonic()
            with self._lock:
                self._let_go(worker for worker in self.idle if worker.until < now)
                for worker in self.busy:
                    if worker.until < now:
                        worker.is_late = True
                        self._end_late(worker)
                    elif worker.since + 1 < now and not worker.is_wanted():
                        worker.end()
                if self._forking is not None and self._forking.poll() is not None:
                    self._start_forking()

    def _let_go(self, workers: Iterable[_Worker]) -> None:
        for worker in list(workers):
            self.idle.remove(worker)
            worker.close()

    def _end_late(self, worker: _Worker) -> None:
        if not worker.process_id and self._forking is not None:
            self._forking.kill()  # it does not answer either
            with suppress(subprocess.TimeoutExpired):
                self._forking.wait(1)
        worker.end()

    def _end(self) -> None:
        with self._lock:
            self._over = True
            self._let_go(self.idle)
            self._to_forking.close()
            if self._forking is not None:
                self._forking.kill()
                self._forking.wait()
                self._forking = None


class Line:
    """Lets `places` threads through at a time; the others wait, first come, first served."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._line: deque[Event] = deque()
        self._lock = Lock()

    @contextmanager
    def turn(self, waiting: Callable[[int], object]) -> Iterator[None]:
        """Wait for a turn, and give it back at the end.

        `waiting` is called from time to time with the number ahead; an exception from it ends the
        wait.
        """
        called = Event()
        with self._lock:
            self._line.append(called)
            self._call_next()
        try:
            while not called.wait(SECONDS_BETWEEN_WORDS):
                waiting(self._before(called))
            yield
        finally:
            with self._lock:
                if called in self._line:  # the wait has ended before its turn
                    self._line.remove(called)
                else:
                    self._free += 1
                    self._call_next()

    def _before(self, called: Event) -> int:
        with self._lock:
            return self._line.index(called) if called in self._line else 0

    def _call_next(self) -> None:
        if self._free and self._line:
            self._free -= 1
            self._line.popleft().set()


@cache
def workers() -> Workers:
    return Workers()


def main() -> None:
    """Fork a process for every connection that arrives, until the server is gone."""
    sys.modules["streamlit"] = None  # type: ignore[assignment]  # an import of it is an error
    from ttt_ui.loops import load_loops

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
            _serve(Connection(handles[0]))
        request, handles, _, _ = socket.recv_fds(server, 1, 1)


def _serve(server: Connection) -> None:
    """Answer in a forked process, until the server is gone or does not wait any more."""
    try:
        server.send(os.getpid())
        at_start = _memory()
        while True:
            server.send_bytes(_answer(server.recv_bytes(), at_start))
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)


def _answer(request: bytes, at_start: int) -> bytes:
    import resource

    try:
        bounds, function, arguments = pickle.loads(request)  # noqa: S301 - from the server
        os.nice(max(0, bounds.niceness - os.nice(0)))
        signal.setitimer(signal.ITIMER_REAL, bounds.seconds + 1)  # if the server is killed
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (at_start + bounds.megabytes * 2**20, most))
        return pickle.dumps((function(*arguments), None, _memory() - at_start))
    except Exception as error:  # noqa: BLE001 - the server raises it
        return pickle.dumps((None, portable(error), _memory() - at_start))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _memory() -> int:
    """Return the bytes of private memory that this process may use by now; 0 if not known."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def portable(error: Exception) -> Exception:
    """Return an error that arrives in another process: as it is, or what it says."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:  # noqa: BLE001
        return RuntimeError(repr(error))
    return error


if __name__ == "__main__":
    main()
