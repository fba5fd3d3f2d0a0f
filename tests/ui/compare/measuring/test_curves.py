"""Means, bands, results and the CSV table, against single runs and plain NumPy."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

import ttt_core as ttt
from ttt_core.learning.curve import MeasuredCurve, MeasuredRun, checkpoints
from ttt_ui.compare.measuring.curves import (
    CurveOutcome,
    DrawnLine,
    comparison_figure,
    long_table,
    outcome,
    outcome_in_words,
)
from ttt_ui.compare.measuring.plan import MOST, STYLES
from ttt_ui.train.curves import SERIES

CONFIGS = [
    ttt.TrainingConfig(games=1_200, symmetry=False),
    ttt.TrainingConfig(games=3_000, exploration="least-visited", initial_value=0.5),
]
SEEDS = range(2, 7)


def single_run(config: ttt.TrainingConfig, seed: int) -> MeasuredCurve:
    run = MeasuredRun(replace(config, seed=seed), points=checkpoints(config.games))
    run.play(config.games)
    return MeasuredCurve(run.curve(), run.standing.since)


@pytest.fixture(scope="module")
def measured() -> list[dict[int, MeasuredCurve]]:
    return [{seed: single_run(config, seed) for seed in SEEDS} for config in CONFIGS]


def lines(measured: list[dict[int, MeasuredCurve]], label: str) -> list[DrawnLine]:
    return [
        DrawnLine(
            key=f"configuration_{number}",
            name=f"name {number}",
            style=STYLES[number],
            games=next(iter(of_it.values())).curve.games,
            values=np.array([SERIES[label].of(one.curve) for one in of_it.values()]),
        )
        for number, of_it in enumerate(measured)
    ]


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("label", list(SERIES))
def test_lines_are_means_and_bands_the_range_over_the_seeds(
    measured: list[dict[int, MeasuredCurve]], label: str, *, log: bool
) -> None:
    drawn = comparison_figure(lines(measured, label), log=log, measure=SERIES[label].label)
    figure = go.Figure(drawn)  # validates the figure
    assert figure.layout.yaxis.title.text == SERIES[label].label
    traces = {trace.meta: trace for trace in figure.data}
    assert len(traces) == 3 * len(CONFIGS)
    assert figure.layout.xaxis.type == ("log" if log else "linear")
    for number, of_it in enumerate(measured):
        curves = [one.curve for one in of_it.values()]
        values = [SERIES[label].of(curve)[int(log) :] for curve in curves]
        for name, reduced in (("", np.mean), ("lowest ", np.min), ("highest ", np.max)):
            trace = traces[f"{name}configuration_{number}"]
            assert list(trace.x) == curves[0].games[int(log) :].tolist()
            assert list(trace.y) == list(reduced(values, axis=0))
    assert max(max(trace.x) for trace in figure.data) == 3_000


def test_one_seed_has_no_band(measured: list[dict[int, MeasuredCurve]]) -> None:
    one = [{2: of_it[2]} for of_it in measured]
    figure = comparison_figure(lines(one, "x-wins-vs-random"), log=True, measure="")
    assert [trace["meta"] for trace in figure["data"]] == ["configuration_0", "configuration_1"]
    assert not comparison_figure([], log=True, measure="")["data"]


def test_no_two_configurations_look_alike() -> None:
    assert len(STYLES) == MOST
    for one, other in combinations(STYLES, 2):
        assert not set(one) & set(other)


def test_the_results_of_a_configuration(measured: list[dict[int, MeasuredCurve]]) -> None:
    label = "x-loses-vs-random"
    for config, of_it in zip(CONFIGS, measured, strict=True):
        cards = [ttt.evaluate(ttt.train(replace(config, seed=seed))) for seed in SEEDS]
        since = [one.since for one in of_it.values()]
        assert [number is not None for number in since] == [card.unbeatable for card in cards]
        found = outcome(list(of_it.values()), label)
        unbeatable = [number for number in since if number is not None]
        assert found.seeds == len(SEEDS)
        assert found.unbeatable == len(unbeatable)
        assert found.since == (np.median(unbeatable) if unbeatable else None)
        assert found.at_the_end == np.mean([card.vs_random_as_x.loss for card in cards])
    assert outcome([], label) == CurveOutcome(0, 0, None, None)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (CurveOutcome(0, 0, None, None), "Not measured yet."),
        (CurveOutcome(1, 0, None, 0.5), "50.0% after training. Beatable."),
        (CurveOutcome(8, 0, None, 0.0), "0.0% after training. Beatable with all 8 seeds."),
        (CurveOutcome(1, 1, 3, 0.0), "0.0% after training. Unbeatable since game 3."),
        (
            CurveOutcome(8, 1, 19_000, 0.0),
            "0.0% after training. Unbeatable since game 19,000 with 1 of 8 seeds.",
        ),
        (
            CurveOutcome(8, 8, 2_000, 0.0),
            "0.0% after training. Unbeatable since game 2,000 (median) with all 8 seeds.",
        ),
        (
            CurveOutcome(3, 2, 5, 0.0),
            "0.0% after training. Unbeatable since game 5 (median) with 2 of 3 seeds. "
            "Measured so far: 3 of 8 seeds.",
        ),
    ],
)
def test_results_in_words(found: CurveOutcome, said: str) -> None:
    words = outcome_in_words(found, seeds=max(found.seeds, 8 if found.seeds == 3 else 0))
    assert words.replace("\u00a0", " ") == said


def test_the_table_has_every_point_of_every_run(measured: list[dict[int, MeasuredCurve]]) -> None:
    table = long_table(["one", "two"], CONFIGS, measured)
    points = [of_it[2].curve.games.size for of_it in measured]
    assert len(table) == len(SEEDS) * sum(points)
    assert list(table.columns) == [
        *("configuration", "setting_games", "setting_exploration", "setting_initial_value"),
        *("setting_symmetry", "seed", "games"),
        *("x_wins_vs_random", "x_draws_vs_random", "x_loses_vs_random"),
        *("o_wins_vs_random", "o_draws_vs_random", "o_loses_vs_random"),
        *("x_wins_at_worst", "x_draws_at_worst", "x_loses_at_worst"),
        *("o_wins_at_worst", "o_draws_at_worst", "o_loses_at_worst"),
        *("optimal_moves", "epsilon", "cannot_be_beaten"),
    ]
    for number, name in enumerate(("one", "two")):
        for seed in SEEDS:
            rows = table[(table.configuration == name) & (table.seed == seed)]
            curve = measured[number][seed].curve
            assert rows.setting_symmetry.tolist() == [CONFIGS[number].symmetry] * curve.games.size
            assert rows.setting_games.tolist() == [CONFIGS[number].games] * curve.games.size
            assert rows.games.tolist() == curve.games.tolist()
            assert rows.o_loses_at_worst.tolist() == curve.worst_case_as_o[:, 2].tolist()
            assert rows.cannot_be_beaten.tolist() == curve.unbeatable.tolist()
    assert not table.isna().to_numpy().any()
    assert isinstance(long_table(["one", "two"], CONFIGS, [{}, {}]), pd.DataFrame)
