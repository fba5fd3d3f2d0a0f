"""Notes, lists and sentences about two players."""

from typing import get_args

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.policy import minimax, mix, optimal, uniform
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of, symmetry_class
from ttt_core.learning import Kind
from ttt_ui.compare import side_by_side as wording
from ttt_ui.compare.players import ComparedPlayer
from ttt_ui.compare.side_by_side import (
    A_IS_WORSE,
    ALL,
    B_IS_WORSE,
    agents_with_comparable_values,
    common_scale,
    disagreements_table,
    matching,
    notes_of_two,
    played,
)
from ttt_ui.drawing.colours import BAD, GOOD
from ttt_ui.moves.insights import consequence
from ttt_ui.moves.values import DASH, NOT_TRIED, Scale

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
OTHER = ttt.train(ttt.TrainingConfig(games=300, seed=2))
MEMORY = ttt.train(ttt.TrainingConfig(games=300, seed=1, rule="reward-memory"))
SKILLED = ttt.train(ttt.TrainingConfig(games=20_000, seed=1))
APART = ttt.disagreements(MEMORY, SKILLED)
BOARD = "X---O----"


def player(given: ttt.Agent | None, name: str = "Random") -> ComparedPlayer:
    return ComparedPlayer(name, given, origin="")


def test_differences_are_listed_costliest_first_and_each_class_once() -> None:
    listed = matching(APART, ALL)
    classes = symmetry_class()[listed].tolist()
    assert len(set(classes)) == len(classes)
    everywhere = np.flatnonzero(APART.differ)
    assert set(classes) == set(symmetry_class()[everywhere].tolist())
    costs = np.abs(APART.cost[listed])
    assert (np.diff(costs) <= 1e-12).all()
    for position, cost in zip(listed, costs, strict=True):
        equivalents = everywhere[symmetry_class()[everywhere] == symmetry_class()[position]]
        assert cost == pytest.approx(np.abs(APART.cost[equivalents]).max())


def test_the_filter_keeps_where_one_of_them_is_worse() -> None:
    assert (APART.cost[matching(APART, A_IS_WORSE)] > 0).all()
    assert (APART.cost[matching(APART, B_IS_WORSE)] < 0).all()
    assert 0 < len(matching(APART, A_IS_WORSE)) < len(matching(APART, ALL))


def test_a_row_shows_what_each_plays_and_what_it_costs() -> None:
    positions = matching(APART, ALL)
    table = disagreements_table(APART, MEMORY.policy(), SKILLED.policy(), positions)
    assert list(table.index) == [boards()[position] for position in positions]
    worst = table.iloc[0]
    assert worst["Cost of A"] > worst["Cost of B"]
    assert worst["A plays"] != worst["B plays"]


def test_a_choice_is_written_briefly() -> None:
    position = position_of("---------")
    assert played(np.eye(9)[5]) == "c2"
    assert played(uniform()[position]) == "any of 9"
    assert played(0.9 * uniform()[position] + 0.1 * np.eye(9)[5]) == "c2 (20.0%)"
    assert played(machine_with_empty_box("---------").policy()[position]) == "resigns"


def test_a_cell_shows_both_values_and_whose_is_higher() -> None:
    notes = notes_of_two(player(AGENT), player(OTHER), BOARD)
    assert notes.keys() == set(rules.legal_moves(BOARD))
    a, b = AGENT.q_values(BOARD), OTHER.q_values(BOARD)
    for cell, note in notes.items():
        one, other = note.text.replace("−", "-").split("\n")
        if DASH in note.text:
            assert note.tone is None
            assert NOT_TRIED in note.spoken
            continue
        assert one == f"A {a[cell]:+.2f}".replace("+0.00", "0.00").replace("-0.00", "0.00")
        assert other == f"B {b[cell]:+.2f}".replace("+0.00", "0.00").replace("-0.00", "0.00")
        if a[cell] != b[cell]:
            assert note.tone is not None
            assert note.tone.hue == (GOOD if a[cell] > b[cell] else BAD)


def test_of_other_players_a_cell_shows_both_probabilities() -> None:
    notes = notes_of_two(player(AGENT), player(None), BOARD)
    assert all("B 14%" in note.text for note in notes.values())
    resigning = player(machine_with_empty_box(BOARD))
    assert all(
        "A 0%" in note.text for note in notes_of_two(resigning, player(None), BOARD).values()
    )


def test_a_common_scale_covers_both() -> None:
    assert common_scale(Scale(-1, 0, 1), Scale(-3, 0, 2)) == Scale(-3, 0, 2)
    assert common_scale(Scale(-1, 0, 1), Scale(-1, 0.5, 1)) == Scale(-1, 0.25, 1)
    assert common_scale(Scale(-1, 10, 100), Scale(-1, 10, 100)) == Scale(-1, 10, 100)


def test_only_values_of_the_same_kind_are_comparable() -> None:
    machine = machine_with_empty_box()
    assert agents_with_comparable_values(player(AGENT), player(OTHER)) == (AGENT, OTHER)
    for one, other in ((AGENT, MEMORY), (machine, machine), (AGENT, None)):
        assert agents_with_comparable_values(player(one), player(other)) is None
    assert wording.SHOWN.keys() == set(get_args(Kind)) - {"matchboxes", "policy"}


def test_a_choice_in_words() -> None:
    def chosen(policy: ttt.Policy, board: str) -> str:
        return wording.chosen(policy[position_of(board)], board)

    machine = machine_with_empty_box("---------").policy()
    assert chosen(machine, "---------") == "resigns, because its box for this position is empty."
    assert "It resigns 50.0% of the time." in chosen(mix(machine, uniform(), 0.5), "---------")
    words = chosen(minimax(), "XX-OO----")
    assert words.startswith("plays **top right**.")
    assert consequence("XX-OO----", minimax()[position_of("XX-OO----")]) in words


def test_what_a_choice_costs_here() -> None:
    alike = ttt.disagreements(minimax(), minimax())
    assert wording.costs_here(alike, BOARD) == "They make the same choice."
    ties = ttt.disagreements(minimax("first"), minimax())
    assert wording.costs_here(ties, rules.EMPTY_BOARD) == (
        "They choose differently, which makes no difference under perfect play."
    )
    apart = ttt.disagreements(uniform(), minimax())
    # One of five moves wins, one blocks; after each of the others O completes its line.
    assert "**A's choice costs 1.40**" in wording.costs_here(apart, "XX-OO----")
    apart = ttt.disagreements(minimax(), uniform())
    assert "**B's choice costs 1.40**" in wording.costs_here(apart, "XX-OO----")


def test_differences_are_counted() -> None:
    words = wording.overview(APART)
    worse_a, worse_b = (APART.cost > 1e-9).sum(), (APART.cost < -1e-9).sum()
    assert words == (
        f"**{APART.differ.sum():,} of 4,520**. Under perfect play, "
        f"**A's choice is worse in {worse_a:,}, B's in {worse_b:,}**."
    )
    alike = ttt.disagreements(minimax(), minimax())
    assert wording.overview(alike) == "They make the same choices in all 4,520 positions."
    assert "worse in 0, B's in 0" in wording.overview(ttt.disagreements(minimax(), optimal()))


def test_a_list_says_how_much_of_it_is_shown() -> None:
    assert wording.of_list(1, 200).startswith("1 position, costliest first")
    assert wording.of_list(200, 200).startswith("200 positions, costliest first")
    assert wording.of_list(1_201, 200).startswith("The 200 costliest of 1,201 positions")
