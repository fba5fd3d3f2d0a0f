"""The data of heatmap figures; their appearance is tested in the browser."""

import re
from collections.abc import Callable

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ttt_ui.drawing.heatmap import (
    beads_heatmap,
    probability_heatmap,
    true_value_heatmap,
    value_heatmap,
    value_text,
    visits_heatmap,
)
from ttt_ui.moves.values import NOT_TRIED, PROVEN, Certainties, Scale

BOARD = "X---O--X-"
FREE = [cell for cell in range(9) if BOARD[cell] == "-"]
EVEN, OF_A_MEMORY = Scale(-1, 0, 1), Scale(-1, 10, 100)
NAN = float("nan")
VALUES = np.array([NAN, 0.5, -0.25, 1.0, NAN, 0.0, -1.0, NAN, 0.25])
TRUE_VALUES = np.array([0, 1, 0, -1, 0, 0, 1, 0, -1])


def tiles(figure: go.Figure) -> dict[int, go.layout.Shape]:
    paths = [shape for shape in figure.layout.shapes if shape.name in ("best", "free")]
    return dict(zip(cells(figure), paths, strict=True))


def cells(figure: go.Figure) -> list[int]:
    """Return the cells that can be clicked, in the figure's order."""
    (bars,) = figure.data
    found = [cell for (cell,) in bars.customdata]
    assert list(bars.x) == [cell % 3 for cell in found]
    assert [base + 0.5 for base in bars.base] == [cell // 3 for cell in found]
    return found


def texts(figure: go.Figure) -> dict[int, str]:
    return {3 * note.y + note.x: note.text for note in figure.layout.annotations}


def colour(figure: go.Figure, cell: int) -> tuple[str, float]:
    match = re.fullmatch(r"rgba\((.+), ([0-9.]+)\)", tiles(figure)[cell].fillcolor)
    assert match
    return match[1], float(match[2])


@pytest.fixture(
    params=[
        lambda board, best: value_heatmap(board, VALUES, EVEN, best),
        lambda board, best: true_value_heatmap(board, TRUE_VALUES, np.arange(9) + 1, best),
        lambda board, best: visits_heatmap(board, np.arange(9), 8, best),
        lambda board, best: probability_heatmap(board, np.arange(9) / 36, best),
    ],
    ids=["values", "worth", "visits", "probability"],
)
def draw(request: pytest.FixtureRequest) -> Callable[..., go.Figure]:
    return request.param  # type: ignore[no-any-return]


def test_a_square_shows_marks_and_numbers_and_outlines_the_best_moves(
    draw: Callable[..., go.Figure],
) -> None:
    figure = draw(BOARD, [3, 8])
    layout = figure.layout
    assert cells(figure) == [*texts(figure)] == FREE
    assert all(texts(figure).values())
    assert {cell for cell, tile in tiles(figure).items() if tile.line.width} == {3, 8}
    assert {cell for cell, text in texts(figure).items() if text.startswith("<b>")} == {3, 8}
    marks = [(shape.name, shape.type) for shape in layout.shapes]
    assert marks.count(("X", "line")) == 2 * 2
    (ring,) = (shape for shape in layout.shapes if shape.type == "circle")
    assert (ring.name, (ring.x0 + ring.x1) / 2, (ring.y0 + ring.y1) / 2) == ("O", 1, 1)
    assert tuple(layout.xaxis.range) == (-0.5, 2.5)
    assert tuple(layout.yaxis.range) == (2.5, -0.5)  # the first row on top
    assert layout.yaxis.scaleanchor == "x"
    assert layout.xaxis.fixedrange
    assert layout.yaxis.fixedrange
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0, 0, 0, 0)"
    full = draw("XOXXOOOXX", [])
    assert (cells(full), texts(full)) == ([], {})


def test_values_are_written_and_coloured_by_sign_and_size() -> None:
    figure = value_heatmap(BOARD, VALUES, EVEN, [])
    assert texts(figure) == {1: "+0.50", 2: "−0.25", 3: "+1.00", 5: "0.00", 6: "−1.00", 8: "+0.25"}
    good, bad = colour(figure, 3)[0], colour(figure, 6)[0]
    assert good != bad
    assert [colour(figure, cell)[0] for cell in (1, 2, 8)] == [good, bad, good]
    depths = [colour(figure, cell)[1] for cell in (5, 8, 1, 3)]
    assert depths == sorted(set(depths))
    assert colour(figure, 2)[1] == colour(figure, 8)[1]
    assert colour(figure, 6)[1] == colour(figure, 3)[1]


