"""A sweep: its runs, what it refuses, and how it continues."""

import pickle
import sys
import time
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from math import isnan
from multiprocessing import get_context
from types import ModuleType
from typing import Any

import pandas as pd
import pytest

import ttt_core as ttt
from ttt_core.learning.config import SETTINGS
from ttt_core.learning.sweep import MAX_POINTS, MAX_SWEEP_RUNS

SHORT = ttt.TrainingConfig(games=50, seed=7)
SMALL = ttt.Sweep(
    base=SHORT,
    over={"alpha": [0.1, 0.5], "games": [20, 400, 60]},
    measures=["wins_as_o", "unbeatable_from"],
    seeds=3,
)


def by_run(reports: Any) -> dict[int, tuple[float | None, ...]]:
    found = [result for report in reports for result in report.results]
    assert len(dict(found)) == len(found)
    return {run: tuple(None if isnan(v) else v for v in values) for run, values in sorted(found)}


def one_by_one(sweep: ttt.Sweep) -> dict[int, tuple[float | None, ...]]:
    results = [(run, ttt.measure_run(config, sweep.measures)) for run, config in enumerate(sweep)]
    return by_run([ttt.RunsReport(results, 1.0, 0.0)])


def measured(sweep: ttt.Sweep, done: Collection[int] = (), threads: int | None = None) -> Any:
    return ttt.measure_runs(sweep, sweep.measured, done, threads=threads)


def test_runs_follow_the_order_of_the_values_with_the_seeds_of_each_in_a_row() -> None:
    expected = [
        replace(SHORT, alpha=alpha, games=games, seed=seed)
        for alpha, games, seed in product([0.1, 0.5], [20, 400, 60], [7, 8, 9])
    ]
    assert list(SMALL) == list(pickle.loads(pickle.dumps(SMALL))) == expected  # noqa: S301
    assert SMALL[2:-1] == expected[2:-1]
    assert SMALL.changes(4) == {"alpha": 0.1, "games": 400, "seed": 8}
    for run, config in enumerate(SMALL):
        assert ttt.TrainingConfig(**SMALL.changes(run), **SMALL.shared) == config


def test_threads_and_an_executor_agree_with_sequential_runs() -> None:
    expected = one_by_one(SMALL)
    assert by_run(measured(SMALL)) == expected
    with ThreadPoolExecutor(2) as executor:
        by_executor = ttt.measure_runs_with(
            executor, SMALL, SMALL.measured, updates_per_task=250_000, in_flight=3
        )
        assert by_run(by_executor) == expected


def length_of_a_game(agent: ttt.Agent) -> float:
    """Return the length of the game it plays with itself."""
    (game,) = ttt.play_games(agent, agent, 1, seed=1)
    return float(len(game))


@pytest.mark.thorough
def test_a_measure_of_your_own_is_measured_in_other_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A new process runs what is `__main__` here; after an AppTest, that is a page.
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    sweep = replace(SMALL, measures=[length_of_a_game, "wins_as_o"])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        elsewhere = ttt.measure_runs_with(
            executor, sweep, sweep.measured, updates_per_task=10**6, in_flight=2
        )
        assert by_run(elsewhere) == one_by_one(sweep)


def test_a_stopped_sweep_can_be_continued() -> None:
    reports = measured(SMALL, threads=1)
    came = [next(reports)]
    while not came[-1].results:
        came.append(next(reports))
    reports.close()
    known = by_run(came)
    rest = by_run(measured(SMALL, known))
    assert set(rest).isdisjoint(known)
    assert known | rest == one_by_one(SMALL)
    assert list(measured(SMALL, range(len(SMALL)))) == []


ENDLESS = ttt.Sweep(
    base=ttt.TrainingConfig(games=10_000_000, replay=1_000), over={"alpha": [0.1, 0.2]}, seeds=1
)


def test_closing_it_ends_a_run_early() -> None:
    reports = measured(ENDLESS, threads=2)
    assert next(reports).results == []
    reports.close()  # waits for the threads, which would otherwise take hours


