"""Untried, proven and merely 0, wherever values are shown, and values that contradict the truth."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import thorough_except
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_values
from ttt_ui.drawing.heatmap import values_figure
from ttt_ui.inspect.lists import moves_table
from ttt_ui.moves.insights import Insights
from ttt_ui.moves.values import (
    DASH,
    NOT_TRIED,
    PROVEN,
    TRUE_VALUE_SCALE,
    Certainties,
    MoveValues,
    beliefs_against_facts,
    certainties,
    known_words,
    spoken_certainties,
    value_scale,
)
from ttt_ui.play import board_notes

pytestmark = pytest.mark.slow

EMPTY = "-" * 9


@cache
def after(games: int, rule: str = "minimax-q") -> ttt.Agent:
    return ttt.train(ttt.TrainingConfig(games=games, seed=1, rule=rule))


def test_the_value_0_has_three_meanings() -> None:
    """An opening whose values are all 0: untried, after some games, and at the end."""
    seen = []
    for games in (0, 40, 20_000):
        agent = after(games) if games else ttt.untrained()
        assert not np.nan_to_num(agent.q_values(EMPTY)).any()
        seen.append({certainties(agent, EMPTY).get(cell) for cell in range(9)})
    assert seen == [{NOT_TRIED}, {None}, {PROVEN[0]}]


@pytest.mark.parametrize(
    "rule", thorough_except(("minimax-q",), ("minimax-q", "reward-memory", "matchboxes"))
)
def test_board_heatmap_and_screen_reader_agree(rule: str) -> None:
    agent = after(1_000, rule)
    said = set()
    for board in boards()[:N_OPEN:211]:
        found = certainties(agent, board)
        said |= set(found.values())
        notes = board_notes.agents_view(agent, board).notes
        assert {cell: note.certainty for cell, note in notes.items() if note.certainty} == found
        figure = values_figure(agent, board, value_scale(agent), [])
        texts = [note.text for note in figure.layout.annotations]
        for (cell, note), text in zip(sorted(notes.items()), texts, strict=True):
            certainty = found.get(cell)
            assert (certainty is not None) == ("<br>" in text)
            if certainty is not None:
                assert certainty in text
                assert certainty in note.spoken
            untried = certainty == NOT_TRIED and rule != "matchboxes"
            assert (note.text == DASH) == untried == text.startswith(DASH)
    assert said == {NOT_TRIED, *PROVEN.values()}


def test_moves_that_no_box_decides_count_as_tried() -> None:
    machine = after(5_000, "matchboxes")
    forced = [board for board in boards()[:N_OPEN] if board.count("-") == 1]
    assert not any(machine.visit_counts(board).any() for board in forced)
    assert not any(NOT_TRIED in certainties(machine, board).values() for board in forced)


def test_cells_are_named_for_screen_readers() -> None:
    assert spoken_certainties({}) == ""
    assert spoken_certainties({0: NOT_TRIED, 4: PROVEN[0], 8: NOT_TRIED}) == (
        "Untried: top left and bottom right. Proven draw: centre."
    )


def test_the_table_of_moves_shows_each_moves_status() -> None:
    table = moves_table(Insights(after(1_000)), "XO--X----")
    for known, visits in zip(table["Status"], table["Visits"], strict=True):
        assert (known == NOT_TRIED) == (visits == 0)
        assert known in (NOT_TRIED, "estimate", "proven")


def test_wins_and_losses_are_proven_too() -> None:
    agent = replace(ttt.untrained(), visits=legal().astype(np.int32))
    board = "XX-OO----"
    assert known_words(agent, board) == ["proven"] * 5
    assert certainties(agent, board) == {
        cell: PROVEN[int(move_values()[position_of(board), cell])]
        for cell in rules.legal_moves(board)
    }
    assert known_words(after(1), EMPTY).count("estimate") in (1, 4)


BOARD = "X--------"  # only the centre does not lose


@pytest.mark.parametrize(
    ("values", "certainties", "shows_true_values", "words"),
    [
        ({1: 0.49}, {}, True, "It values top at 0.49; in fact, this move loses."),
        ({1: 0.49, 8: 0.3}, {}, True,
         "It values top and bottom right above a draw; in fact, these moves lose."),
        ({4: 0.5}, {}, True, ""),
        ({1: -0.5}, {}, True, ""),
        ({1: 0.01}, {}, True, ""),
        ({1: 0.5}, {1: NOT_TRIED}, True, ""),
        ({1: 0.5}, {}, False, ""),  # the board does not tell
        ({1: 0.5}, {1: PROVEN[-1]}, False, "It values top at 0.5; in fact, this move loses."),
    ],
)  # fmt: skip
def test_a_move_that_looks_good_and_loses_is_named(
    values: dict[int, float], certainties: Certainties, shows_true_values: bool, words: str
) -> None:
    row = np.array([np.nan, *(values.get(cell, 0.0) for cell in range(1, 9))])
    given = MoveValues("A", "q-table", BOARD, row, TRUE_VALUE_SCALE, certainties)
    assert beliefs_against_facts(given, shows_true_values=shows_true_values) == words


def test_a_move_that_looks_bad_and_wins_is_named() -> None:
    row = np.array([np.nan, np.nan, -0.4, np.nan, np.nan, 0.0, 0.0, 0.0, 0.0])
    winning = MoveValues("A", "q-table", "XX-OO----", row, TRUE_VALUE_SCALE, {})
    said = beliefs_against_facts(winning, shows_true_values=True)
    assert "It values top right at −0.4; in fact, this move wins." in said