def test_values_and_true_values_share_their_colours() -> None:
    true_values = true_value_heatmap(BOARD, TRUE_VALUES, np.ones(9), [])
    words = ["win in 1", "draw", "loss in 1", "draw", "win in 1", "loss in 1"]
    assert [*texts(true_values).values()] == words
    of_a_memory = np.select([TRUE_VALUES == 1, TRUE_VALUES == -1], [100.0, -1.0], 10.0)
    for values, scale in (
        (TRUE_VALUES * 1.0, EVEN),
        (TRUE_VALUES * 5.0, Scale(-5, 0, 5)),
        (of_a_memory, OF_A_MEMORY),
    ):
        believed = value_heatmap(BOARD, values, scale, [])
        for cell in FREE:
            assert colour(believed, cell) == colour(true_values, cell)


def test_a_sooner_end_has_a_deeper_colour() -> None:
    figure = true_value_heatmap("-" * 9, np.repeat([1, -1, 0], 3), np.arange(9) + 1, [])
    depths = [colour(figure, cell)[1] for cell in range(9)]
    assert depths[:6] == sorted(depths[:6], reverse=True)
    assert depths[5] > depths[6] == depths[7] == depths[8]


@given(some.floats(-1000, 1000), some.floats(-1000, 1000))
def test_the_scale_keeps_the_order_of_values(one: float, other: float) -> None:
    low, high = OF_A_MEMORY.reading(np.array(sorted([one, other])))
    assert -1 <= low <= high <= 1


def test_visits_are_coloured_by_their_logarithm() -> None:
    visits = np.array([0, 9, 99, 999, 9_999, 26_618, 219_912, 1_250_000, 999_999])
    figure = visits_heatmap("-" * 9, visits, 9_999, [])
    assert list(texts(figure).values()) == [
        "0", "9", "99", "999", "9,999", "26.6\u00a0k", "220\u00a0k", "1.25\u00a0M", "1\u00a0M",
    ]  # fmt: skip
    depths = [colour(figure, cell)[1] for cell in range(5)]
    assert np.diff(depths) == pytest.approx(np.full(4, depths[1] - depths[0]), abs=0.002)


def test_shared_visits_may_be_fractions() -> None:
    visits = np.array([0.25, 0.5, 3, 99.75, 100.25, 1_234.5, 24_083.25, 0, 1])
    shown = texts(visits_heatmap("-" * 9, visits, 24_083.25, [])).values()
    assert [*shown] == ["0.25", "0.5", "3", "99.75", "100", "1,234", "24.1\u00a0k", "0", "1"]


def test_probabilities_are_percentages() -> None:
    figure = probability_heatmap(BOARD, np.array([0, 0.5, 0.125, 0, 0, 0.375, 0, 0, 0]), [])
    assert [*texts(figure).values()] == ["50%", "12%", "0%", "38%", "0%", "0%"]
    depths = [colour(figure, cell)[1] for cell in (3, 2, 5, 1)]
    assert depths == sorted(set(depths))


@pytest.mark.parametrize(
    ("value", "scale", "text"),
    [
        *((value, EVEN, "0.00") for value in (0.0, -0.0, -0.004)),
        (0.006, EVEN, "+0.01"),
        (-0.9, EVEN, "−0.90"),
        (9.996, EVEN, "+10.0"),
        (-1000.0, EVEN, "−1000.0"),
        (53.81, OF_A_MEMORY, "53.8"),
        (-1.0, OF_A_MEMORY, "−1.00"),
        (0.0, OF_A_MEMORY, "0.00"),
    ],
)
def test_value_text(value: float, scale: Scale, text: str) -> None:
    assert value_text(value, scale) == text


@pytest.mark.parametrize("kind", ["values", "beads"])
def test_untried_proven_and_merely_zero_look_different(kind: str) -> None:
    certainties: Certainties = {1: NOT_TRIED, 3: PROVEN[0]}
    if kind == "values":
        figure = value_heatmap(BOARD, np.zeros(9), EVEN, [3], certainties)
    else:
        figure = beads_heatmap(BOARD, np.zeros(9), [3], certainties)
    paths = {shape.name: shape.path for shape in figure.layout.shapes}
    assert paths[NOT_TRIED].count("M") == 4
    assert paths[PROVEN[0]].endswith("Z")
    assert len({colour(figure, cell) for cell in (1, 2, 3)}) == 1
