"""A sweep in its own thread: it measures correctly, stops, continues and ends."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit import runtime
from streamlit.runtime import RuntimeState

import ttt_core as ttt
from ttt_core.tools import sweep as tool
from ttt_ui.compare.sweep.cells import cells_of
from ttt_ui.compare.sweep.measuring import Measuring
from ttt_ui.compare.sweep.plan import Axis, Plan
from ttt_ui.streamlit_fixes import presence as presence_module
from ttt_ui.streamlit_fixes import this_run
from ttt_ui.streamlit_fixes.presence import SECONDS, presence
from ttt_ui.visit.cores import Turnstile

SMALL = Plan(
    ttt.TrainingConfig(games=600, backward=True, seed=3),
    Axis("alpha", 0.1, 1, 3),
    Axis("gamma", 0.5, 1, 2),
    seeds=2,
)
LONG = replace(SMALL, base=ttt.TrainingConfig(games=2_000_000), seeds=20)


def always() -> bool:
    return True


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def thread_of(measuring: Measuring) -> Thread:
    assert measuring._thread is not None
    return measuring._thread


def measured(plan: Plan) -> Measuring:
    measuring = Measuring(plan, plan.sweep())
    assert measuring.seconds_left is None
    measuring.go_on(Turnstile(2), always)
    until(lambda: measuring.finished)
    assert not measuring.running
    return measuring


def test_it_measures_the_same_as_the_engine() -> None:
    measuring = measured(SMALL)
    frame = ttt.measure_sweep(SMALL.sweep())
    np.testing.assert_array_equal(measuring.values, frame["unbeatable_from"])
    assert np.isnan(measuring.values).any()
    measuring.go_on(Turnstile(2), always)  # nothing is left to measure
    assert not measuring.running


def test_the_file_is_identical_to_the_commands_and_can_be_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    measuring = measured(SMALL)
    words = SMALL.command.split()[1:]
    tool.main([*words, "--out", "command.csv"])
    by_command = (tmp_path / "command.csv").read_text("ascii").splitlines(keepends=True)
    ours = measuring.csv().splitlines(keepends=True)
    assert ours[0] == by_command[0]
    assert sorted(ours) == sorted(by_command)
    measuring.done[[1, 4, 5, 9]] = False
    some = measuring.csv()
    assert some.count("\n") == len(ours) - 4
    (tmp_path / "sweep.csv").write_text(some, "ascii")
    tool.main(words)
    went_on = (tmp_path / "sweep.csv").read_text("ascii")
    assert went_on.startswith(some)
    assert sorted(went_on.splitlines(keepends=True)) == sorted(by_command)
    assert capsys.readouterr().out


def test_it_stops_and_continues() -> None:
    plan = replace(SMALL, base=ttt.TrainingConfig(games=50_000), seeds=20)
    measuring, turnstile = Measuring(plan, plan.sweep()), Turnstile(2)
    measuring.go_on(turnstile, always)
    until(lambda: bool(measuring.done.any()))
    assert measuring.running
    assert measuring.seconds_left is not None
    first = thread_of(measuring)
    measuring.go_on(turnstile, always)  # it is running already
    assert thread_of(measuring) is first
    measuring.stop()
    assert not measuring.running
    first.join(60)
    assert not first.is_alive()
    assert not measuring.finished
    done = np.flatnonzero(measuring.done)
    measuring.values[done[0]] = -1  # would be overwritten if measured again
    measuring.go_on(turnstile, always)
    until(lambda: measuring.finished)
    assert measuring.values[done[0]] == -1


def test_it_ends_when_the_visitor_has_left() -> None:
    there = Event()
    there.set()
    measuring = Measuring(LONG, LONG.sweep())
    measuring.go_on(Turnstile(2), there.is_set)
    assert measuring.running
    there.clear()
    thread_of(measuring).join(60)
    assert not measuring.running
    assert not measuring.finished


def test_it_always_waits_for_its_turn() -> None:
    turnstile = Turnstile(1)
    measuring = Measuring(SMALL, SMALL.sweep())
    with turnstile.turn():
        measuring.go_on(turnstile, always)
        until(lambda: len(turnstile._line) == 1)
        assert not measuring.done.any()
    until(lambda: measuring.finished)
    thread_of(measuring).join(60)
    with turnstile.turn_if_free() as free:
        assert free


def test_a_cell_has_its_configuration() -> None:
    plan = Plan(
        ttt.TrainingConfig(games=50, seed=3),
        Axis("random_share", 0, 1, 3),
        Axis("minimax_share", 0, 1, 2),
        "wins_as_x",
    )
    measuring = Measuring(plan, plan.sweep())
    for across, random_share in enumerate((0, 0.5, 1)):
        config = measuring.config(across, 0)
        assert config == replace(plan.base, random_share=random_share)
    assert measuring.config(0, 1) == replace(plan.base, minimax_share=1.0)
    for nowhere in ((1, 1), (2, 1), (3, 0), (0, 2), (-1, 0), (0, -1), (10**40, 0)):
        assert measuring.config(*nowhere) is None


def test_the_means_are_over_the_measured_seeds() -> None:
    measuring = Measuring(SMALL, SMALL.sweep())  # two seeds: a run of each in every cell
    everything = [(100.0, 300.0), (np.nan, 500.0), (np.nan, np.nan), (7.0, np.nan), (8.0, 9.0)]
    for point, found in enumerate(everything):
        measuring.values[2 * point : 2 * point + 2] = found
        measuring.done[2 * point : 2 * point + 2] = True
    measuring.done[7] = False
    cells = cells_of(measuring)
    np.testing.assert_array_equal(cells.mean, [[200, 500, np.nan], [7, 8.5, np.nan]])
    np.testing.assert_array_equal(cells.measured, [[2, 2, 2], [1, 2, 0]])
    np.testing.assert_array_equal(cells.there, [[2, 1, 0], [1, 2, 0]])
    assert cells.exists.all()
    words = [[cells.in_words(up, across) for across in range(3)] for up in range(2)]
    assert words == [
        [
            "200 games, mean of 2 seeds",
            "500 games, mean of the seeds that became unbeatable (1 of 2)",
            "Beatable at the end with all 2 seeds",
        ],
        [
            "7 games, one seed. Measured so far: 1 of 2 seeds",
            "8 games, mean of 2 seeds",
            "Not measured yet",
        ],
    ]
    assert cells.values_in_words(1, 2) == ("Learning rate α 1", "Discount factor γ 1")


class _Server:
    def __init__(self) -> None:
        self.state = RuntimeState.ONE_OR_MORE_SESSIONS_CONNECTED
        self.visits = {"mine"}

    def is_active_session(self, visit: str) -> bool:
        return visit in self.visits


def test_a_visitor_counts_as_present_for_a_while_after_disconnecting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, now = _Server(), 100.0
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    monkeypatch.setattr(this_run, "visit", lambda: "mine")
    monkeypatch.setattr(presence_module, "time", SimpleNamespace(monotonic=lambda: now))
    is_there = presence()
    now += 1_000
    assert is_there()
    server.visits = {"another"}
    now += SECONDS / 2
    assert is_there()
    server.visits.add("mine")
    now += SECONDS
    assert is_there()
    server.visits.remove("mine")
    now += SECONDS
    assert not is_there()
    server.visits.add("mine")
    assert is_there()
    server.state = RuntimeState.STOPPING
    assert not is_there()
