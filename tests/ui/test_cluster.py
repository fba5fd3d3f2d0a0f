"""Jobs on a Dask cluster, on loopback, whose workers are lost one way or another."""

import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.tools.test_dask_cluster import running_cluster
from tests.ui import works
from tests.ui.support import until
from ttt_core.learning.curve import MeasuredRun
from ttt_core.tools import dask_cluster
from ttt_core.tools.dask_cluster import SchedulerError
from ttt_ui import cluster as module
from ttt_ui import jobs
from ttt_ui.cluster import cluster

pytestmark = pytest.mark.thorough
CONFIG = ttt.TrainingConfig(games=20_000)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a step take long, and a cluster that is lost stay lost."""
    monkeypatch.setattr(module, "SECONDS_FOR_A_STEP", 1e6)
    monkeypatch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 1e6)
    monkeypatch.setenv("TTT_WORKERS", "1")
    cluster.cache_clear()
    yield
    cluster()._failures.put(SchedulerError("The test is over."))
    until(lambda: cluster().executor is None)
    cluster.cache_clear()


class Training:
    """A job that trains an agent, step by step; a worker that notes its third step dies."""

    def __init__(self, note: Path) -> None:
        self.run = MeasuredRun(CONFIG)
        self.job = jobs.start(
            partial(works.dying_in_third_step, str(note), works.played),
            arguments=lambda: (self.run, 5_000),
            on_report=self._keep,
        )

    def _keep(self, run: MeasuredRun) -> bool:
        self.run = run
        return run.games_played < CONFIG.games

    def finish(self) -> None:
        until(lambda: not self.job.running)
        self.job.raise_error()
        whole = MeasuredRun(CONFIG)
        whole.play(CONFIG.games)
        assert np.array_equal(self.run.agent().q, whole.agent().q, equal_nan=True)


def test_jobs_survive_whatever_happens_to_the_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    def warnings() -> list[str]:
        return [record.getMessage() for record in logged if record.name == module.__name__]

    with running_cluster(tmp_path) as dask:
        monkeypatch.setenv("TTT_SCHEDULER", dask.address)
        Training(tmp_path / "before there are workers").finish()
        assert cluster().executor is None
        dask.add_workers(2)
        until(lambda: cluster().executor is not None)

        job = jobs.start(works.failing, on_report=bool)
        until(lambda: not job.running)
        with pytest.raises(ValueError, match="on fire"):
            job.raise_error()

        note = tmp_path / "note"
        Training(note).finish()
        assert len(note.read_text()) == CONFIG.games // 5_000 + 1  # one step was done twice
        assert sum(worker.poll() is None for worker in dask.workers) == 1
        assert warnings() == []

        # What the cluster cannot do, our workers do, and it is tried again.
        first, taken = cluster().executor, list[object]()
        with monkeypatch.context() as patch:
            patch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 0.0)
            patch.setattr(module, "SECONDS_FOR_A_STEP", 0.0)
            job = jobs.start(works.resting, arguments=lambda: (1,), on_report=taken.append)
            until(lambda: not job.running)
            job.raise_error()
            assert len(taken) == 1
            assert len(warnings()) == 1
            until(lambda: cluster().executor not in (None, first))

        training = Training(tmp_path / "while the scheduler is lost")
        until(lambda: training.run.games_played > 0)
        tries = MagicMock(side_effect=dask_cluster.cluster)
        monkeypatch.setattr(dask_cluster, "cluster", tries)
        monkeypatch.setattr(dask_cluster, "SECONDS_TO_ANSWER", 1)
        monkeypatch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 0.0)
    training.finish()
    until(lambda: tries.call_count > 2)
    own = "This server's own workers do its jobs for now."
    assert warnings()[1:] == [
        f"Lost the connection to the scheduler {dask.address}. {own}",
        f"No Dask scheduler answered at {dask.address} within 1 s. {own}",
    ]
