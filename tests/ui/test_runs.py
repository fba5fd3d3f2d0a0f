"""Runs that a job measures: only those not known, shared by all visitors, kept when stopped."""

from dataclasses import replace
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.support import all_cores_busy, finish, until
from ttt_core.learning import LearningCurve, measured_curve
from ttt_core.learning.curve import learning_curve
from ttt_core.learning.measures import Measured
from ttt_ui import runs as module
from ttt_ui.runs import KeptResults, Runs, kept_results, with_seeds

SEEDS = range(6)
CONFIGS = with_seeds([ttt.TrainingConfig(games=400)], SEEDS)
WINS = Measured(("wins_as_o",))


def measured(configs: list[ttt.TrainingConfig], known: Any = ()) -> Runs[tuple[float, ...]]:
    runs = Runs(configs, range(len(configs)), WINS, dict(known))
    finish(runs.go_on())
    assert runs.finished
    assert not runs.running
    return runs


def test_only_what_is_not_known_is_measured(session_state: dict[str, Any]) -> None:
    known = {1: (7.0,), 4: (8.0,)}  # not what training would give
    runs = measured(CONFIGS, known)
    expected = {
        place: ttt.measure_run(config, ["wins_as_o"]) for place, config in enumerate(CONFIGS)
    }
    assert runs.results == expected | known
    assert runs.go_on() is None


def test_another_visit_finds_the_results_but_not_what_a_browser_has_brought_along(
    session_state: dict[str, Any],
) -> None:
    first = measured(CONFIGS[:4], {1: (7.0,)})
    other = Runs(CONFIGS, SEEDS, WINS)
    assert other.done == 3
    assert 1 not in other.results
    assert other.results[0] is first.results[0]
    assert Runs(CONFIGS, SEEDS, Measured(("wins_as_x",))).done == 0


def test_the_results_of_a_configuration_are_found_by_seed(session_state: dict[str, Any]) -> None:
    configs = with_seeds([CONFIGS[0], replace(CONFIGS[0], games=300)], (7, 3))
    assert [(config.games, config.seed) for config in configs] == [
        *((400, 7), (400, 3)),
        *((300, 7), (300, 3)),
    ]
    runs = Runs(configs, (7, 3), WINS, {0: (1.0,), 3: (2.0,)})
    assert runs.by_configuration == [{7: (1.0,)}, {3: (2.0,)}]


@pytest.mark.parametrize(("seed_by_seed", "order"), [(False, [0, 1, 2, 3]), (True, [0, 2, 1, 3])])
def test_the_seeds_of_a_configuration_are_measured_in_a_row_or_all_seed_by_seed(
    session_state: dict[str, Any], *, seed_by_seed: bool, order: list[int]
) -> None:
    configs = with_seeds([CONFIGS[0], replace(CONFIGS[0], games=300)], (7, 3))
    runs = Runs(configs, (7, 3), WINS, seed_by_seed=seed_by_seed)
    _, next_ones, _ = runs._next()
    assert list(next_ones) == order


def test_stopping_keeps_what_is_finished_and_continuing_measures_the_rest() -> None:
    runs = Runs(CONFIGS, SEEDS, WINS, {2: (7.0,)})
    with all_cores_busy():
        job = runs.go_on()
        assert job is not None
        assert runs.running
        assert runs.go_on() is job
        runs.stop()
        assert not runs.running
        until(job._ended.is_set)
    assert runs.results == {2: (7.0,)}
    assert runs.share == 1 / 6
    runs.go_on()
    until(lambda: runs.finished)
    assert runs.results[2] == (7.0,)


def test_the_progress_counts_finished_runs_and_parts_of_others() -> None:
    runs = Runs(CONFIGS, SEEDS, WINS, {0: (7.0,), 1: (7.0,)})
    with all_cores_busy():
        runs.go_on()
        assert runs.seconds_left is None
        begun = ttt.TrainingRun(CONFIGS[3])
        begun.play(100)
        assert runs._keep(({2: (5.0,)}, {3: begun}))
        assert runs.share == pytest.approx((3 + 100 / 400) / 6)
        assert runs.seconds_left is not None
        assert runs.seconds_left > 0
        runs.stop()
    assert runs.share == 3 / 6
    assert runs.seconds_left is None
    assert runs.updates_left == module.updates_of(CONFIGS[3:])


def test_the_server_keeps_results_up_to_a_number_of_bytes() -> None:
    def curve(games: int) -> LearningCurve:
        return learning_curve(replace(CONFIGS[0], games=games), 5)

    kept = KeptResults(1)
    kept.put(CONFIGS[0], measured_curve, curve(10))
    assert not kept.of(CONFIGS, measured_curve)
    size = len(module.pickle.dumps((CONFIGS[0], curve(10))))
    kept = KeptResults(3 * size + size // 2)
    for config in CONFIGS[:3]:
        kept.put(config, measured_curve, curve(10))
    assert set(kept.of(CONFIGS, measured_curve)) == {0, 1, 2}
    kept.of(CONFIGS[:1], measured_curve)  # the one last used
    kept.put(CONFIGS[3], measured_curve, curve(10))
    kept.put(CONFIGS[3], measured_curve, curve(10))  # again, by another visit at the same time
    assert set(kept.of(CONFIGS, measured_curve)) == {0, 2, 3}
    assert kept_results() is kept_results()
