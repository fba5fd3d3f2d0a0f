"""The wall: a tile of fronts for each combination, from the same plan, runs and file as a sweep."""

from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import click, come_by_link, finish, kept_in, run, until
from ttt_core.game import N_OPEN
from ttt_core.learning import measured_fronts
from ttt_ui.browser_storage.parts import sweep_from_part, sweep_to_part
from ttt_ui.compare.measuring.heatmap import COLUMNS, cells_of, games_of, tile_of, wall_figure
from ttt_ui.compare.measuring.plan import Axis, Plan, rules_axis
from ttt_ui.compare.measuring.state import Measuring, SweepState
from ttt_ui.drawing.fronts import whole_percent
from ttt_ui.runs import kept_results
from ttt_ui.visit.limits import MAX_WALL_RUNS, LimitError

PLAN = Plan(
    ttt.TrainingConfig(games=2_000, seed=3),
    Axis("random_share", 0, 1, 2),
    Axis("minimax_share", 0, 1, 2),
    "fronts",
    seeds=2,
)
"""Two of the values cannot be combined."""


@pytest.fixture
def measuring(session_state: dict[str, Any]) -> Measuring:
    measuring = Measuring(PLAN, PLAN.sweep())
    finish(measuring.runs.go_on())
    assert measuring.done.all()
    return measuring


def test_a_tile_has_the_fronts_of_the_engine() -> None:
    config = ttt.TrainingConfig(games=2_000, seed=3)
    games = np.array([1, 2, 60, 2_000, 3_000])
    tile = tile_of(measured_fronts(config, lambda _: None), games)
    expected = ttt.fronts(config)
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
        expected = ttt.fronts(config, seeds=(3, 4)).played_right
        np.testing.assert_array_equal(tile[::-1, 0], whole_percent(expected[1]))
        np.testing.assert_array_equal(tile[::-1, -1], whole_percent(expected[-1]))
    assert np.isnan(shares[8:, 21:]).all()
    assert np.isnan(shares[7]).all()
    for name, number, step in (("x", 2 * (COLUMNS + 1) - 1, 21), ("y", 2 * 8 - 1, 8)):
        places = picture[f"{name}0"] + picture[f"d{name}"] * np.arange(number)
        middles = [places[first : first + step - 1].mean() for first in (0, step)]
        assert middles == pytest.approx([0, 1])  # where a click finds the cells
    assert tiles["text"][0][1].startswith("Share vs random 1<br>Share vs perfect play 0<br>At")
    assert ticks["text"] == ["✓"] * len(ticks["x"])
    (skipped,) = (trace for trace in figure["data"] if trace.get("meta") == "skipped")
    assert (skipped["x"], skipped["y"]) == ([1], [1])


def test_it_has_the_numbers_and_the_file_of_a_sweep(measuring: Measuring) -> None:
    numbers = replace(PLAN, measure="unbeatable_from")
    assert PLAN.command == numbers.command
    sweep = ttt.measure_sweep(numbers.sweep())
    np.testing.assert_array_equal(measuring.values, sweep["unbeatable_from"])
    known = {run: (value,) for run, value in enumerate(sweep["unbeatable_from"])}
    assert measuring.csv() == Measuring(numbers, numbers.sweep(), known).csv()
    marks = [9 - board.count("-") for board in ttt.boards()[:N_OPEN]]
    there_are = np.bincount(marks, minlength=9)[1:8]
    right = ttt.fronts(PLAN.base, seeds=(3, 4)).played_right[-1] @ there_are / there_are.sum()
    unbeatable = int(np.isfinite(measuring.values[:2]).sum())
    said = cells_of(measuring).in_words(0, 0)
    assert said.startswith(f"At the end, {right:.1%} of positions played right; ")
    assert said.endswith(f" unbeatable with {unbeatable} of 2 seeds")


def test_a_tick_says_that_every_seed_is_unbeatable(session_state: dict[str, Any]) -> None:
    plan = replace(PLAN, base=replace(ttt.PRESETS["Default"], seed=0))
    plan = replace(plan, across=Axis("gamma", 0, 0.9, 2), up=Axis("alpha", 0.4, 0.5, 2), seeds=1)
    measuring = Measuring(plan, plan.sweep())
    cells = cells_of(measuring)
    assert wall_figure(measuring, cells)["data"][2]["x"] == []
    finish(measuring.runs.go_on())
    ticks = wall_figure(measuring, cells_of(measuring))["data"][2]
    assert [round(x) for x in ticks["x"]] == [1, 1]
    assert [round(y) for y in ticks["y"]] == [0, 1]


def test_rules_are_read_downwards_beside_their_tiles(session_state: dict[str, Any]) -> None:
    plan = replace(PLAN, up=rules_axis(("q-learning", "matchboxes")), seeds=1)
    measuring = Measuring(plan, plan.sweep())
    figure = wall_figure(measuring, cells_of(measuring))
    assert figure["layout"]["yaxis"]["ticktext"] == ["Matchboxes", "Q-learning"]
    config = measuring.config(0, 0)
    assert config == replace(PLAN.base, rule="matchboxes")


def test_runs_of_different_length_share_their_columns() -> None:
    plan = replace(PLAN, across=Axis("games", 500, 4_000, 2))
    games = games_of(Measuring(plan, plan.sweep()))
    assert (games[0], games[-1], games.size) == (1, 4_000, COLUMNS)


def test_a_wall_has_a_limit_and_is_not_kept_by_a_browser(measuring: Measuring) -> None:
    large = replace(PLAN, across=Axis("alpha", 0.1, 1, 30), up=Axis("gamma", 0.1, 1, 30))
    with pytest.raises(LimitError, match=f"up to {MAX_WALL_RUNS} training runs, not 1,800"):
        large.sweep()
    kept_results.clear()  # type: ignore[attr-defined]
    restored = sweep_from_part(sweep_to_part(measuring))
    assert restored.plan == PLAN
    assert restored.is_restored
    assert not restored.runs.results


@pytest.mark.slow
def test_a_link_opens_a_wall() -> None:
    def measuring(app: AppTest) -> Measuring:
        found = kept_in(app, SweepState).measuring
        assert found is not None
        return found

    app = come_by_link(
        "compare",
        **{"view": "sweep", "across": "epsilon:0.1:1:2", "up": "gamma:0:1:2", "seeds": "1"},
        **{"measure": "fronts", "base.games": "300"},
    )
    assert kept_in(app, SweepState).plan.is_wall
    click(app, "Start the sweep")
    until(lambda: measuring(app).runs.finished)
    run(app)
    said = "\n".join(element.value for element in [*app.caption, *app.markdown])
    assert "Each tile shows boards with 1 mark (top)" in said
    assert "of positions played right; unbeatable with 0 of 1 seed." in said
