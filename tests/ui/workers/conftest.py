from collections.abc import Iterator

import pytest

from ttt_ui.workers import pool as pools
from ttt_ui.workers.pool import Pool


@pytest.fixture(autouse=True)
def one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """A pool of the test's own, whose worker ends with it."""
    own = Pool()
    monkeypatch.setattr(pools, "pool", lambda: own)
    yield own
    monkeypatch.setattr(pools, "SECONDS_IDLE", 0.0)
