"""Jobs on a Dask cluster of two workers, on loopback, which are lost one way or another."""

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
CONFIG = ttt.TrainingConfig(games=100_000)


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
    running = Cluster(tmp_path)
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


def test_a_training_survives_a_worker(
    dask: Cluster, tmp_path: Path, logged: list[logging.LogRecord]
) -> None:
    note = tmp_path / "note"
    Training(note).finish()
    assert len(note.read_text()) == CONFIG.games // 5_000 + 1  # one step was done twice
    assert sum(worker.poll() is None for worker in dask.workers) == 1
    assert warnings(logged) == []


def test_a_sweep_survives_a_worker(
    dask: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    logged: list[logging.LogRecord],
) -> None:
    note = tmp_path / "note"
    step = partial(works.dying_in_third_step, str(note), all_runs.measure_for)
    monkeypatch.setattr(all_runs, "measure_for", step)
    base = [ttt.TrainingConfig(games=60_000, alpha=alpha / 10) for alpha in (2, 4, 6, 8)]
    configs = with_seeds(base, range(4))
    runs = Runs(configs, range(4), Measured(("wins_as_o",)))
    job = runs.start()
    assert job is not None
    until(lambda: not job.running)
    job.raise_error()
    assert runs.finished
    for number, config in enumerate(configs):
        assert runs.results[number] == measure_run(config, ("wins_as_o",))
    assert len(note.read_text()) > 3
    assert sum(worker.poll() is None for worker in dask.workers) == 1
    assert warnings(logged) == []


def test_when_the_scheduler_is_lost_our_workers_go_on(
    dask: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")
    training = Training(tmp_path / "note")
    until(lambda: training.run.games_played > 0)
    dask.end()
    training.finish()
    assert warnings(logged) == [
        f"Lost the connection to the scheduler {dask.address}. "
        "This server's own workers do its jobs for now."
    ]


def test_what_the_cluster_cannot_do_our_workers_do_and_it_is_tried_again(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 0.0)
    first = cluster().executor
    monkeypatch.setattr(module, "SECONDS_FOR_A_STEP", 0.0)
    taken: list[object] = []
    job = jobs.start(works.resting, arguments=lambda: (1,), on_report=taken.append)
    until(lambda: not job.running)
    job.raise_error()
    assert len(taken) == 1
    assert len(warnings(logged)) == 1
    until(lambda: cluster().executor not in (None, first))
    monkeypatch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 1e6)


def test_a_scheduler_without_workers_is_given_nothing_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.setenv("TTT_WORKERS", "1")
    running = Cluster(tmp_path)
    for worker in running.workers:
        worker.kill()
        worker.wait()
    monkeypatch.setenv("TTT_SCHEDULER", running.address)
    Training(tmp_path / "note").finish()
    assert cluster().executor is None
    assert warnings(logged) == []
    running.end()


def test_what_a_step_raises_on_the_cluster_is_raised(dask: Cluster) -> None:
    job = jobs.start(works.failing, on_report=bool)
    until(lambda: not job.running)
    with pytest.raises(ValueError, match="on fire"):
        job.raise_error()


def test_without_a_scheduler_our_workers_do_it_and_the_log_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.setenv("TTT_SCHEDULER", "tcp://127.0.0.1:1")
    monkeypatch.setenv("TTT_WORKERS", "1")
    tries = MagicMock(side_effect=dask_cluster.cluster)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dask_cluster, "cluster", tries)
        patch.setattr(module, "SECONDS_UNTIL_NEXT_TRY", 0.0)
        Training(tmp_path / "note").finish()
        until(lambda: tries.call_count > 2)
    assert warnings(logged) == [
        "No Dask scheduler answered at tcp://127.0.0.1:1 within 5 s. "
        "This server's own workers do its jobs for now."
    ]
