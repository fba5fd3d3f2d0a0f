import re
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import ttt_core as ttt
from ttt_core.learning.curve import LearningCurve, MeasuredRun, learning_curve, learning_curves
from ttt_ui.train.curves import OTHERS, SERIES
from ttt_ui.train.curves import learning_figure as plain_figure
from ttt_ui.wording import percent

CONFIG = ttt.TrainingConfig(games=50_000, backward=True)


def learning_figure(*args: Any, **options: Any) -> go.Figure:
    """Draw the curve and the strip as a Plotly object, which rejects unknown properties."""
    drawn = plain_figure(*args, **options)
    go.Figure(drawn)
    drawn["data"] = [trace for trace in drawn["data"] if "fronts" not in trace["meta"]]
    notes = drawn["layout"]["annotations"]
    rest = slice(-4, -1)  # what the axis counts, a title of the fronts, and where their rows end
    assert notes[rest][1]["text"].startswith("Positions played right")
    del notes[rest]
    return go.Figure(drawn)


@pytest.fixture(scope="module")
def curve() -> LearningCurve:
    return learning_curve(CONFIG, [0, 1, 10, 100, 1_000, 10_000, 30_000, 50_000])


@pytest.mark.parametrize("log", [False, True])
def test_lines_show_the_values_of_the_curve_in_the_order_in_which_they_are_chosen(
    curve: LearningCurve, *, log: bool
) -> None:
    figure = learning_figure(curve, list(SERIES), log=log)
    shown = slice(int(log), None)  # a logarithmic axis has no 0
    for line, (name, series) in zip(figure.data[1:], SERIES.items(), strict=True):
        assert (series.name, line.meta, line.name) == (name, name, series.label)
        assert list(line.x) == curve.games[shown].tolist()
        assert list(line.y) == series.of(curve)[shown].round(4).tolist()
        assert list(line.text) == [percent(share) for share in series.of(curve)[shown]]
        assert line.hovertemplate == "%{text}"
    assert list(figure.layout.yaxis.ticktext)[:2] == ["0%", "20%"]
    *notes, strip = figure.layout.annotations
    names = [re.sub("<.*> ", "", note.text) for note in notes]
    at_ends = [  # with the opponent, since there are two
        series.at_end if series.name in OTHERS else series.label for series in SERIES.values()
    ]
    assert sorted(names) == sorted(at_ends)
    assert strip.text.endswith("unbeatable")
    places = [note.y for note in notes]
    assert min(np.diff(places)) >= 0.068 - 1e-9  # the height of a name
    assert min(places) >= 0  # above the name of the strip
    assert max(places) <= 1


def test_labels_name_the_figure(curve: LearningCurve) -> None:
    shown = {series.label: series.of(curve)[-1] for series in SERIES.values()}
    assert len(shown) == len(SERIES)
    assert shown["X wins vs random"] == curve.vs_random_as_x[-1, 0]
    assert shown["O draws vs random"] == curve.vs_random_as_o[-1, 1]
    assert shown["X draws, worst case"] == curve.worst_case_as_x[-1, 1]
    assert shown["O loses, worst case"] == curve.worst_case_as_o[-1, 2]
    assert shown["Optimal moves"] == curve.optimal_share[-1]
    assert shown["ε"] == curve.epsilon[-1]


def test_no_two_lines_differ_by_colour_alone() -> None:
    looks = {(series.dash, series.marker, series.width) for series in SERIES.values()}
    assert len(looks) == len(SERIES)


@pytest.mark.parametrize(
    ("chosen", "share", "second"),
    [
        (["x-wins-vs-random", "o-loses-vs-random"], "Against a random player", None),
        (["x-loses-at-worst"], "Against its worst-case opponent", None),
        (["x-wins-vs-random", "x-loses-at-worst"], "Share of games", None),
        (["optimal-moves", "epsilon"], "Share of moves", None),
        (["o-wins-vs-random", "epsilon"], "Against a random player", "Share of moves"),
    ],
)
def test_an_axis_names_one_thing(
    curve: LearningCurve, chosen: list[str], share: str, second: str | None
) -> None:
    previous_run = ("γ 0.3", curve)
    figure = learning_figure(curve, chosen, log=True, previous_run=previous_run, band=[curve])
    assert figure.layout.yaxis.title.text == share
    assert ("yaxis3" in figure.layout) == (second is not None)
    assert second is None or figure.layout.yaxis3.title.text == second
    of_moves = {trace.meta for trace in figure.data if trace.yaxis == "y3"}
    assert of_moves == (
        {"epsilon", "previous epsilon", "lowest epsilon", "highest epsilon"} if second else set()
    )


def test_losses_of_a_policy_have_a_logarithmic_axis_and_their_last_values() -> None:
    config = ttt.TrainingConfig(rule="reinforce", games=3_000)
    rare = learning_curve(config, [0, 1_000, 3_000])
    longer = learning_curve(replace(config, games=20_000), [0, 20_000])
    figure = learning_figure(
        rare,
        ["x-loses-at-worst", "o-loses-vs-random"],
        log=True,
        moment=1_000,
        previous_run=("20,000 games", longer),
        log_losses=True,
    )
    axis, (*names, _) = figure.layout.yaxis, figure.layout.annotations
    as_x, as_o = rare.worst_case_as_x[1:, 2], rare.vs_random_as_o[1:, 2]
    assert axis.type == "log"
    least = min(*as_x, *as_o, longer.vs_random_as_o[-1, 2])
    assert axis.tickvals[0] <= least < 10 * axis.tickvals[0]
    assert list(axis.ticktext)[-2:] == ["0.1", "1"]
    assert {note.text.partition("> ")[2]: note.y for note in names} == {
        f"{name}: {losses[-1]:.2g}": pytest.approx(np.log10(losses[-1]), abs=0.05)
        for name, losses in (("X loses, worst case", as_x), ("O loses vs random", as_o))
    }
    *_, line, _, mark = figure.data
    assert list(line.text) == [f"{loss:.2g}" for loss in as_x]
    assert list(mark.y) == [axis.tickvals[0], 1]