def test_runs_rest_until_the_next_report_is_asked_for() -> None:
    played: list[int] = []

    def measure(config: ttt.TrainingConfig, note: Callable[[int], object]) -> None:
        run = ttt.TrainingRun(config)
        while True:
            run.play(1)
            note(run.games_played)
            played.append(run.games_played)

    reports = ttt.measure_runs(ENDLESS, measure, threads=1)
    next(reports)
    while (before := len(played)) != (time.sleep(0.05) or len(played)):
        pass  # a game that had begun may end
    assert [next(reports).results, len(played) > before] == [[], True]
    reports.close()


def test_the_progress_counts_parts_of_runs_and_ends_at_1() -> None:
    reports = measured(ENDLESS, threads=1)
    while not (report := next(reports)).share:
        assert report.seconds_left is None
    assert 0 < report.share < 1
    assert report.seconds_left > 0
    reports.close()
    *before, last = measured(SMALL)
    assert (last.share, last.seconds_left) == (1, 0)
    shares = [report.share for report in before]
    assert shares == sorted(shares)


def test_an_executor_never_gets_more_tasks_than_allowed() -> None:
    waiting, most = set(), 0

    class Counting(ThreadPoolExecutor):
        def submit(self, *task: Any, **more: Any) -> Any:
            nonlocal most
            future = super().submit(*task, **more)
            waiting.add(future)
            most = max(most, len(waiting))
            future.add_done_callback(waiting.discard)
            return future

    with Counting(1) as executor:
        by_run(
            ttt.measure_runs_with(executor, SMALL, SMALL.measured, updates_per_task=1, in_flight=4)
        )
    assert 2 <= most <= 4


def test_an_error_in_a_run_is_raised_and_ends_the_sweep() -> None:
    def measure(config: ttt.TrainingConfig, note: object) -> None:
        raise RuntimeError("no luck")

    with pytest.raises(RuntimeError, match="no luck"):
        list(ttt.measure_runs(SMALL, measure, threads=2))


def losses_as_x(player: ttt.Player) -> float:
    return ttt.match(player, ttt.uniform()).loss


ANY_PLAYERS = replace(SMALL, measures=["wins_as_o", losses_as_x])


def test_a_sweep_measures_any_learner() -> None:
    expected = ttt.measure_sweep(ANY_PLAYERS)
    for learner in (
        lambda config: ttt.TrainingRun(config),
        lambda config: lambda games: ttt.train(replace(config, games=games)),
    ):
        pd.testing.assert_frame_equal(ttt.measure_sweep(ANY_PLAYERS, learner=learner), expected)


def test_a_sweep_takes_a_partner_and_a_function_for_epsilon() -> None:
    given: dict[str, Any] = {
        "partner": ttt.minimax(),
        "epsilon": lambda games: 0.5 if games < 10 else 0.1,
    }
    frame = ttt.measure_sweep(ANY_PLAYERS, **given)
    for config, wins, losses in zip(ANY_PLAYERS, frame.wins_as_o, frame.losses_as_x, strict=True):
        run = ttt.TrainingRun(config, **given)
        run.play(config.games)
        assert ttt.evaluate(run.policy()).vs_random_as_o.win == wins
        assert losses_as_x(run.policy()) == losses


KNOWN = ttt.Measure("known", "", "", lambda run: run.agent.positions_known)


