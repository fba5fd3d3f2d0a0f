"""The heatmap: a cell with a number has a colour, any other has a sign."""

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest
from plotly.colors import sample_colorscale, unlabel_rgb

import ttt_core as ttt
from ttt_ui.compare.measuring.heatmap import SIGNS, cells_of, sweep_figure
from ttt_ui.compare.measuring.plan import Axis, Plan
from ttt_ui.compare.measuring.state import Measuring
from ttt_ui.visit.limits import MAX_SWEEP_VALUES

SHARES = Plan(
    ttt.TrainingConfig(games=600),
    Axis("random_share", 0, 1, 3),
    Axis("minimax_share", 0, 0.75, 4),
    "wins_as_x",
    seeds=2,
)
GAMES = Plan(
    ttt.TrainingConfig(games=600),
    Axis("alpha", 0.1, 1, 3),
    Axis("gamma", 0.5, 1, 2),
    seeds=2,
)


def found(plan: Plan, *values: tuple[float, float]) -> Measuring:
    """Return a sweep whose first points have these values for their two seeds."""
    results = np.ravel(values).tolist()
    return Measuring(plan, plan.sweep(), {run: (value,) for run, value in enumerate(results)})


def places(figure: dict[str, object], sign: str) -> list[tuple[float, float]]:
    traces = {trace["meta"]: trace for trace in figure["data"]}  # type: ignore[attr-defined]
    trace = traces[sign]
    assert traces[f"legend for {sign}"]["showlegend"] == bool(trace["x"])
    return list(zip(trace["x"], trace["y"], strict=True))


def test_every_cell_has_a_colour_or_a_sign() -> None:
    nan = np.nan
    figure = sweep_figure(cells_of(found(GAMES, (100, 100), (nan, 1_000), (nan, nan), (10, 30))))
    assert go.Figure(figure)
    values, blank = figure["data"][:2]
    assert values["z"] == [[2.0, 3.0, None], [np.log10(20), None, None]]
    assert (values["zmin"], values["zmax"]) == pytest.approx((np.log10(60), np.log10(600)))
    assert values["reversescale"]  # fewer games are better, and bright
    assert blank["z"] == [[None, None, 1.0], [None, 0.0, 0.0]]
    assert places(figure, "some") == [
        (pytest.approx(1.36), 0.36)
    ]  # in the corner, not on the number
    assert places(figure, "all") == [(2, 0)]
    assert places(figure, "pending") == [(1, 1), (2, 1)]
    assert places(figure, "skipped") == []
    texts = np.where(np.array(values["text"]) == "", blank["text"], values["text"])
    assert texts[0, 1] == (
        "Learning rate α 0.55<br>Discount factor γ 0.5<br>"
        "1,000 games, mean of the seeds that became unbeatable (1 of 2)"
    )
    assert all(texts.ravel())


def test_values_that_cannot_be_combined_are_skipped() -> None:
    figure = sweep_figure(cells_of(found(SHARES, (0.5, 0.75))))
    assert places(figure, "skipped") == [(2, 1), (2, 2), (1, 3), (2, 3)]
    assert len(places(figure, "pending")) == 12 - 4 - 1
    values = figure["data"][0]
    assert values["z"][0] == [0.625, None, None]
    assert values["zmin"] == pytest.approx(737 / 1260)  # the random player's
    assert values["zmax"] == 1
    assert not values["reversescale"]
    assert "Skipped: these two values cannot be combined" in figure["data"][1]["text"][3][2]


@pytest.mark.parametrize("plan", [SHARES, GAMES, replace(SHARES, measure="worst_case_as_o")])
def test_a_cell_keeps_its_colour_while_results_come_in(plan: Plan) -> None:
    first, *_, last = (
        sweep_figure(cells_of(found(plan, *results)))["data"][0]
        for results in ([(0.5, 0.75)], [(0.5, 0.75), (0.0, 0.0), (1.0, 1.0)])
    )
    assert first["z"][0][0] == last["z"][0][0]
    assert (first["zmin"], first["zmax"]) == (last["zmin"], last["zmax"])


def test_a_sweep_over_games_has_room_for_the_largest_number() -> None:
    plan = Plan(
        ttt.TrainingConfig(games=600),
        Axis("games", 500, 20_000, 3, by_factor=True),
        Axis("gamma", 0.5, 1, 2),
    )
    values = sweep_figure(cells_of(Measuring(plan, plan.sweep())))["data"][0]
    assert (values["zmin"], values["zmax"]) == pytest.approx((2, np.log10(20_000)))


def test_a_sweep_without_results_has_a_figure() -> None:
    figure = sweep_figure(cells_of(Measuring(GAMES, GAMES.sweep())))
    assert len(places(figure, "pending")) == 6
    assert not figure["data"][0]["showscale"]
    assert len(figure["data"]) == 2 + 2 * len(SIGNS) + 1


def test_every_cell_shows_its_number_if_there_is_room() -> None:
    numbers = sweep_figure(cells_of(found(SHARES, (0.5, 0.75))))["data"][-1]
    assert (numbers["x"], numbers["y"], numbers["text"]) == ([0], [0], ["62%"])
    wide = Plan(ttt.TrainingConfig(games=600), Axis("alpha", 0.1, 1, 11), Axis("gamma", 0.5, 1, 2))
    assert sweep_figure(cells_of(found(wide, (100, 100))))["data"][-1]["text"] == []


def luminance(red: int, green: int, blue: int) -> float:
    shares = np.array([red, green, blue]) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


@pytest.mark.parametrize("measure", ["wins_as_x", "worst_case_as_x"])
def test_every_number_stands_out_from_its_cell(measure: str) -> None:
    axes = Axis("alpha", 0.1, 1, 10), Axis("gamma", 0.5, 1, 2)
    plan = Plan(ttt.TrainingConfig(games=600), *axes, measure, seeds=2)
    figure = sweep_figure(
        cells_of(found(plan, *((share, share) for share in np.linspace(0, 1, 20))))
    )
    scale, numbers = figure["data"][0], figure["data"][-1]
    inks = {"#000000": 0.0, "#FFFFFF": 1.0}
    assert set(numbers["textfont"]["color"]) == set(inks)
    for row, column, ink in zip(
        numbers["y"], numbers["x"], numbers["textfont"]["color"], strict=True
    ):
        place = (scale["z"][row][column] - scale["zmin"]) / (scale["zmax"] - scale["zmin"])
        place = min(max(place, 0), 1)
        place = 1 - place if scale["reversescale"] else place
        ground = luminance(*unlabel_rgb(sample_colorscale(scale["colorscale"], [place])[0]))
        lighter, darker = max(ground, inks[ink]), min(ground, inks[ink])
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_the_labels_of_many_values_do_not_crowd() -> None:
    many = MAX_SWEEP_VALUES
    plan = Plan(GAMES.base, Axis("alpha", 0.1, 1, many), Axis("gamma", 0, 1, many))
    layout = sweep_figure(cells_of(Measuring(plan, plan.sweep())))["layout"]
    assert len(layout["xaxis"]["ticktext"]) <= 6
    assert len(layout["yaxis"]["ticktext"]) <= 12
    assert layout["xaxis"]["ticktext"][0] == "0.1"
