"""Lists, figures and sentences about two players."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.match import best_response, outcome_chances
from ttt_core.evaluation.policy import minimax, mix, optimal, uniform
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of, symmetry_class
from ttt_core.learning import Kind
from ttt_ui.compare.side_by_side import wording
from ttt_ui.compare.side_by_side.pictures import (
    common_scale,
    probability_pictures,
    value_pictures,
    values_are_comparable,
)
from ttt_ui.compare.side_by_side.tables import disagreements_table, matching, played
from ttt_ui.moves.certainty import NOT_TRIED
from ttt_ui.moves.choices import consequence
from ttt_ui.moves.scale import Scale
from ttt_ui.replay.game import Game
from ttt_ui.wording import cell_name

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
OTHER = ttt.train(ttt.TrainingConfig(games=300, seed=2))
MEMORY = ttt.train(ttt.TrainingConfig(games=300, seed=1, rule="reward-memory"))
SKILLED = ttt.train(ttt.TrainingConfig(games=20_000, seed=1))
FOUND = ttt.disagreements(MEMORY, SKILLED)
BOARD = "X---O----"
ALL = {
    "side": None,
    "marks": (0, 8),
    "only_mistakes": False,
    "only_disjoint": False,
    "reachable_for": None,
    "equivalents_once": False,
}


def listed(**changes: object) -> list[int]:
    return matching(FOUND, **{**ALL, **changes}).tolist()  # type: ignore[arg-type]


def test_all_differences_are_listed_costliest_first() -> None:
    everywhere = listed()
    assert sorted(everywhere) == np.flatnonzero(FOUND.differ).tolist()
    costs = np.abs(FOUND.cost[everywhere])
    assert (np.diff(costs) <= 1e-12).all()
    assert costs[0] > costs[-1]


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({"side": "X"}, lambda p: rules.side_to_move(boards()[p]) == "X"),
        ({"side": "O"}, lambda p: rules.side_to_move(boards()[p]) == "O"),
        ({"marks": (3, 5)}, lambda p: 3 <= 9 - boards()[p].count("-") <= 5),
        ({"only_mistakes": True}, lambda p: FOUND.thrown_a[p] > 0 or FOUND.thrown_b[p] > 0),
        ({"only_disjoint": True}, lambda p: FOUND.disjoint[p]),
        ({"reachable_for": "a"}, lambda p: FOUND.reachable_a[p]),
        ({"reachable_for": "b"}, lambda p: FOUND.reachable_b[p]),
    ],
)
def test_each_filter_keeps_what_matches(changes: dict[str, object], fits: object) -> None:
    assert callable(fits)
    found = listed(**changes)
    assert found == [position for position in listed() if fits(position)]
    assert 0 < len(found) < len(listed())


def test_of_equivalent_positions_the_costliest_is_listed() -> None:
    every, once = np.array(listed()), listed(equivalents_once=True)
    classes = symmetry_class()[once].tolist()
    assert len(set(classes)) == len(classes)
    assert set(classes) == set(symmetry_class()[every].tolist())
    for position in once:
        equivalents = every[symmetry_class()[every] == symmetry_class()[position]]
        assert abs(FOUND.cost[position]) == pytest.approx(np.abs(FOUND.cost[equivalents]).max())


def test_a_row_shows_what_each_plays_and_what_it_costs() -> None:
    positions = matching(FOUND, **ALL)  # type: ignore[arg-type]
    table = disagreements_table(FOUND, MEMORY.policy(), SKILLED.policy(), positions)
    assert list(table.index) == [boards()[position] for position in positions]
    worst = table.iloc[0]
    assert worst["Cost"] == abs(worst["A throws away"] - worst["B throws away"]) > 0
    assert worst["A plays"] != worst["B plays"]


def test_a_choice_is_written_briefly() -> None:
    position = position_of("---------")
    assert played(np.eye(9)[5]) == "c2"
    assert played(uniform()[position]) == "any of 9"
    assert played(0.9 * uniform()[position] + 0.1 * np.eye(9)[5]) == "c2 (20.0%)"
    assert played(machine_with_empty_box("---------").policy()[position]) == "resigns"


def test_values_are_on_one_scale_and_their_difference_around_0() -> None:
    one, other = value_pictures(AGENT, OTHER, BOARD), value_pictures(OTHER, AGENT, BOARD)
    assert one.a.alt == other.b.alt
    assert one.a.figure == other.b.figure
    assert one.scale == other.scale
    assert "through 0 to" in one.difference_scale.alt
    assert one.difference.alt.count(";") == 6
    a, b = AGENT.q_values(BOARD), OTHER.q_values(BOARD)
    cell = next(
        cell
        for cell in rules.legal_moves(BOARD)
        if min(agent.visit_counts(BOARD)[cell] for agent in (AGENT, OTHER)) > 0
    )
    said = f"{cell_name(cell)} {a[cell] - b[cell]:+.2f}"
    assert said.replace("-", "−").replace("+0.00", "0.00") in one.difference.alt


def test_an_untried_move_has_no_difference() -> None:
    pictures = value_pictures(AGENT, ttt.untrained(), BOARD)
    assert pictures.difference.alt.count(NOT_TRIED) == 7
    assert pictures.b.alt.count(NOT_TRIED) == 7


def test_a_common_scale_covers_both() -> None:
    assert common_scale(Scale(-1, 0, 1), Scale(-3, 0, 2)) == Scale(-3, 0, 2)
    assert common_scale(Scale(-1, 0, 1), Scale(-1, 0.5, 1)) == Scale(-1, 0.25, 1)
    assert common_scale(Scale(-1, 10, 100), Scale(-1, 10, 100)) == Scale(-1, 10, 100)


def test_only_values_of_the_same_kind_are_comparable() -> None:
    machine = machine_with_empty_box()
    assert values_are_comparable(AGENT, OTHER)
    assert values_are_comparable(MEMORY, MEMORY)
    for pair in ((AGENT, MEMORY), (machine, machine)):
        assert not values_are_comparable(*pair)
    assert wording.VALUES_SHOWN.keys() == set(get_args(Kind)) - {"matchboxes"}
    assert value_pictures(MEMORY, replace(MEMORY, name="Another"), BOARD).scale.alt == (
        "Colours from −1 (purple) through 10 to 100 (green)"
    )


def test_probabilities_and_their_difference() -> None:
    centre = np.array(uniform())
    centre[0] = np.eye(9)[4]
    pictures = probability_pictures(centre, uniform(), rules.EMPTY_BOARD)
    assert pictures.a.alt.startswith("top left 0%;")
    assert "centre +89%" in pictures.difference.alt
    assert "top left −11%" in pictures.difference.alt
    resigning = probability_pictures(
        machine_with_empty_box("---------").policy(), uniform(), rules.EMPTY_BOARD
    )
    assert resigning.difference.alt.count("−11%") == 9


@pytest.mark.parametrize("player", [AGENT.policy(), uniform(), mix(uniform(), minimax(), 0.3)])
@pytest.mark.parametrize("board", [BOARD, "XX-OO----", "X--------", "XO--X----"])
def test_the_results_in_words_are_exact(player: ttt.Policy, board: str) -> None:
    side, position = rules.side_to_move(board), position_of(board)
    pair = (player, uniform()) if side == "X" else (uniform(), player)
    own, rival = ("X", "O").index(side), ("O", "X").index(side)
    random = outcome_chances(*pair)[position]
    worst = best_response(player, rules.other(side))[0][position]
    said = wording.on_board(player, board)
    first, _, second = said.rpartition(" vs random, and ")
    assert second.endswith(" in the worst case.")
    for chances, part in ((random, first), (worst, second)):
        for column, word in ((own, "wins"), (2, "draws"), (rival, "loses")):
            share = chances[column]
            if 0.001 < share < 0.999:
                assert f"{word} {share:.1%}" in part


def test_a_player_that_resigns_and_one_that_always_wins() -> None:
    machine = machine_with_empty_box("---------").policy()
    assert wording.on_board(machine, "---------").startswith(
        "resigns, because its box for this position is empty."
    )
    half = mix(machine, uniform(), 0.5)
    assert "It resigns 50.0% of the time." in wording.on_board(half, "---------")
    said = wording.on_board(minimax(), "XX-OO----")
    assert "From here it always wins vs random, and always wins in the worst case." in said
    assert consequence("XX-OO----", minimax()[position_of("XX-OO----")]) in said


def test_what_a_choice_costs_here() -> None:
    alike = ttt.disagreements(minimax(), minimax())
    assert wording.costs_here(alike, BOARD) == "They make the same choice."
    ties = ttt.disagreements(minimax("first"), minimax())
    assert wording.costs_here(ties, rules.EMPTY_BOARD) == (
        "They choose differently, which makes no difference under perfect play."
    )
    found = ttt.disagreements(uniform(), minimax())
    # One of five moves wins, one blocks; after each of the others O completes its line.
    assert "**A's choice costs 1.40**" in wording.costs_here(found, "XX-OO----")
    found = ttt.disagreements(minimax(), uniform())
    assert "**B's choice costs 1.40**" in wording.costs_here(found, "XX-OO----")


def test_differences_are_counted() -> None:
    said = wording.overview(FOUND)
    assert said.startswith(f"**{FOUND.differ.sum():,} of 4,520** (")
    assert f"{FOUND.disjoint.sum():,} without a common move." in said
    worse_a, worse_b = (FOUND.cost > 1e-9).sum(), (FOUND.cost < -1e-9).sum()
    assert said.endswith(
        f"Under perfect play, **A's choice is worse in {worse_a:,}, B's in {worse_b:,}**."
    )
    alike = ttt.disagreements(minimax(), minimax())
    assert wording.overview(alike) == "They make the same choices in all 4,520 positions."
    assert "worse in 0, B's in 0" in wording.overview(ttt.disagreements(minimax(), optimal()))


def test_results_and_the_move_at_which_games_differ() -> None:
    won = Game(1, None, [0, 3, 1, 4, 2])
    assert wording.of_result(won, "X") == "wins after 5 moves"
    assert wording.of_result(won, "O") == "loses after 5 moves"
    drawn = Game(1, None, [4, 0, 1, 7, 6, 2, 5, 3, 8])
    assert wording.of_result(drawn, "X") == "draws after 9 moves"
    resigned = Game(1, None, [0, 4], resigned=True)
    assert wording.of_result(resigned, "X") == "resigns after 2 moves"
    assert wording.of_result(resigned, "O") == "wins after 2 moves, when its opponent resigns"
    games = ttt.PairedGames((0, 3, 1, 4, 2), (0, 3), 2)
    assert wording.of_parting(games) == "**They differ at move 3.**"
    same = ttt.PairedGames((0, 3), (0, 3), None)
    assert wording.of_parting(same) == "Both games are identical."
    assert wording.of_both_games(7, "X", (won, resigned)) == (
        "Game 7: A wins after 5 moves; B resigns after 2 moves."
    )


def test_a_list_says_how_much_of_it_is_shown() -> None:
    assert wording.of_list(1, 200) == "1 position, costliest first."
    assert wording.of_list(200, 200) == "200 positions, costliest first."
    assert wording.of_list(1_201, 200) == "The 200 costliest of 1,201 positions."
