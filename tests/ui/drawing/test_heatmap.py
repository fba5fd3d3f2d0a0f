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
from ttt_ui.moves.values import DASH, NOT_TRIED, PROVEN, Certainties, Scale

BOARD = "X---O--X-"
FREE = [cell for cell in range(9) if BOARD[cell] == "-"]
EVEN = Scale(-1, 0, 1)
NAN = float("nan")
SIGNS = {NOT_TRIED, PROVEN[0]}
VALUES = np.array([NAN, 0.5, -0.25, 1.0, NAN, 0.0, -1.0, NAN, 0.25])


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


def outlined(figure: go.Figure) -> set[int]:
    return {cell for cell, tile in tiles(figure).items() if tile.line.width}


def colour(figure: go.Figure, cell: int) -> tuple[str, float]:
    match = re.fullmatch(r"rgba\((.+), ([0-9.]+)\)", tiles(figure)[cell].fillcolor)
    assert match
    return match[1], float(match[2])


@pytest.fixture(
    params=[
        lambda board, best: value_heatmap(board, VALUES, EVEN, best),
        lambda board, best: true_value_heatmap(
            board, np.array([0, 1, 0, -1, 0, 0, 1, 0, -1]), np.arange(9) + 1, best
        ),
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
    assert outlined(figure) == {3, 8}
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
    true_value = np.array([0, 1, 0, -1, 0, 0, 1, 0, -1])
    true_values = true_value_heatmap(BOARD, true_value, np.ones(9), [])
    assert texts(true_values) == {
        **{1: "win in 1", 2: "draw", 3: "loss in 1"},
        **{5: "draw", 6: "win in 1", 8: "loss in 1"},
    }
    sure = np.select([true_value == 1, true_value == -1], [100.0, -1.0], 10.0)
    for values, scale in (
        (true_value * 1.0, EVEN),
        (true_value * 5.0, Scale(-5, 0, 5)),
        (sure, Scale(-1, 10, 100)),
    ):
        believed = value_heatmap(BOARD, values, scale, [])
        assert [colour(believed, cell) for cell in FREE] == [
            colour(true_values, cell) for cell in FREE
        ]


def test_a_sooner_end_has_a_deeper_colour() -> None:
    figure = true_value_heatmap("-" * 9, np.repeat([1, -1, 0], 3), np.arange(9) + 1, [])
    depths = [colour(figure, cell)[1] for cell in range(9)]
    assert depths[:6] == sorted(depths[:6], reverse=True)
    assert depths[5] > depths[6] == depths[7] == depths[8]


def test_values_beyond_the_scale_have_the_colour_of_its_end() -> None:
    figure = value_heatmap("-" * 9, np.arange(-4.0, 5.0), EVEN, [])
    assert {colour(figure, cell) for cell in range(4)} == {colour(figure, 0)}
    assert {colour(figure, cell) for cell in range(5, 9)} == {colour(figure, 8)}


@given(some.floats(-1000, 1000), some.floats(-1000, 1000))
def test_the_scale_keeps_the_order_of_values(one: float, other: float) -> None:
    low, high = Scale(-1, 10, 100).reading(np.array(sorted([one, other])))
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
    figure = visits_heatmap("-" * 9, visits, 24_083.25, [])
    texts = [note.text for note in figure.layout.annotations]
    assert texts == ["0.25", "0.5", "3", "99.75", "100", "1,234", "24.1\u00a0k", "0", "1"]


def test_probabilities_are_percentages() -> None:
    figure = probability_heatmap(BOARD, np.array([0, 0.5, 0.125, 0, 0, 0.375, 0, 0, 0]), [])
    assert texts(figure) == {1: "50%", 2: "12%", 3: "0%", 5: "38%", 6: "0%", 8: "0%"}
    assert colour(figure, 1)[1] > colour(figure, 5)[1] > colour(figure, 2)[1] > colour(figure, 3)[1]


@pytest.mark.parametrize(
    ("value", "scale", "text"),
    [
        (0.0, EVEN, "0.00"),
        (-0.0, EVEN, "0.00"),
        (-0.004, EVEN, "0.00"),
        (0.006, EVEN, "+0.01"),
        (-0.9, EVEN, "−0.90"),
        (9.996, EVEN, "+10.0"),
        (-1000.0, EVEN, "−1000.0"),
        (53.81, Scale(-1, 10, 100), "53.8"),
        (-1.0, Scale(-1, 10, 100), "−1.00"),
        (0.0, Scale(-1, 10, 100), "0.00"),
    ],
)
def test_value_text(value: float, scale: Scale, text: str) -> None:
    assert value_text(value, scale) == text


@pytest.mark.parametrize("draw_values", ["values", "beads"])
def test_untried_proven_and_merely_zero_look_different(draw_values: str) -> None:
    certainties: Certainties = {1: NOT_TRIED, 3: PROVEN[0]}
    figure = (
        value_heatmap(BOARD, np.zeros(9), EVEN, [3], certainties)
        if draw_values == "values"
        else beads_heatmap(BOARD, np.zeros(9), [3], certainties)
    )
    hatched, framed, plain = (texts(figure)[cell] for cell in (1, 3, 2))
    assert re.sub("<.*?>", " ", hatched).split() == [
        DASH if draw_values == "values" else "0",
        "untried",
    ]
    assert framed.startswith("<b>0")
    assert ">proven draw<" in framed
    assert plain in ("0.00", "0")
    signs = {shape.name: shape for shape in figure.layout.shapes if shape.name in SIGNS}
    assert set(signs) == SIGNS
    assert signs[NOT_TRIED].path.count("M") == 4
    assert signs[PROVEN[0]].path.endswith("Z")
    assert len({colour(figure, cell) for cell in (1, 2, 3)}) == 1
