from collections import Counter
from functools import cache
from typing import get_args

import pytest

from tests.core.brute_force import completing_cells, true_value
from ttt_core.evaluation.policy import minimax
from ttt_core.evaluation.review import Reason, ReviewedMove, decisive_move, review, review_move
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards, position_of, walk
from ttt_core.game.solution import move_values, position_values


def test_grades_of_a_game_with_a_blunder() -> None:
    cells = (4, 1, 0, 8, 6, 2, 3)
    moves = review(cells)
    places = [boards()[position] for position in walk(cells)[:-1]]
    assert moves == list(map(review_move, places, cells))
    assert [move.grade for move in moves] == ["best", "blunder", *5 * ["best"]]
    decided = decisive_move(moves)
    assert (decided.cell, decided.side, decided.before, decided.after) == (1, "O", 0, -1)
    assert decisive_move(review((4, 0, 8, 2, 1, 7, 3, 5, 6))) is None


def test_every_move_of_every_position_is_graded_by_minimax() -> None:
    best, grades = minimax() > 0, Counter(move.grade for move in every_move())
    for move in every_move():
        position = position_of(move.board)
        before, after = position_values()[position], move_values()[position, move.cell]
        assert (move.before, move.after) == (before, after)
        if best[position, move.cell]:
            assert move.grade == "best"
        elif before == after:
            assert move.grade == "good"
        else:
            assert move.grade == {0: "slip", -1: "blunder"}[after]
    assert len(grades) == 4


def mark(board: str, cell: int, side: Side) -> str:
    return board[:cell] + side + board[cell + 1 :]


def is_fork(board: str, side: Side) -> bool:
    """Return whether `side`, which has just moved, wins next whatever the reply."""
    threats = completing_cells(board, side)
    return len(threats) >= 2 and not completing_cells(board, rules.other(side))


@cache
def every_move() -> list[ReviewedMove]:
    return [
        review_move(board, cell) for board in boards()[:N_OPEN] for cell in rules.legal_moves(board)
    ]


def test_every_move_that_is_not_the_best_has_exactly_one_reason() -> None:
    assert {move.reason for move in every_move()} == {None, *get_args(Reason)}
    for move in every_move():
        assert (move.reason is None) == (move.grade == "best") == (not move.better)
        as_good = move.reason in (None, "slower-win", "quicker-loss")
        assert as_good != move.threw_away
        assert bool(move.punished_by) == (move.grade == "blunder")


@pytest.mark.slow
def test_every_reason_is_correct() -> None:
    """Check each on the board itself, not by the scores it comes from."""
    for move in every_move():
        side, opponent = move.side, rules.other(move.side)
        after = mark(move.board, move.cell, side)
        completing = completing_cells(move.board, side)
        to_block = completing_cells(move.board, opponent)
        forks = {
            cell
            for cell in rules.legal_moves(move.board)
            if is_fork(mark(move.board, cell, side), side)
        }
        punished = [mark(after, cell, opponent) for cell in move.punished_by]
        if move.reason not in ("missed-win", "slower-win", "quicker-loss", None):
            assert not completing
        if move.reason in ("missed-fork", "missed-forced-win", "allowed-fork", "trap"):
            assert not completing_cells(after, opponent)
        match move.reason:
            case "missed-win":
                assert set(move.better) == completing
                assert move.cell not in completing
            case "not-blocked":
                assert {*move.better, *move.punished_by} == to_block
                assert not completing_cells(mark(move.board, move.better[0], side), opponent)
            case "missed-fork":
                assert set(move.better) == forks
                assert move.cell not in forks
            case "missed-forced-win":
                assert not forks
                better = [mark(move.board, cell, side) for cell in move.better]
                assert all(true_value(board) == -1 for board in better)
                assert true_value(after) > -1
            case "allowed-fork":
                assert true_value(move.board) == 0
                assert punished
                assert all(is_fork(board, opponent) for board in punished)
            case "trap":
                assert true_value(move.board) == 0
                replies = [mark(after, cell, opponent) for cell in rules.legal_moves(after)]
                assert not any(is_fork(board, opponent) for board in replies)
                assert punished
                assert all(true_value(board) == -1 for board in punished)
            case "slower-win":
                assert true_value(after) == -1
                assert set(move.better) == (completing or forks)
                assert move.cell not in move.better
            case "quicker-loss":
                assert true_value(after) == 1
                assert completing_cells(after, opponent)
                for cell in move.better:
                    assert not completing_cells(mark(move.board, cell, side), opponent)
            case None:
                assert not (completing and move.cell not in completing)


def test_a_board_may_have_bars_and_a_game_no_moves() -> None:
    assert review_move("X--|-O-|---", 8).board == "X---O----"
    assert review(()) == []
