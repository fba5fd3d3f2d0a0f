"""What a worker process does: the errands that the server sends, each in a thread of its own."""

import os
import pickle
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from threading import Lock, Thread, get_native_id

from ttt_ui.workers.errand import End, Errand, News
from ttt_ui.workers.processes import bound_memory, memory_of_this_process
from ttt_ui.workers.turnstile import Turnstile

BRIEF_SECONDS = 0.5
"""Of computing, after which an errand goes on at the lowest priority: a short one is awaited."""


def serve(server: Connection, places: int, megabytes: int) -> None:
    """Do errands until the server is gone; then the process ends, whatever is unfinished.

    Parameters
    ----------
    server
        It sends the number of an errand with a pickled `Errand.Order`, or with nothing to stop it.
        It is sent, with the number, pickled news, and by how many bytes this process has grown.
    places
        How many threads compute at a time.
    megabytes
        Of memory, at most, in addition to what the process starts with.
    """
    bound_memory(megabytes)
    at_start = memory_of_this_process()
    turnstile, sending = Turnstile(places), Lock()
    errands: dict[int, Errand] = {}

    def teller(number: int) -> Callable[[News], None]:
        def tell(news: News) -> None:
            if isinstance(news, End):
                del errands[number]
            packed = pickle.dumps(news)
            with sending, suppress(OSError):  # the server is gone, and soon also this process
                server.send((number, packed, memory_of_this_process() - at_start))
            _give_way_after_a_while()

        return tell

    while True:
        number, packed = server.recv()
        if packed is not None:
            errands[number] = Errand(
                partial(pickle.loads, packed),
                turnstile,
                teller(number),
            )
            Thread(target=errands[number].run, daemon=True).start()
        elif number in errands:
            errands[number].stop()


def _give_way_after_a_while() -> None:
    """Lower the priority of the calling thread once it has computed for long."""
    is_linux = sys.platform == "linux"  # where each thread has its own
    if is_linux and time.thread_time() > BRIEF_SECONDS:
        os.setpriority(os.PRIO_PROCESS, get_native_id(), 19)
