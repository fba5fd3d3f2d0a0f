"""Sweeps on other machines: a real scheduler and real workers, on loopback only."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import ttt_core as ttt
from ttt_core.tools import sweep as tool
from ttt_core.tools.dask_cluster import CONFIGURED, SchedulerError, cluster

ROOT = Path(__file__).parents[3]
COMMAND = ["--over", "alpha=0.1:1:10", "--over", "games=100,3000", "--seeds", "5"]
MEASURES = ["--measure", "unbeatable_from,wins_as_o"]


class Cluster:
    """A scheduler and its workers, each in its own process."""

    def __init__(self, folder: Path, home: Path = ROOT, workers: int = 2) -> None:
        self._home = home
        self._file = folder / "scheduler.json"
        here = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(self._file)]
        self.scheduler = self._started("dask_scheduler", *here, "--port", "0")
        while not self._is_written():
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.workers = [
            self._started("dask_worker", *here, "--nthreads", "1", "--no-nanny")
            for _ in range(workers)
        ]
        from distributed import Client  # half a second, which the quick tests need not wait for

        with Client(self.address, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers)

    def _started(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *arguments],
            cwd=self._home,
            env={**os.environ, "PYTHONPATH": str(self._home)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _is_written(self) -> bool:
        try:
            json.loads(self._file.read_text())
        except (FileNotFoundError, ValueError):
            return False
        return True

    @property
    def address(self) -> str:
        return str(json.loads(self._file.read_text())["address"])

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(autouse=True)
def waits_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "_SECONDS_WITHOUT_A_WORD", float("inf"))  # however busy it is here


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    running = Cluster(tmp_path)
    yield running
    running.end()


@pytest.fixture(scope="module")
def shared_dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for tests that do not damage it."""
    running = Cluster(tmp_path_factory.mktemp("dask"))
    yield running
    running.end()


def sweep_of(*arguments: str) -> ttt.Sweep:
    return tool.sweep_of(tool.parser().parse_args([*arguments]))


@pytest.mark.thorough
def test_the_sorted_file_is_identical(
    shared_dask: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    tool.main([*COMMAND, *MEASURES, "--out", str(here)])
    table = capsys.readouterr().out
    monkeypatch.setattr(tool, "UPDATES_PER_TASK", 1_000_000)
    tool.main([*COMMAND, *MEASURES, "--out", str(there), "--scheduler", shared_dask.address])
    assert sorted(there.read_bytes().splitlines()) == sorted(here.read_bytes().splitlines())
    assert capsys.readouterr() == (table, "")


@pytest.mark.thorough
def test_workers_measure_with_any_function(shared_dask: Cluster) -> None:
    def twice_the_wins(agent: ttt.Agent) -> float:
        return 2 * ttt.evaluate(agent).vs_random_as_x.win

    sweep = replace(sweep_of(*COMMAND), measures=[twice_the_wins, "wins_as_x"])
    with cluster(shared_dask.address) as (executor, _):
        reports = ttt.measure_runs_with(
            executor, sweep, sweep.measured, updates_per_task=10**6, in_flight=8
        )
        measured = [result for report in reports for result in report.results]
    assert len(measured) == len(sweep)
    assert all(own == 2 * wins for _, (own, wins) in measured)


@pytest.mark.thorough
def test_a_worker_killed_during_a_sweep_changes_no_result(dask: Cluster) -> None:
    sweep = sweep_of(*COMMAND, *MEASURES)
    came = []
    with cluster(dask.address) as (executor, _):
        for report in ttt.measure_runs_with(
            executor, sweep, sweep.measured, updates_per_task=500_000, in_flight=8
        ):
            if report.results and not came:
                dask.workers[0].kill()
            came += report.results
    assert dask.workers[0].wait() != 0
    assert dask.workers[1].poll() is None
    reports = ttt.measure_runs(sweep, sweep.measured)
    expected = [result for report in reports for result in report.results]
    assert repr(sorted(came)) == repr(sorted(expected))


@pytest.mark.thorough
def test_a_lost_scheduler_is_reported_and_the_sweep_can_be_continued(
    dask: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "sweep.csv"
    command = [*COMMAND, "--out", str(path)]
    monkeypatch.setattr(tool, "UPDATES_PER_TASK", 500_000)
    monkeypatch.setattr(tool, "TASKS_IN_FLIGHT", 4)
    show = tool._StatusLine.show

    def show_and_kill(*arguments: object) -> None:
        show(*arguments)
        if path.read_text().count("\n") > 10:
            dask.end()

    monkeypatch.setattr(tool._StatusLine, "show", show_and_kill)
    with pytest.raises(SystemExit) as end:
        tool.main([*command, "--scheduler", dask.address])
    assert end.value.code == 2
    (err,) = capsys.readouterr().err.splitlines()
    assert err.startswith(f"ttt-sweep: Lost the connection to the scheduler {dask.address}.")
    assert err.endswith("of 100 runs. Run the same command again to continue.")
    monkeypatch.setattr(tool._StatusLine, "show", show)
    tool.main(command)
    assert path.read_text().count("\n") == 101


@pytest.mark.thorough
def test_the_scheduler_may_come_from_the_configuration_of_dask(
    shared_dask: Cluster,
) -> None:
    import dask as library

    with (
        library.config.set({"scheduler-address": shared_dask.address}),
        cluster(CONFIGURED) as there,
    ):
        executor, workers = there
        assert executor.submit(len, "four").result() == 4
        assert workers == "Workers: 2, threads: 2"


@pytest.mark.thorough
def test_machines_without_this_package_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ttt_core").mkdir()
    (tmp_path / "ttt_core" / "__init__.py").touch()
    other = Cluster(tmp_path, home=tmp_path)
    try:
        with pytest.raises(SystemExit) as end:
            tool.main([*COMMAND, "--out", str(tmp_path / "x.csv"), "--scheduler", other.address])
    finally:
        other.end()
    assert end.value.code == 2
    (err,) = capsys.readouterr().err.splitlines()
    assert "need the same version of this package" in err


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
    address: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        tool.main([*COMMAND, "--out", str(tmp_path / "x.csv"), "--scheduler", address])
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ttt-sweep: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_without_dask_the_message_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SchedulerError, match=r"pip install .*\[dask\]"), cluster("tcp://a:1"):
        pass


@pytest.mark.thorough
def test_dask_is_imported_only_if_it_is_used(tmp_path: Path) -> None:
    program = (
        "import sys, ttt_core.tools.sweep as tool\n"
        "tool.main(['--over', 'games=1', '--seeds', '1', '--out', sys.argv[1]])\n"
        "assert not {'dask', 'distributed'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", program, tmp_path / "x.csv"], cwd=ROOT, check=True)
