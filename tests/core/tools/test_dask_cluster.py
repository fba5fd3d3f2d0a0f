"""Sweeps on other machines: a real scheduler and real workers, on loopback only."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

import ttt_core as ttt
from tests.core.tools.test_sweep import refusal
from ttt_core.tools import dask_cluster
from ttt_core.tools import sweep as tool
from ttt_core.tools.dask_cluster import CONFIGURED, SchedulerError, cluster

ROOT = Path(__file__).parents[3]
COMMAND = ["--over", "alpha=0.1:1:10", "--over", "games=100,3000", "--seeds", "5"]


class Cluster:
    """A scheduler, and workers that are added, each in its own process."""

    def __init__(self, folder: Path, home: Path = ROOT) -> None:
        self._home = home
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self._scheduler = self._started("scheduler", "--no-dashboard", "--port", "0")
        self.address = ""
        while not self.address:
            assert self._scheduler.poll() is None
            with suppress(FileNotFoundError, ValueError):  # it is not there yet, or not whole
                self.address = str(json.loads(self._file.read_text())["address"])
            time.sleep(0.05)

    def add_workers(self, number: int) -> None:
        self.workers += [
            self._started("worker", "--nthreads", "1", "--no-nanny") for _ in range(number)
        ]
        from distributed import Client  # half a second, which the quick tests need not wait for

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(number)

    def _started(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        here = ["--host", "127.0.0.1", "--scheduler-file", str(self._file)]
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{program}", *here, *arguments],
            cwd=self._home,
            env={**os.environ, "PYTHONPATH": str(self._home)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def end(self) -> None:
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()


@contextmanager
def running_cluster(folder: Path, home: Path = ROOT) -> Iterator[Cluster]:
    running = Cluster(folder, home)
    try:
        yield running
    finally:
        running.end()


@pytest.fixture(autouse=True)
def waits_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "_SECONDS_WITHOUT_A_WORD", float("inf"))  # however busy it is here


def twice_the_wins(agent: ttt.Agent) -> float:
    return 2 * ttt.evaluate(agent).vs_random_as_x.win


@pytest.mark.thorough
def test_a_sweep_on_a_cluster_gives_the_same_results_whatever_happens_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import dask

    here, there, lost = (tmp_path / f"{name}.csv" for name in ("here", "there", "lost"))
    with running_cluster(tmp_path) as running:
        on_it = ["--scheduler", running.address]
        running.add_workers(2)
        monkeypatch.setattr(tool, "UPDATES_PER_TASK", 500_000)
        tool.main([*COMMAND, "--out", str(here)])
        table = capsys.readouterr().out
        tool.main([*COMMAND, "--out", str(there), *on_it])
        assert sorted(there.read_bytes().splitlines()) == sorted(here.read_bytes().splitlines())
        assert capsys.readouterr() == (table, "")

        # A worker is killed; the scheduler is that of Dask's configuration; any function measures.
        sweep = tool.sweep_of(tool.parser().parse_args(COMMAND))
        sweep = replace(sweep, measures=[twice_the_wins, "wins_as_x"])
        measured = []
        with (
            dask.config.set({"scheduler-address": running.address}),
            cluster(CONFIGURED) as (executor, workers),
        ):
            assert workers == "Workers: 2, threads: 2"
            for report in ttt.measure_runs_with(
                executor, sweep, sweep.measured, updates_per_task=500_000, in_flight=8
            ):
                if report.results and not measured:
                    running.workers[0].kill()
                measured += report.results
        assert running.workers[0].wait() != 0
        assert len(measured) == len(sweep)
        assert all(own == 2 * wins for _, (own, wins) in measured)

        show = tool._StatusLine.show

        def show_and_kill(*arguments: object) -> None:
            show(*arguments)  # type: ignore[arg-type]
            if lost.read_text().count("\n") > 10:
                running.end()

        monkeypatch.setattr(tool, "TASKS_IN_FLIGHT", 4)
        with monkeypatch.context() as patch:
            patch.setattr(tool._StatusLine, "show", show_and_kill)
            said = refusal(capsys, *COMMAND, "--out", str(lost), *on_it)
        assert said.startswith(
            f"ttt-sweep: Lost the connection to the scheduler {running.address}."
        )
        assert said.endswith("of 100 runs. Run the same command again to continue.")
        tool.main([*COMMAND, "--out", str(lost)])
        assert lost.read_text().count("\n") == 101


@pytest.mark.thorough
def test_machines_without_this_package_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ttt_core").mkdir()
    (tmp_path / "ttt_core" / "__init__.py").touch()
    with running_cluster(tmp_path, home=tmp_path) as other:
        on_it = ["--out", str(tmp_path / "x.csv"), "--scheduler", other.address]
        said = refusal(capsys, *COMMAND, *on_it)
    assert "need the same version of this package" in said


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("tcp://127.0.0.1:1", "No Dask scheduler answered at tcp://127.0.0.1:1"),
        ("127.0.0.1", "is not a scheduler address"),
        ("tcp://", "is not a scheduler address"),
        ("frob://127.0.0.1:8786", "is not a scheduler address"),
        ("tls://127.0.0.1:8786", "needs a certificate, but Dask's configuration does not name one"),
        (CONFIGURED, "configuration does not name a scheduler"),
    ],
)
def test_a_missing_scheduler_is_reported_in_a_sentence(
    address: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(dask_cluster, "SECONDS_TO_ANSWER", 0.5)
    on_it = ["--out", str(tmp_path / "x.csv"), "--scheduler", address]
    said = refusal(capsys, *COMMAND, *on_it)
    assert sentence in said


def test_without_dask_the_message_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SchedulerError, match=r"pip install .*\[dask\]"), cluster("tcp://a:1"):
        pass
