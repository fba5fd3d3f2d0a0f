"""The curves of a comparison are identical to those of single runs."""

from dataclasses import fields, replace
from threading import Thread

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.learning.curve import LearningCurve, MeasuredRun, learning_curve, telling_points
from ttt_ui.compare.curves import measuring
from ttt_ui.compare.curves.measuring import KeptCurves, Measurements, Task
from ttt_ui.jobs import ThreadJob
from ttt_ui.visit.cores import Turnstile

FIRST = ttt.TrainingConfig(games=1_500, gamma=0.5)
SECOND = ttt.TrainingConfig(games=400, rule="monte-carlo", replay=3)
SEEDS = range(3, 7)
TASKS = [Task(config, seed) for seed in SEEDS for config in (FIRST, SECOND)]


def measurements(most: int = 100) -> Measurements:
    return Measurements(KeptCurves(most))


def measure(found: Measurements, cores: int = 2) -> None:
    job = ThreadJob(lambda job: found.measure(job, cores), Turnstile(cores), lambda: True)
    job.run()
    job.raise_error()
    assert found.finished


def same(one: LearningCurve, other: LearningCurve) -> bool:
    names = [field.name for field in fields(LearningCurve)]
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("cores", [1, 3])
def test_every_curve_is_that_of_a_single_run(cores: int) -> None:
    found = measurements()
    found.want(TASKS)
    measure(found, cores)
    for config in (FIRST, SECOND):
        of_it = found.of(config, SEEDS)
        assert list(of_it) == list(SEEDS)
        for seed, measured in of_it.items():
            single = replace(config, seed=seed)
            assert same(measured.curve, learning_curve(single, telling_points(config.games)))
            run = MeasuredRun(single)
            run.play(config.games)
            assert measured.since == run.standing.since


def test_runs_are_measured_seed_by_seed() -> None:
    found = measurements()
    found.want(TASKS)
    for number in range(1, len(TASKS) + 1):
        task = found._take()
        assert task == TASKS[number - 1]


def test_only_new_runs_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Task] = []
    begin = measuring._begun

    def noted(task: Task) -> MeasuredRun:
        begun.append(task)
        return begin(task)

    monkeypatch.setattr(measuring, "_begun", noted)
    found = measurements()
    found.want(TASKS[::2])
    measure(found)
    assert sorted(begun, key=TASKS.index) == TASKS[::2]
    begun.clear()
    found.want(TASKS)
    assert found.number_done == len(SEEDS)
    measure(found)
    assert sorted(begun, key=TASKS.index) == TASKS[1::2]
    begun.clear()
    found.rest()
    assert not found.of(FIRST, SEEDS)
    found.want(TASKS)
    assert found.finished
    assert not begun


def test_another_visit_finds_the_finished_curves() -> None:
    shared = KeptCurves(100)
    one, other = Measurements(shared), Measurements(shared)
    one.want(TASKS[:2])
    measure(one)
    other.want(TASKS[:3])
    assert other.number_done == 2
    (seed,) = other.of(FIRST, SEEDS[:1])
    assert other.of(FIRST, SEEDS)[seed] is one.of(FIRST, SEEDS)[seed]


def test_the_server_keeps_a_limited_number_of_curves() -> None:
    shared = KeptCurves(3)
    found = Measurements(shared)
    found.want(TASKS)
    measure(found, cores=1)
    assert found.finished  # the visit itself has them all
    assert [shared.get(task) is not None for task in TASKS] == [False] * 5 + [True] * 3
    shared.get(TASKS[5])
    other = Measurements(shared)
    other.want([Task(FIRST, 99)])
    measure(other)
    assert [shared.get(task) is not None for task in TASKS[5:]] == [True, False, True]


def test_runs_that_are_no_longer_wanted_are_dropped() -> None:
    found = measurements()
    found.want(TASKS)
    run = measuring._begun(TASKS[0])
    assert found._take() == TASKS[0]
    found.want(TASKS[1:])
    found._put_back(TASKS[0], run)
    assert not found._under_way
    assert found._take() == TASKS[1]
    found.rest()
    found._put_back(TASKS[1], run)
    assert not found._under_way
    assert not found._in_hand
    assert found.finished


@pytest.mark.parametrize("leaves", [True, False])
def test_a_run_that_is_cut_short_can_be_continued(
    monkeypatch: pytest.MonkeyPatch, *, leaves: bool
) -> None:
    found, there = measurements(), [True]
    found.want(TASKS[:1])
    job = ThreadJob(lambda job: found.measure(job, 1), Turnstile(1), lambda: there[0])

    def play_once(run: MeasuredRun, _: float) -> None:
        run.play(7)
        if leaves:
            there[0] = False
        else:
            job.stop()

    with monkeypatch.context() as patch:
        patch.setattr(MeasuredRun, "play_for", play_once)
        job.run()
    job.raise_error()
    assert not found._in_hand
    assert [run.games_played for run in found._under_way.values()] == [7]
    measure(found)
    assert found.cost_left == 0


def test_continuing_waits_for_the_run_that_was_just_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, turnstile = measurements(), Turnstile(2)
    found.want(TASKS[:1])
    stopped, second = (
        ThreadJob(lambda job: found.measure(job, 1), turnstile, lambda: True) for _ in range(2)
    )
    continued = Thread(target=second.run)
    play_for = MeasuredRun.play_for

    def play(run: MeasuredRun, seconds: float) -> None:
        if stopped.running:
            run.play(7)
            stopped.stop()
            continued.start()
            continued.join(0.2)  # time enough for a job that finds nothing to do
        else:
            play_for(run, seconds)

    monkeypatch.setattr(MeasuredRun, "play_for", play)
    stopped.run()
    continued.join()
    assert found.finished
