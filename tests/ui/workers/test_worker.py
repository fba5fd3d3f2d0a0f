"""A worker whose server is gone ends without a word."""

import pickle
from collections.abc import Iterator
from threading import Event
from threading import enumerate as threads

import pytest

from tests.ui.workers import works
from ttt_ui.workers import worker
from ttt_ui.workers.errand import Order


class Gone:
    """The connection to a server that has ended after it sent an order."""

    def __init__(self) -> None:
        self._orders: Iterator[bytes] = iter([pickle.dumps(Order(works.counting, (0, 0)))])
        self._was_told = Event()

    def recv(self) -> tuple[int, bytes]:
        for order in self._orders:
            return 1, order
        self._was_told.wait()
        raise EOFError

    def send(self, news: object) -> None:
        self._was_told.set()
        raise BrokenPipeError(news)


def test_news_for_a_server_that_is_gone_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "bound_memory", lambda megabytes: None)
    before = set(threads())
    with pytest.raises(EOFError):
        worker.serve(Gone(), 1, 1)  # type: ignore[arg-type]
    for errand in set(threads()) - before:
        errand.join()  # an error in it fails this test
