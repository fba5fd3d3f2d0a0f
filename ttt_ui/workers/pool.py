"""`Pool`: the worker processes of a server, and which of them does what."""

import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from queue import SimpleQueue
from threading import Lock, Thread

from ttt_core.sentences import sentence
from ttt_ui.workers.errand import End, News, Order
from ttt_ui.workers.processes import number_of_cores, number_of_workers, processes
from ttt_ui.workers.worker import serve

SECONDS_BETWEEN_CHECKS = 0.3
SECONDS_IDLE = 60.0
"""After which a worker ends."""
GROWN_BYTES = 512 * 2**20
"""A worker that has grown by so much ends as soon as it is idle."""
MOST_MEGABYTES = 2_048
"""By which a worker may grow at all."""


class LostWorkError(Exception):
    """Says in a sentence that work was lost twice with the process that did it."""


@dataclass(eq=False)
class Commission:
    """Work that the server wants done by some worker."""

    order: Callable[[], Order]  # what to do; asked again if a worker dies
    hear: Callable[[News], object]  # called with all news
    is_wanted: Callable[[], bool]  # asked several times a second: if it says no, the work ends
    lost: int = 0  # how often a worker has died with it


class _Worker:
    """A worker process, with a thread that sends to it and one that hears from it."""

    def __init__(self, pool: "Pool") -> None:
        self.tasks: dict[int, Commission] = {}
        self.process_id = 0  # 0 until it has started
        self._pool = pool
        self._process = processes().new()
        self._outbox: SimpleQueue[object] = SimpleQueue()
        self._outbox.put((serve, (number_of_cores(), MOST_MEGABYTES)))
        self._grown = 0
        self._last_busy = time.monotonic()
        for loop in (self._send, self._hear):
            Thread(target=loop, name="worker", daemon=True).start()

    def begin(self, number: int, task: Commission, order: bytes) -> None:
        self.tasks[number] = task
        self._outbox.put((number, order))

    @property
    def is_spent(self) -> bool:
        """Whether it should end: it has nothing to do, and has grown or been idle for long."""
        idle = time.monotonic() - self._last_busy
        return not self.tasks and (self._grown > GROWN_BYTES or idle > SECONDS_IDLE)

    def _send(self) -> None:
        try:
            while (message := self._outbox.get()) is not None:
                self._process.send(message)
        except OSError:  # it has died, as the other thread finds out
            pass

    def _hear(self) -> None:
        try:
            self.process_id = self._process.recv()
            while not self._pool.dismisses(self):
                if self._process.poll(SECONDS_BETWEEN_CHECKS):
                    number, news, self._grown = self._process.recv()
                    self._pass_on(number, pickle.loads(news))  # noqa: S301 - from our own process
                for number, task in list(self.tasks.items()):
                    if not task.is_wanted():
                        self._outbox.put((number, None))
        except (EOFError, OSError):
            pass
        self._outbox.put(None)
        self._process.close()
        self._pool.lose(self)

    def _pass_on(self, number: int, news: News) -> None:
        task = self.tasks[number]
        if isinstance(news, End):
            self._last_busy = time.monotonic()
            del self.tasks[number]
        task.hear(news)


class Pool:
    """Worker processes, started when they are needed and ended when they are not."""

    def __init__(self) -> None:
        self.workers: list[_Worker] = []
        self._lock = Lock()
        self._numbers = count()

    def begin(self, task: Commission) -> None:
        """Have work begun by the worker that has least to do."""
        order = pickle.dumps(task.order())
        with self._lock:
            idle = [worker for worker in self.workers if not worker.tasks]
            if not idle and len(self.workers) < number_of_workers():
                idle = [_Worker(self)]
                self.workers += idle
            worker = min(idle or self.workers, key=lambda worker: len(worker.tasks))
            worker.begin(next(self._numbers), task, order)

    def dismisses(self, worker: _Worker) -> bool:
        """Let a worker go if it is spent; return whether it was."""
        with self._lock:
            if not worker.is_spent:
                return False
            self.workers.remove(worker)
            return True

    def lose(self, worker: _Worker) -> None:
        """Have what a dead worker was doing begun again by another, but only once."""
        with self._lock:
            if worker in self.workers:
                self.workers.remove(worker)
            lost = [task for task in worker.tasks.values() if task.is_wanted()]
        for task in lost:
            task.lost += 1
            if task.lost == 1:
                self.begin(task)
            else:
                why = sentence("The process that worked on it has ended twice. Please try again.")
                task.hear(End(LostWorkError(why)))


@cache
def pool() -> Pool:
    return Pool()
