"""The map of the game, counted again by brute force and for players made by hand."""

import re
from itertools import pairwise

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.brute_force import OPEN_BOARDS, keeping_cells
from ttt_core.evaluation.game_map import game_map, map_layout
from ttt_core.evaluation.mistakes import optimal_moves, positions_by_marks
from ttt_core.game.board import equivalents
from ttt_core.pictures import GAP, INNER, RING, SHORT

LAYOUT = map_layout()
BOARDS = [ttt.boards()[number] for number in LAYOUT.positions]
CAREFUL = ttt.train(ttt.TrainingConfig(games=300, seed=1))


def test_rings_are_the_positions_up_to_symmetry_each_within_one_that_leads_to_it() -> None:
    assert sorted({equivalents(board)[0] for board in OPEN_BOARDS}, key=BOARDS.index) == BOARDS
    assert len(BOARDS) == 627
    assert [9 - board.count("-") for board in BOARDS] == LAYOUT.marks.tolist()
    for ring in range(9):
        here = LAYOUT.marks == ring
        spans = sorted(zip(LAYOUT.start[here], LAYOUT.end[here], strict=True))
        assert all(start < end for start, end in spans)
        assert all(before[1] <= after[0] + 1e-12 for before, after in pairwise(spans))
    for place in range(1, 627):
        leads = [
            other
            for other in np.flatnonzero(LAYOUT.marks == LAYOUT.marks[place] - 1)
            if LAYOUT.start[other] <= LAYOUT.start[place] + 1e-12
            and LAYOUT.end[place] <= LAYOUT.end[other] + 1e-12
        ]
        assert len(leads) == 1
        before = BOARDS[leads[0]]
        following = {ttt.play(before, cell) for cell in ttt.legal_moves(before)}
        assert following & set(equivalents(BOARDS[place]))


def test_an_agent_knows_the_positions_it_has_met_and_can_go_wrong_where_a_move_is_worse() -> None:
    shown = game_map(CAREFUL)
    policy = CAREFUL.policy()
    for place, board in enumerate(BOARDS):
        numbers = [ttt.position_of(other) for other in equivalents(board)]
        mistakes = [
            1 - sum(policy[number, cell] for cell in keeping_cells(ttt.boards()[number]))
            for number in numbers
        ]
        assert shown.wrong[place] == pytest.approx(np.mean(mistakes), abs=1e-12)
        assert shown.known[place] == any(CAREFUL.visits[number].any() for number in numbers)
    assert (shown.positions_known, shown.can_go_wrong) == (518, 296)
    assert repr(shown) == "<GameMap: knows 518 of 627 positions, can go wrong in 296>"


def test_a_reading_shows_which_half_it_knows() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=20_000, seed=1))
    as_x = [board for board in OPEN_BOARDS if board.count("-") % 2]
    table = {board: np.nan_to_num(agent.q_values(board)).tolist() for board in as_x}
    shown = game_map(ttt.read_any(table))
    x_to_move = LAYOUT.marks % 2 == 0
    assert not shown.known[~x_to_move].any()
    assert shown.known[x_to_move].mean() > 0.9  # but for those of which it tells nothing
    assert not shown.wrong[shown.known].any()


def test_counts_by_marks_equal_a_brute_force_count() -> None:
    sizes = [sum(9 - board.count("-") == marks for board in OPEN_BOARDS) for marks in range(1, 8)]
    assert positions_by_marks().tolist() == sizes
    policy = CAREFUL.policy()
    right = [0] * 9
    for board in OPEN_BOARDS:
        row = policy[ttt.position_of(board)]
        right[9 - board.count("-")] += set(np.flatnonzero(row)) <= set(keeping_cells(board))
    assert optimal_moves(CAREFUL)[1].tolist() == right[1:8]


def test_the_picture_has_every_position_shorter_where_it_can_go_wrong() -> None:
    shown = game_map(CAREFUL)
    paths = dict.fromkeys(("currentColor", "#269654", "#8E44AD"), 0)
    for path, colour in re.findall(r'<path d="([^"]+)" fill="([^"]+)"', shown.svg()):
        paths[colour] += path.count("M")
    wrong = int((shown.known & (shown.wrong > 0)).sum())
    assert list(paths.values()) == [627 - 518, 518 - wrong, wrong]
    whole, short = INNER + RING - GAP, INNER + (RING - GAP) * SHORT
    perfect = game_map(ttt.minimax())
    assert perfect.known.all()
    assert f"A{whole:.2f}" in perfect.svg()
    assert f"A{short:.2f}" not in perfect.svg()
    assert f"A{short:.2f}" in shown.svg()
    assert "knows 518 of 627 positions, can go wrong in 296</title>" in shown.svg()