@pytest.mark.parametrize(
    ("measure", "given", "sentence"),
    [
        ("unbeatable_from", {}, "only measured at the end"),
        (KNOWN, {}, "only a policy"),
        ("wins_as_o", {"partner": ttt.uniform()}, "for training with settings"),
        ("wins_as_o", {"learner": lambda config: 3}, "A learner must have play"),
    ],
)
def test_what_a_learner_of_ones_own_does_not_have_is_refused(
    measure: Any, given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        ttt.measure_run(SHORT, [measure], **{"learner": ttt.TrainingRun, **given})


def test_each_row_of_the_table_describes_its_run_completely() -> None:
    frame = ttt.measure_sweep(SMALL)
    assert list(frame)[:3] == ["alpha", "games", "seed"]
    assert list(frame)[-4:] == ["version", "preset", "wins_as_o", "unbeatable_from"]
    expected = one_by_one(SMALL)
    for run, row in enumerate(frame.to_dict("records")):
        assert SMALL[run] == ttt.TrainingConfig(**{name: row[name] for name in SETTINGS})
        assert row["wins_as_o"] == expected[run][0]
        assert isnan(row["unbeatable_from"])


def test_contradictory_combinations_are_skipped() -> None:
    shares = [0.0, 0.5, 1.0]
    sweep = ttt.Sweep(base=SHORT, over={"random_share": shares, "minimax_share": shares}, seeds=1)
    assert sweep.points == tuple(p for p in product(shares, shares) if sum(p) <= 1)
    assert sweep.left_out == 3
    assert [config.minimax_share for config in sweep] == [0, 0.5, 1, 0, 0.5, 0]


FIVE = ("alpha", "gamma", "epsilon", "random_share", "move_cost")
BAD: list[tuple[str, dict[str, Any]]] = [
    ("over", {"over": {}}),
    ("over", {"over": {name: [0.5] for name in FIVE}}),
    ("over", {"over": ["alpha"]}),
    ("speed", {"over": {"speed": [1]}}),
    ("seed", {"over": {"seed": [1, 2]}}),
    *(("alpha", {"over": {"alpha": values}}) for values in ([], [1, 0.5, 1.0], [0.5, 2], ["a"], 1)),
    ("gamma", {"over": {"gamma": [float("nan")]}}),
    ("rule", {"over": {"rule": ["guess"]}}),
    ("games", {"over": {"games": range(1, MAX_POINTS + 2)}}),
    ("games", {"over": {"games": range(1, 500), "replay": range(500)}}),
    ("reward_loss", {"over": {"reward_win": [2.0, 3.0]}}),
    ("seeds", {"over": {"games": range(1, 1_001)}, "seeds": 1_001}),
    *(("seeds", {"seeds": seeds}) for seeds in (0, 1.5, [1, 2])),
    ("seeds", {"base": ttt.TrainingConfig(seed=2**63 - 1), "seeds": 2}),
    ("measures", {"measures": ["luck"]}),
    ("config", {"base": "Default"}),
]


@pytest.mark.parametrize(("name", "changes"), BAD)
def test_an_invalid_sweep_is_refused_by_field(name: str, changes: dict[str, Any]) -> None:
    with pytest.raises(ttt.ConfigError, match=r"\.$") as refusal:
        ttt.Sweep(**{"base": SHORT, "over": {"alpha": [0.5]}, **changes})
    assert refusal.value.field == name


def test_the_largest_sweep_has_a_million_runs() -> None:
    sweep = ttt.Sweep(base=SHORT, over={"games": range(1, 1_001)}, seeds=1_000)
    assert len(sweep) == MAX_SWEEP_RUNS == 1_000_000
    assert sweep[-1] == replace(SHORT, games=1_000, seed=1_006)


def test_a_span_is_linear_or_logarithmic_and_includes_its_ends() -> None:
    assert ttt.span("alpha", 0.1, 0.9, 9) == (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    assert ttt.span("games", 1, 10_000, 5, by_factor=True) == (1, 10, 100, 1_000, 10_000)
    assert ttt.span("alpha", 0.001, 1, 4, by_factor=True) == (0.001, 0.01, 0.1, 1)
    assert ttt.span("games", 1, 2, 2) == (1, 2)
    assert all(type(games) is int for games in ttt.span("games", 1, 10, 4))


NOT_SPANS = [(0.1, 0.9, 1), (0.1, 0.9, MAX_POINTS + 1), (0.5, 0.5, 2), (0, 1, 3)]
NOT_FINITE = [(float("nan"), 0.5, 2), (0.1, float("inf"), 2)]


@pytest.mark.parametrize(
    ("name", "span", "by_factor"),
    [
        *((name, (1, 2, 2), False) for name in ("speed", "seed", "rule", "backward")),
        *(("alpha", span, False) for span in (*NOT_SPANS, *NOT_FINITE)),
        *(("gamma", (0, 1, 3), True), ("games", (1, 3, 5), False)),
    ],
)
def test_an_invalid_span_is_refused(name: str, span: Any, by_factor: bool) -> None:
    with pytest.raises(ttt.ConfigError) as refusal:
        ttt.span(name, *span, by_factor=by_factor)
    assert refusal.value.field == name
