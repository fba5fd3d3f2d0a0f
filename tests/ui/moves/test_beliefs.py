"""The sentence where a player's values say the opposite of the truth."""

import numpy as np

from ttt_ui.moves.values import (
    NOT_TRIED,
    PROVEN,
    TRUE_VALUE_SCALE,
    Certainties,
    MoveValues,
    beliefs_against_facts,
)

BOARD = "X--------"  # only the centre does not lose


def given(values: dict[int, float], certainties: Certainties | None = None) -> MoveValues:
    array = np.full(9, np.nan)
    array[1:] = 0.0
    for cell, value in values.items():
        array[cell] = value
    return MoveValues("A", "q-table", BOARD, array, TRUE_VALUE_SCALE, certainties or {})


def test_a_move_that_looks_good_and_loses_is_named() -> None:
    assert beliefs_against_facts(given({1: 0.49}), shows_true_values=True) == (
        "It values top at 0.49; in fact, this move loses."
    )
    assert beliefs_against_facts(given({1: 0.49, 8: 0.3}), shows_true_values=True) == (
        "It values top and bottom right above a draw; in fact, these moves lose."
    )


def test_a_move_that_looks_bad_and_wins_is_named() -> None:
    winning = MoveValues(
        *("A", "q-table", "XX-OO----", np.array([np.nan, np.nan, -0.4, *[np.nan] * 2, *[0.0] * 4])),
        *(TRUE_VALUE_SCALE, {}),
    )
    assert "It values top right at −0.4; in fact, this move wins." in (
        beliefs_against_facts(winning, shows_true_values=True)
    )


def test_values_that_agree_with_the_truth_need_no_sentence() -> None:
    for values in ({4: 0.5}, {1: -0.5}, {1: 0.01}):
        assert beliefs_against_facts(given(values), shows_true_values=True) == ""
    untried = given({1: 0.5}, {1: NOT_TRIED})
    assert beliefs_against_facts(untried, shows_true_values=True) == ""


def test_what_the_board_does_not_tell_is_not_told() -> None:
    assert beliefs_against_facts(given({1: 0.5}), shows_true_values=False) == ""
    proven = given({1: 0.5}, {1: PROVEN[-1]})
    assert "this move loses" in beliefs_against_facts(proven, shows_true_values=False)
