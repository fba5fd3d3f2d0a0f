"""The Dask cluster that ``TTT_SCHEDULER`` names does the steps of jobs in place of our workers.

What it does not do, our workers do; the log says why, and it is tried again every minute.
"""

import logging
import os
import pickle
import time
from collections.abc import Callable
from concurrent.futures import Executor, wait
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import Any

from ttt_core.tools import dask_cluster
from ttt_ui.workers import SECONDS_BETWEEN_CHECKS, LostError, answer_to, result_of

SECONDS_FOR_A_STEP = 60.0
SECONDS_UNTIL_NEXT_TRY = 60.0
_LOG = logging.getLogger(__name__)


class Cluster:
    """The workers of a scheduler, while one answers; `executor` is None while none does."""

    def __init__(self, address: str) -> None:
        self.executor: Executor | None = None
        self._failures = SimpleQueue[Exception]()  # of this executor
        if address:
            Thread(target=self._connect, args=(address,), name="cluster", daemon=True).start()

    def _connect(self, address: str) -> None:
        said = ""
        while True:
            try:
                with dask_cluster.cluster(address) as (executor, _):
                    executor.submit(int).result()  # until one of its workers is there
                    self._failures = SimpleQueue()
                    self.executor, said = executor, ""
                    raise self._failures.get()
            except Exception as error:  # noqa: BLE001 - whatever it is, our workers go on
                self.executor = None
                if str(error) != said:
                    _LOG.warning("%s This server's own workers do its jobs for now.", error)
                said = str(error)
            time.sleep(SECONDS_UNTIL_NEXT_TRY)

    def call(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        is_wanted: Callable[[], bool],
    ) -> Any:
        """Have a worker call a function; return what it returns, or raise what it raises.

        Raises
        ------
        LostError
            If the cluster has not called it.
        """
        failures, executor = self._failures, self.executor
        if executor is None:
            raise LostError
        until = time.monotonic() + SECONDS_FOR_A_STEP
        try:
            # As bytes: in anything else, Dask looks for tasks.
            answer = executor.submit(answer_to, pickle.dumps((function, arguments)))
            while not wait([answer], SECONDS_BETWEEN_CHECKS).done:
                if not is_wanted():
                    answer.cancel()
                    raise LostError
                if time.monotonic() > until:
                    answer.cancel()
                    raise dask_cluster.SchedulerError(
                        f"No worker has answered for {SECONDS_FOR_A_STEP:.0f} s."
                    )
            answered = answer.result()
        except LostError:
            raise
        except Exception as failure:  # noqa: BLE001 - whatever it is, our workers do it
            failures.put(failure)
            raise LostError from None
        return result_of(answered)


@cache
def cluster() -> Cluster:
    return Cluster(os.environ.get("TTT_SCHEDULER", ""))
