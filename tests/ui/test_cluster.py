"""Jobs on a Dask cluster, on loopback, whose workers are lost one way or another."""

import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.tools.test_dask_cluster import Cluster
from tests.ui import works
from tests.ui.support import until
from ttt_core.learning.curve import MeasuredRun
from ttt_core.learning.measures import Measured, measure_run
from ttt_core.tools import dask_cluster
from ttt_core.tools.dask_cluster import SchedulerError
from ttt_ui import cluster as module
from ttt_ui import jobs
from ttt_ui import runs as all_runs
from ttt_ui.cluster import cluster
from ttt_ui.runs import Runs, with_seeds

pytestmark = pytest.mark.thorough
CONFIG = ttt.TrainingConfig(games=20_000)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a step take long, and a cluster that is lost stay lost."""
    monkeypatch.setattr(module, "SECONDS_FOR_A_STEP", 1e6)
    monkeypatch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 1e6)
    cluster.cache_clear()
    yield
    cluster()._failures.put(SchedulerError("The test is over."))
    until(lambda: cluster().executor is None)
    cluster.cache_clear()


@pytest.fixture
def dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    running = Cluster(tmp_path, workers=3)
    monkeypatch.setenv("TTT_SCHEDULER", running.address)
    until(lambda: cluster().executor is not None)
    yield running
    running.end()


class Training:
    """A job that trains an agent, step by step."""

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


def warnings(logged: list[logging.LogRecord]) -> list[str]:
    return [record.getMessage() for record in logged if record.name == module.__name__]


def test_jobs_survive_whatever_happens_to_the_cluster(
    dask: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    job = jobs.start(works.failing, on_report=bool)
    until(lambda: not job.running)
    with pytest.raises(ValueError, match="on fire"):
        job.raise_error()

    note = tmp_path / "of the training"
    Training(note).finish()
    assert len(note.read_text()) == CONFIG.games // 5_000 + 1  # one step was done twice
    assert sum(worker.poll() is None for worker in dask.workers) == 2

    note = tmp_path / "of the sweep"
    step = partial(works.dying_in_third_step, str(note), all_runs.measure_for)
    base = [ttt.TrainingConfig(games=5_000, alpha=alpha / 10) for alpha in (2, 4)]
    configs = with_seeds(base, range(4))
    runs = Runs(configs, range(4), Measured(("wins_as_o",)))
    with monkeypatch.context() as patch:
        patch.setattr(all_runs, "measure_for", step)
        patch.setattr(all_runs, "_UPDATES_PER_STEP", 1)
        sweep = runs.start()
        assert sweep is not None
        until(lambda: not sweep.running)
    sweep.raise_error()
    assert runs.finished
    for number, config in enumerate(configs):
        assert runs.results[number] == measure_run(config, ("wins_as_o",))
    assert len(note.read_text()) == len(configs) + 1
    assert sum(worker.poll() is None for worker in dask.workers) == 1
    assert warnings(logged) == []

    # What the cluster cannot do, our workers do, and it is tried again.
    monkeypatch.setenv("TTT_WORKERS", "1")
    first, taken = cluster().executor, list[object]()
    with monkeypatch.context() as patch:
        patch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 0.0)
        patch.setattr(module, "SECONDS_FOR_A_STEP", 0.0)
        job = jobs.start(works.resting, arguments=lambda: (1,), on_report=taken.append)
        until(lambda: not job.running)
        job.raise_error()
        assert len(taken) == 1
        assert len(warnings(logged)) == 1
        until(lambda: cluster().executor not in (None, first))

    training = Training(tmp_path / "after the scheduler is lost")
    until(lambda: training.run.games_played > 0)
    dask.end()
    training.finish()
    assert warnings(logged)[1:] == [
        f"Lost the connection to the scheduler {dask.address}. "
        "This server's own workers do its jobs for now."
    ]


def test_a_scheduler_without_workers_is_given_nothing_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")
    running = Cluster(tmp_path, workers=0)
    monkeypatch.setenv("TTT_SCHEDULER", running.address)
    Training(tmp_path / "note").finish()
    assert cluster().executor is None
    assert warnings(logged) == []
    running.end()
    until(lambda: bool(warnings(logged)))


def test_without_a_scheduler_our_workers_do_it_and_the_log_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.setenv("TTT_SCHEDULER", "tcp://127.0.0.1:1")
    monkeypatch.setenv("TTT_WORKERS", "1")
    tries = MagicMock(side_effect=dask_cluster.cluster)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dask_cluster, "cluster", tries)
        patch.setattr(dask_cluster, "SECONDS_TO_ANSWER", 1)
        patch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 0.0)
        Training(tmp_path / "note").finish()
        until(lambda: tries.call_count > 2)
    assert warnings(logged) == [
        "No Dask scheduler answered at tcp://127.0.0.1:1 within 1 s. "
        "This server's own workers do its jobs for now."
    ]