def test_other_lines_and_an_agent_that_never_loses_have_a_linear_axis(curve: LearningCurve) -> None:
    for chosen in (["x-wins-vs-random", "x-loses-vs-random"], ["epsilon"], ["x-loses-at-worst"]):
        end = replace(curve, worst_case_as_x=np.zeros_like(curve.worst_case_as_x))
        figure = learning_figure(end, chosen, log=True, log_losses=True)
        assert figure.layout.yaxis.type is None
        assert len(figure.data) == 1 + len(chosen)


@pytest.mark.parametrize("log", [False, True])
def test_the_strip_shows_exactly_when_it_is_unbeatable(log: bool) -> None:
    run = MeasuredRun(CONFIG, points=[0, 1, 10, 100, 1_000, 50_000])
    run.play(CONFIG.games)
    since = run.standing.since
    assert since is not None
    strip = learning_figure(run.curve(), ["epsilon"], log=log, since=since).data[0]
    assert since in strip.x
    coloured = np.asarray(strip.z) != 0
    assert list(strip.y) == ["X", "O"]
    assert coloured[:, strip.x[:-1] >= since].all()
    full = abs(np.asarray(strip.z)) == 1
    assert not full[:, strip.x[1:] == since].all()
    assert not coloured[:, strip.x[1:] <= 10].any()


def test_the_strip_of_an_agent_that_is_beatable_to_the_end() -> None:
    beatable = learning_curve(ttt.TrainingConfig(games=50))
    assert beatable.unbeatable_from is None
    strip = learning_figure(beatable, ["epsilon"], log=False).data[0]
    assert (np.asarray(strip.z)[:, -1] == 0).any()
    assert strip.text[1][-1] == "0.0%"


@pytest.mark.parametrize("log", [False, True])
def test_the_band_spans_the_lowest_to_the_highest_seed(log: bool) -> None:
    curves = learning_curves(CONFIG, range(1, 5), [0, 10, 100, 1_000, 50_000])
    chosen = ["o-loses-at-worst", "optimal-moves"]
    figure = learning_figure(curves[0], chosen, log=log, band=curves)
    low, high = figure.data[3], figure.data[4]
    values = np.array([curve.optimal_share for curve in curves])[:, int(log) :]
    assert list(low.y) == values.min(axis=0).tolist()
    assert list(high.y) == values.max(axis=0).tolist()
    assert list(high.x) == curves[0].games[int(log) :].tolist()
    assert high.fill == "tonexty"
    assert not high.showlegend
    assert [trace.meta for trace in figure.data[5:7]] == chosen


def test_the_previous_run_is_drawn_beneath_under_one_name(curve: LearningCurve) -> None:
    then = learning_curve(replace(CONFIG, gamma=0.3, games=60_000), [0, 10, 60_000])
    chosen = ["o-loses-at-worst", "optimal-moves"]
    figure = learning_figure(curve, chosen, log=True, previous_run=("γ 0.3", then))
    _, *drawn, legend, first, second = figure.data
    assert [first.meta, second.meta] == chosen
    for name, trace in zip(chosen, drawn, strict=True):
        series = SERIES[name]
        assert trace.name == f"{series.label} (γ 0.3)"
        assert list(trace.x) == [10, 60_000]
        assert list(trace.y) == series.of(then)[1:].round(4).tolist()
        assert trace.line.dash == series.dash
        assert trace.line.width < series.width
        assert trace.legendgroup == legend.legendgroup
        assert not trace.showlegend
    assert legend.name == "Previous run: γ 0.3"
    at_ends = figure.layout.annotations[:-1]
    assert {note.x for note in at_ends} == {np.log10(curve.games[-1])}  # where its lines end


@pytest.mark.parametrize("log", [False, True])
def test_the_moment_of_the_time_machine_is_marked(curve: LearningCurve, log: bool) -> None:
    mark = learning_figure(curve, ["epsilon"], log=log, moment=0).data[-1]
    assert list(mark.x) == [int(log)] * 2
    assert mark.name == "After 0 games"


def test_a_line_has_the_same_name_in_all_figures(curve: LearningCurve) -> None:
    """So a hidden line stays hidden, whatever else is drawn."""
    previous_run = ("γ 0.3", curve)
    plain = learning_figure(curve, list(SERIES), log=True)
    full = learning_figure(
        curve, list(SERIES), log=True, since=10, moment=100, previous_run=previous_run, band=[curve]
    )
    names = [trace.meta for trace in full.data]
    assert len(set(names)) == len(names)
    assert not any("," in name for name in names)  # Plotly uses them in CSS selectors
    assert {trace.meta: trace.name for trace in plain.data}.items() <= {
        trace.meta: trace.name for trace in full.data
    }.items()
    assert plain.layout.uirevision == full.layout.uirevision
