from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import ttt_core as ttt
from ttt_core.learning.curve import LearningCurve, learning_curve, learning_curves
from ttt_ui.shared.wording import percent
from ttt_ui.train.curves import MEANINGS, SERIES, Beside
from ttt_ui.train.curves import learning_figure as plain_figure

CONFIG = ttt.TrainingConfig(games=50_000, backward=True)


def learning_figure(*args: Any, **options: Any) -> go.Figure:
    """Draw it as an object of Plotly's, which refuses what it does not know."""
    return go.Figure(plain_figure(*args, **options))


@pytest.fixture(scope="module")
def curve() -> LearningCurve:
    return learning_curve(CONFIG, [0, 1, 10, 100, 1_000, 10_000, 30_000, 50_000])


@pytest.mark.parametrize("label", list(SERIES))
def test_a_line_shows_the_values_of_the_curve(curve: LearningCurve, label: str) -> None:
    figure = learning_figure(curve, [label], log=False)
    line = figure.data[0]
    assert line.name == label
    assert list(line.x) == curve.games.tolist()
    assert list(line.y) == SERIES[label].of(curve).tolist()


def test_labels_say_which_figure_it_is(curve: LearningCurve) -> None:
    shown = {label: series.of(curve)[-1] for label, series in SERIES.items()}
    assert shown["X wins vs random"] == curve.vs_random_as_x[-1, 0]
    assert shown["O draws vs random"] == curve.vs_random_as_o[-1, 1]
    assert shown["X draws at worst"] == curve.worst_case_as_x[-1, 1]
    assert shown["O loses at worst"] == curve.worst_case_as_o[-1, 2]
    assert shown["Optimal moves"] == curve.optimal_share[-1]
    assert shown["ε"] == curve.epsilon[-1]


def test_no_two_lines_differ_by_colour_alone() -> None:
    for one, other in combinations(SERIES.values(), 2):
        assert (one.dash, one.marker, one.width) != (other.dash, other.marker, other.width)


def test_together_in_the_order_asked_for(curve: LearningCurve) -> None:
    figure = learning_figure(curve, list(SERIES), log=False)
    assert [trace.name for trace in figure.data[: len(SERIES)]] == list(SERIES)
    assert figure.layout.legend.orientation == "h"
    assert figure.layout.legend.y < 0


def test_a_logarithmic_axis_leaves_out_game_zero(curve: LearningCurve) -> None:
    figure = learning_figure(curve, ["ε"], log=True)
    assert figure.layout.xaxis.type == "log"
    assert list(figure.data[0].x) == curve.games[1:].tolist()
    assert list(figure.data[0].y) == curve.epsilon[1:].tolist()


@pytest.mark.parametrize("log", [False, True])
def test_the_game_from_which_it_cannot_be_beaten_is_marked(curve: LearningCurve, log: bool) -> None:
    since = curve.unbeatable_from
    assert since is not None
    mark = learning_figure(curve, ["ε"], log=log, since=since).data[-1]
    assert list(mark.x) == [since, since]
    assert mark.name == f"Cannot be beaten from game {since:,} on"


def test_there_is_no_mark_where_it_can_be_beaten() -> None:
    beatable = learning_curve(ttt.TrainingConfig(games=50))
    assert beatable.unbeatable_from is None
    assert len(learning_figure(beatable, ["ε"], log=False).data) == 1


@pytest.mark.parametrize("log", [False, True])
def test_the_band_reaches_from_the_lowest_to_the_highest_seed(log: bool) -> None:
    curves = learning_curves(CONFIG, range(1, 5), [0, 10, 100, 1_000, 50_000])
    chosen = ["O loses at worst", "Optimal moves"]
    figure = learning_figure(curves[0], chosen, log=log, band=curves)
    low, high = figure.data[2], figure.data[3]
    values = np.array([curve.optimal_share for curve in curves])[:, int(log) :]
    assert list(low.y) == values.min(axis=0).tolist()
    assert list(high.y) == values.max(axis=0).tolist()
    assert list(high.x) == curves[0].games[int(log) :].tolist()
    assert high.fill == "tonexty"
    assert not high.showlegend
    assert [trace.name for trace in figure.data[4:6]] == chosen


def test_a_ghost_is_drawn_beneath_under_one_name(curve: LearningCurve) -> None:
    then = learning_curve(replace(CONFIG, gamma=0.3), [0, 10, 50_000])
    chosen = ["O loses at worst", "Optimal moves"]
    previous_run = Beside(curve=then, name="γ 0.3")
    figure = learning_figure(curve, chosen, log=True, previous_run=previous_run)
    *drawn, legend, first, second = figure.data
    assert [trace.name for trace in (first, second)] == chosen
    assert [trace.name for trace in drawn] == [f"{label}, γ 0.3" for label in chosen]
    for label, trace in zip(chosen, drawn, strict=True):
        assert list(trace.x) == [10, 50_000]
        assert list(trace.y) == SERIES[label].of(then)[1:].tolist()
        assert trace.line.dash == SERIES[label].dash
        assert trace.line.width < SERIES[label].width
        assert trace.legendgroup == legend.legendgroup
        assert not trace.showlegend
    assert legend.name == "Before: γ 0.3"


@pytest.mark.parametrize("log", [False, True])
def test_the_moment_of_the_time_machine_is_marked(curve: LearningCurve, log: bool) -> None:
    mark = learning_figure(curve, ["ε"], log=log, moment=0).data[-1]
    assert list(mark.x) == [int(log)] * 2
    assert mark.name == "Time machine, after 0 games"


def test_a_line_has_one_name_in_all_figures(curve: LearningCurve) -> None:
    """So that a line that was hidden stays hidden, whatever else is drawn."""
    previous_run = Beside(curve=curve, name="γ 0.3")
    plain = learning_figure(curve, list(SERIES), log=True)
    full = learning_figure(
        curve, list(SERIES), log=True, since=10, moment=100, previous_run=previous_run, band=[curve]
    )
    names = [trace.meta for trace in full.data]
    assert len(set(names)) == len(names)
    assert {trace.meta: trace.name for trace in plain.data}.items() <= {
        trace.meta: trace.name for trace in full.data
    }.items()
    assert plain.layout.uirevision == full.layout.uirevision


def test_percentages_are_written_one_way(curve: LearningCurve) -> None:
    figure = learning_figure(curve, ["X wins vs random"], log=False)
    (line,) = figure.data
    assert list(line.text) == [percent(share) for share in line.y]
    assert line.hovertemplate == "%{text}"
    assert list(figure.layout.yaxis.ticktext)[:2] == ["0%", "20%"]
    assert figure.layout.yaxis.title.text


def test_the_words_that_need_a_sentence_have_one() -> None:
    assert all(any(word in label for label in SERIES) for word in MEANINGS)
