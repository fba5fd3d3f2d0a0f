"""What heatmaps show; how the board component draws it is tested in the browser."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ttt_ui.drawing.cell_colours import Scale, amount_tone, signed_tone
from ttt_ui.drawing.heatmap import (
    Notes,
    probability_difference_notes,
    probability_notes,
    true_value_notes,
    value_notes,
    value_text,
    visit_notes,
)
from ttt_ui.drawing.standing import DASH, NOT_TRIED

BOARD = "X---O--X-"
EVEN = Scale(-1, 0, 1)
NAN = float("nan")
VALUES = np.array([NAN, 0.5, -0.25, 1.0, NAN, 0.0, -1.0, NAN, 0.25])


def texts(notes: Notes) -> dict[int, str]:
    assert all(note.spoken == note.text for note in notes.values() if not note.standing)
    return {cell: note.text for cell, note in notes.items()}


def depths(notes: Notes) -> list[float]:
    return [note.tone.depth for note in notes.values() if note.tone is not None]


def test_values_are_written_and_coloured_and_untried_ones_are_dashes() -> None:
    notes = value_notes(BOARD, VALUES, EVEN, {5: NOT_TRIED})
    assert texts(notes) == {1: "+0.50", 2: "−0.25", 3: "+1.00", 5: DASH, 6: "−1.00", 8: "+0.25"}
    assert (notes[5].standing, notes[5].spoken) == (NOT_TRIED, "untried")
    assert all(note.tone == signed_tone(VALUES[cell]) for cell, note in notes.items())
    assert value_notes("XOXXOOOXX", VALUES, EVEN) == {}


def test_a_sooner_end_has_a_deeper_colour_and_the_best_moves_are_outlined() -> None:
    notes = true_value_notes("-" * 9, np.repeat([1, -1, 0], 3), np.arange(9) + 1, [0, 1])
    assert [notes[cell].text for cell in (0, 3, 6)] == ["win in 1", "loss in 4", "draw"]
    assert {cell for cell, note in notes.items() if note.choice == "own"} == {0, 1}
    assert depths(notes)[:6] == sorted(depths(notes)[:6], reverse=True)
    assert depths(notes)[5] > depths(notes)[6] == depths(notes)[7] == depths(notes)[8]


def test_visits_are_coloured_by_their_logarithm() -> None:
    visits = np.array([0, 9, 99, 999, 9_999, 26_618, 219_912, 1_250_000, 999_999])
    notes = visit_notes("-" * 9, visits, 9_999, [])
    assert list(texts(notes).values()) == [
        "0", "9", "99", "999", "9,999", "26.6k", "219.9k", "1.2M", "1,000.0k",
    ]  # fmt: skip
    steps = np.diff(depths(notes)[:5])
    assert steps == pytest.approx(np.full(4, steps[0]))
    fractions = np.array([0.25, 0.5, 3, 99.75, 100.25, 1_234.5, 24_083.25, 0, 1])
    assert list(texts(visit_notes("-" * 9, fractions, 24_083.25, [])).values()) == [
        "0.25", "0.5", "3", "99.75", "100", "1,234", "24.1k", "0", "1",
    ]  # fmt: skip
    assert set(depths(visit_notes("-" * 9, np.zeros(9), 0, []))) == {amount_tone(0).depth}


def test_probabilities_and_their_differences_are_percentages() -> None:
    shares = np.array([0, 0.5, 0.125, 0, 0, 0.375, 0, 0, 0, 0])  # the last: it resigns
    notes = probability_notes(BOARD, shares, [1])
    assert texts(notes) == {1: "50%", 2: "12%", 3: "0%", 5: "38%", 6: "0%", 8: "0%"}
    assert all(note.tone == amount_tone(shares[cell]) for cell, note in notes.items())
    differences = np.array([0, 0.5, -0.125, 0, 0, 1, -1, -0.001, 0.004])
    notes = probability_difference_notes(BOARD, differences)
    assert texts(notes) == {1: "+50%", 2: "−12%", 3: "0%", 5: "+100%", 6: "−100%", 8: "0%"}
    assert all(note.tone == signed_tone(differences[cell]) for cell, note in notes.items())


@given(some.floats(-1000, 1000), some.floats(-1000, 1000))
def test_the_scale_keeps_the_order_of_values(one: float, other: float) -> None:
    low, high = Scale(-1, 10, 100).cell_colours(np.array(sorted([one, other])))
    assert -1 <= low <= high <= 1


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
