"""New processes, forked from a small one that the server starts when it needs the first."""

import atexit
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock

from ttt_ui.workers import fork_server

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
"""Not on Windows: there, everything stays in one process."""


def number_of_cores() -> int:
    usable: Callable[[], int | None] = getattr(os, "process_cpu_count", os.cpu_count)
    return usable() or 1


def number_of_workers() -> int:
    """Return how many worker processes there may be; 0 if everything stays in one process."""
    if not CAN_FORK:
        return 0
    asked = os.environ.get("TTT_WORKERS", "")
    return int(asked) if asked.isdecimal() else max(1, number_of_cores() - 1)


def memory_of_this_process() -> int:
    """Return the bytes of private memory that this process may use by now; 0 if not known."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[5])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def bound_memory(megabytes: int) -> None:
    """Let this process use so much more memory than now; beyond that, it gets a `MemoryError`."""
    import resource

    most = memory_of_this_process() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


class Processes:
    """Where new processes come from."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._forking: subprocess.Popen[bytes] | None = None
        self._connection = socket.socket()  # to that process
        atexit.register(self._end)

    def load(self, function: Callable[[], object]) -> None:
        """Have a function of a module called; new processes have from the start what it loads."""
        name = f"{function.__module__}:{function.__qualname__}".encode()
        with self._lock:
            self._send(fork_server.LOAD + bytes([len(name)]) + name, [])

    def new(self) -> Connection:
        """Return the connection to a new process, which first sends its id.

        It awaits a function and its arguments, calls the function with its own end of the
        connection and the arguments, and ends.
        """
        ours, theirs = socket.socketpair()
        with self._lock:
            self._send(fork_server.FORK, [theirs.fileno()])
        theirs.close()
        return Connection(ours.detach())

    def _send(self, request: bytes, handles: list[int]) -> None:
        if self._forking is None or self._forking.poll() is not None:
            self._end()
            self._start()
        socket.send_fds(self._connection, [request], handles)

    def _start(self) -> None:
        self._connection, theirs = socket.socketpair()
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        self._forking = subprocess.Popen(
            [sys.executable, "-m", fork_server.__name__],
            stdin=theirs.fileno(),
            env=os.environ | {"PYTHONPATH": path},
        )
        theirs.close()

    def _end(self) -> None:
        self._connection.close()
        if self._forking is not None:
            self._forking.terminate()
            self._forking.wait()


@cache
def processes() -> Processes:
    return Processes()
