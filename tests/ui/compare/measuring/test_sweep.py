"""A sweep's runs, file and figures: they are the engine's, and a wall has the same plan."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from plotly.colors import sample_colorscale, unlabel_rgb

import ttt_core as ttt
from tests.ui.support import finish
from ttt_core.game import N_OPEN
from ttt_core.learning import measured_fronts
from ttt_core.tools import sweep as tool
from ttt_ui.browser_storage.parts import sweep_from_part, sweep_to_part
from ttt_ui.compare.measuring.heatmap import (
    COLUMNS,
    cells_of,
    games_of,
    sweep_figure,
    tile_of,
    wall_figure,
)
from ttt_ui.compare.measuring.plan import Axis, Plan, rules_axis
from ttt_ui.compare.measuring.state import Measuring, number_of
from ttt_ui.drawing.fronts import whole_percent
from ttt_ui.runs import kept_results
from ttt_ui.visit.limits import MAX_SWEEP_VALUES, MAX_WALL_RUNS, LimitError

SMALL = Plan(
    ttt.TrainingConfig(games=600, backward=True, seed=3),
    Axis("alpha", 0.1, 1, 3),
    Axis("gamma", 0.5, 1, 2),
    seeds=2,
)


def measured(plan: Plan) -> Measuring:
    measuring = Measuring(plan)
    finish(measuring.go_on())
    assert measuring.finished
    return measuring


def numbers_of(measuring: Measuring) -> list[float]:
    return [*map(number_of, measuring.results.values())]


@pytest.mark.usefixtures("session_state")
def test_it_measures_and_writes_what_the_command_does(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    measuring = measured(SMALL)
    expected = ttt.measure_sweep(SMALL.sweep())["unbeatable_from"]
    np.testing.assert_array_equal(numbers_of(measuring), expected)
    assert expected.isna().any()
    tool.main(SMALL.command.split()[1:])
    by_command = (tmp_path / "sweep.csv").read_text("ascii").splitlines(keepends=True)
    ours = measuring.csv().splitlines(keepends=True)
    assert ours[0] == by_command[0]
    assert sorted(ours) == sorted(by_command)
    kept_results.clear()  # type: ignore[attr-defined]
    results = measuring.results.items()
    some = Measuring(SMALL, {run: one for run, one in results if run not in (1, 4, 5, 9)}).csv()
    assert some.count("\n") == len(ours) - 4
    assert capsys.readouterr().out


def test_a_cell_has_its_configuration() -> None:
    plan = Plan(
        ttt.TrainingConfig(games=50, seed=3),
        Axis("random_share", 0, 1, 3),
        Axis("minimax_share", 0, 1, 2),
        "wins_as_x",
    )
    measuring = Measuring(plan)
    for across, random_share in enumerate((0, 0.5, 1)):
        config = measuring.config(across, 0)
        assert config == replace(plan.base, random_share=random_share)
    assert measuring.config(0, 1) == replace(plan.base, minimax_share=1.0)
    for nowhere in ((1, 1), (2, 1), (3, 0), (0, 2), (-1, 0), (0, -1), (10**40, 0)):
        assert measuring.config(*nowhere) is None


def test_the_means_are_over_the_measured_seeds() -> None:
    everything = [100.0, 300.0, np.nan, 500.0, np.nan, np.nan, 7.0, None, 8.0, 9.0]
    results = {run: (value,) for run, value in enumerate(everything) if value is not None}
    # Two seeds: a run of each in every cell.
    cells = cells_of(Measuring(SMALL, results))
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


# The heatmap: a cell with a number has a colour, any other has a sign

SHARES = Plan(
    ttt.TrainingConfig(games=600),
    Axis("random_share", 0, 1, 3),
    Axis("minimax_share", 0, 0.75, 4),
    "wins_as_x",
    seeds=2,
)


def found(plan: Plan, *values: tuple[float, float]) -> Measuring:
    """Return a sweep whose first points have these values for their two seeds."""
    return Measuring(plan, {run: (value,) for run, value in enumerate(np.ravel(values).tolist())})


def figure_of(plan: Plan, *values: tuple[float, float]) -> dict[str, Any]:
    return sweep_figure(cells_of(found(plan, *values)))


def places(figure: dict[str, Any], sign: str) -> list[tuple[float, float]]:
    traces = {trace["meta"]: trace for trace in figure["data"]}
    trace = traces[sign]
    assert traces[f"legend for {sign}"]["showlegend"] == bool(trace["x"])
    return list(zip(trace["x"], trace["y"], strict=True))


def test_every_cell_has_a_colour_or_a_sign() -> None:
    nan = np.nan
    figure = figure_of(SMALL, (100, 100), (nan, 1_000), (nan, nan), (10, 30))
    assert go.Figure(figure)
    values, blank = figure["data"][:2]
    assert values["z"] == [[2.0, 3.0, None], [np.log10(20), None, None]]
    assert (values["zmin"], values["zmax"]) == pytest.approx((np.log10(60), np.log10(600)))
    assert values["reversescale"]  # fewer games are better, and bright
    assert blank["z"] == [[None, None, 1.0], [None, 0.0, 0.0]]
    in_the_corner = (pytest.approx(1.36), 0.36)  # not on the number
    assert places(figure, "some") == [in_the_corner]
    assert places(figure, "all") == [(2, 0)]
    assert places(figure, "pending") == [(1, 1), (2, 1)]
    assert places(figure, "skipped") == []
    texts = np.where(np.array(values["text"]) == "", blank["text"], values["text"])
    assert texts[0, 1] == (
        "Learning rate α 0.55<br>Discount factor γ 0.5<br>"
        "1,000 games, mean of the seeds that became unbeatable (1 of 2)"
    )
    assert all(texts.ravel())
    nothing_yet = figure_of(SMALL)
    assert len(places(nothing_yet, "pending")) == 6
    assert not nothing_yet["data"][0]["showscale"]


def test_values_that_cannot_be_combined_are_skipped() -> None:
    figure = figure_of(SHARES, (0.5, 0.75))
    assert places(figure, "skipped") == [(2, 1), (2, 2), (1, 3), (2, 3)]
    assert len(places(figure, "pending")) == 12 - 4 - 1
    values = figure["data"][0]
    assert values["z"][0] == [0.625, None, None]
    assert values["zmin"] == pytest.approx(737 / 1260)  # the random player's
    assert values["zmax"] == 1
    assert not values["reversescale"]
    assert "Skipped: these two values cannot be combined" in figure["data"][1]["text"][3][2]


@pytest.mark.parametrize("plan", [SHARES, SMALL, replace(SHARES, measure="worst_case_as_o")])
def test_a_cell_keeps_its_colour_while_results_come_in(plan: Plan) -> None:
    first = figure_of(plan, (0.5, 0.75))["data"][0]
    last = figure_of(plan, (0.5, 0.75), (0.0, 0.0), (1.0, 1.0))["data"][0]
    assert first["z"][0][0] == last["z"][0][0]
    assert (first["zmin"], first["zmax"]) == (last["zmin"], last["zmax"])


def test_a_sweep_over_games_has_room_for_the_largest_number() -> None:
    plan = replace(SMALL, across=Axis("games", 500, 20_000, 3, by_factor=True))
    values = figure_of(plan)["data"][0]
    assert (values["zmin"], values["zmax"]) == pytest.approx((2, np.log10(20_000)))


def test_every_cell_shows_its_number_if_there_is_room() -> None:
    numbers = figure_of(SHARES, (0.5, 0.75))["data"][-1]
    assert (numbers["x"], numbers["y"], numbers["text"]) == ([0], [0], ["62%"])
    wide = replace(SMALL, across=Axis("alpha", 0.1, 1, 11))
    assert figure_of(wide, (100, 100))["data"][-1]["text"] == []


def luminance(red: int, green: int, blue: int) -> float:
    shares = np.array([red, green, blue]) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


@pytest.mark.parametrize("measure", ["wins_as_x", "worst_case_as_x"])
def test_every_number_stands_out_from_its_cell(measure: str) -> None:
    plan = replace(SMALL, across=Axis("alpha", 0.1, 1, 10), measure=measure)
    figure = figure_of(plan, *((share, share) for share in np.linspace(0, 1, 20)))
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
    plan = Plan(SMALL.base, Axis("alpha", 0.1, 1, many), Axis("gamma", 0, 1, many))
    layout = figure_of(plan)["layout"]
    assert len(layout["xaxis"]["ticktext"]) <= 6
    assert len(layout["yaxis"]["ticktext"]) <= 12
    assert layout["xaxis"]["ticktext"][0] == "0.1"


# The wall: a tile of fronts for each combination

PLAN = Plan(
    replace(ttt.PRESETS["Default"], seed=0, games=5_000),
    Axis("random_share", 0, 1, 2),
    Axis("minimax_share", 0, 1, 2),
    "fronts",
    seeds=2,
)
"""Two of the values cannot be combined. With the first two, both seeds become unbeatable."""


@pytest.fixture(scope="module")
def measuring() -> Measuring:
    measuring = Measuring(PLAN)
    measured = {run: measured_fronts(one, lambda _: None) for run, one in enumerate(PLAN.sweep())}
    measuring._results.update(measured)
    return measuring


def test_a_tile_has_the_fronts_of_the_engine() -> None:
    games = np.array([1, 2, 60, 5_000, 6_000])
    tile = tile_of(measured_fronts(PLAN.base, lambda _: None), games)
    expected = ttt.fronts(PLAN.base)
    for column, number in enumerate(games[:4]):
        point = np.flatnonzero(expected.games <= number)[-1]
        np.testing.assert_array_equal(tile[:, column], expected.played_right[point])
    assert np.isnan(tile[:, 4]).all()  # the run has ended


def test_the_wall_shows_the_means_over_the_seeds_from_seven_marks_up(measuring: Measuring) -> None:
    figure = wall_figure(measuring, cells_of(measuring))
    assert go.Figure(figure)
    picture, tiles, ticks = figure["data"][:3]
    shares = np.array(picture["z"], float)
    assert shares.shape == (2 * 8 - 1, 2 * (COLUMNS + 1) - 1)
    for row, column in ((0, 0), (0, 1), (1, 0)):
        config = replace(PLAN.base, random_share=float(column), minimax_share=float(row))
        tile = shares[8 * row : 8 * row + 7, 21 * column : 21 * column + COLUMNS]
        expected = ttt.fronts(config, seeds=(0, 1)).played_right
        np.testing.assert_array_equal(tile[::-1, 0], whole_percent(expected[1]))
        np.testing.assert_array_equal(tile[::-1, -1], whole_percent(expected[-1]))
    assert np.isnan(shares[8:, 21:]).all()
    assert np.isnan(shares[7]).all()
    for name, number, step in (("x", 2 * (COLUMNS + 1) - 1, 21), ("y", 2 * 8 - 1, 8)):
        places = picture[f"{name}0"] + picture[f"d{name}"] * np.arange(number)
        middles = [places[first : first + step - 1].mean() for first in (0, step)]
        assert middles == pytest.approx([0, 1])  # where a click finds the cells
    assert tiles["text"][0][1].startswith("Share vs random 1<br>Share vs perfect play 0<br>At")
    assert ticks["text"] == ["✓"]
    assert (round(*ticks["x"]), round(*ticks["y"])) == (0, 0)
    (skipped,) = (trace for trace in figure["data"] if trace.get("meta") == "skipped")
    assert (skipped["x"], skipped["y"]) == ([1], [1])


def test_it_has_the_numbers_and_the_file_of_a_sweep(measuring: Measuring) -> None:
    numbers = replace(PLAN, measure="unbeatable_from")
    assert PLAN.command == numbers.command
    sweep = ttt.measure_sweep(numbers.sweep())
    np.testing.assert_array_equal(numbers_of(measuring), sweep["unbeatable_from"])
    known = {run: (value,) for run, value in enumerate(sweep["unbeatable_from"])}
    assert measuring.csv() == Measuring(numbers, known).csv()
    marks = [9 - board.count("-") for board in ttt.boards()[:N_OPEN]]
    there_are = np.bincount(marks, minlength=9)[1:8]
    right = ttt.fronts(PLAN.base, seeds=(0, 1)).played_right[-1] @ there_are / there_are.sum()
    said = cells_of(measuring).in_words(0, 0)
    assert said.startswith(f"At the end, {right:.1%} of positions played right; ")
    assert said.endswith(" unbeatable with 2 of 2 seeds")


def test_rules_are_read_downwards_beside_their_tiles() -> None:
    base = ttt.TrainingConfig(games=500)
    plan = replace(PLAN, base=base, up=rules_axis(("q-learning", "matchboxes")), seeds=1)
    measuring = Measuring(plan)
    figure = wall_figure(measuring, cells_of(measuring))
    assert figure["layout"]["yaxis"]["ticktext"] == ["Matchboxes", "Q-learning"]
    assert figure["data"][2]["x"] == []  # no tick before anything is measured
    assert measuring.config(0, 0) == replace(base, rule="matchboxes")


def test_runs_of_different_length_share_their_columns() -> None:
    plan = replace(PLAN, across=Axis("games", 500, 4_000, 2))
    games = games_of(Measuring(plan))
    assert (games[0], games[-1], games.size) == (1, 4_000, COLUMNS)


def test_a_wall_has_a_limit_and_is_not_kept_by_a_browser(measuring: Measuring) -> None:
    large = replace(PLAN, across=Axis("alpha", 0.1, 1, 30), up=Axis("gamma", 0.1, 1, 30))
    with pytest.raises(LimitError, match=f"up to {MAX_WALL_RUNS} training runs, not 1,800"):
        large.sweep()
    kept_results.clear()  # type: ignore[attr-defined]
    restored = sweep_from_part(sweep_to_part(measuring))
    assert restored.plan == PLAN
    assert restored.is_restored
    assert not restored.results
