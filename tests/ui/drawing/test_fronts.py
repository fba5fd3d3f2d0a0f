"""The fronts as a figure: what the engine counted, row by row, and the previous run beside it."""

import numpy as np
import plotly.graph_objects as go
import pytest

import ttt_core as ttt
from ttt_ui.drawing.fronts import (
    front_axis,
    front_rows,
    front_words,
    fronts_figure,
    fronts_in_words,
)

CONFIG = ttt.TrainingConfig(games=3_000, seed=1)
FRONTS = ttt.fronts(CONFIG, [0, 1, 100, 1_000, 3_000])
BEFORE = ttt.fronts(ttt.TrainingConfig(games=500, gamma=0.0), [0, 10, 500])


@pytest.mark.parametrize("log", [True, False])
def test_a_row_for_each_number_of_marks_with_the_opening_at_the_top(log: bool) -> None:
    layout = {"yaxis": front_axis((0, 1))}
    figure = go.Figure({"data": front_rows(FRONTS, log=log), "layout": layout})
    (rows,) = figure.data
    points = slice(int(log), None)
    assert list(rows.x) == FRONTS.games[points].tolist()
    assert np.array(rows.z).shape == (7, len(rows.x))
    assert (np.array(rows.z) == np.floor(100 * FRONTS.played_right[points].T + 1e-9)).all()
    assert figure.layout.yaxis.range == (7.5, 0.5)
    assert rows.hovertemplate.startswith("%{z}% of positions")


def test_only_a_row_without_a_mistake_is_full_and_ticked() -> None:
    (_, at_ends) = front_words(FRONTS, "y", (0, 1))
    words, ends = at_ends["text"].split("<br>"), FRONTS.played_right[-1]
    assert 0 < (ends == 1).sum() < 7
    assert [word == "✓" for word in words] == (ends == 1).tolist()
    (rows,) = front_rows(FRONTS, log=True)
    assert ((rows["z"][:, -1] == 100) == (ends == 1)).all()


def test_the_previous_run_lies_below_each_row_without_hiding_it() -> None:
    before, now = front_rows(FRONTS, log=True, axis="y4", previous=BEFORE)
    assert before["x"].tolist() == [10, 500]
    assert now["x"].tolist() == FRONTS.games[1:].tolist()
    assert 0 < before["y0"] - now["y0"] < 0.5
    assert before["ygap"] > now["ygap"] > front_rows(FRONTS, log=True)[0]["ygap"]
    assert (before["meta"], now["meta"]) == ("previous fronts", "fronts")
    assert "previous run" in before["hovertemplate"]


def test_alone_they_have_an_axis_of_their_own_and_screen_readers_hear_where_the_rows_end() -> None:
    figure = go.Figure(fronts_figure(FRONTS))
    (rows,) = figure.data
    assert list(rows.x) == [1, 100, 1_000, 3_000]
    assert figure.layout.xaxis.type == "log"
    assert figure.layout.xaxis.range == (0, pytest.approx(np.log10(3_000)))
    said = fronts_in_words(FRONTS)
    assert said.count("%") == 7
    assert said.endswith("100.0%")
