"""Minimax, checked by a plain recursion, and its strength by exact best response."""

from functools import cache

import numpy as np
import pytest

from ttt_core.evaluation.match import best_response, result_for
from ttt_core.evaluation.policy import minimax, uniform
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.game.solution import (
    best_move,
    minimax_scores,
    move_scores,
    moves_to_end,
    position_values,
)


@cache
def plain_minimax(board: str, depth: int = 9) -> int:
    """Return the score for the side to move: 10 - moves to a win, moves - 10 to a loss, or 0."""
    result = rules.outcome(board)
    if result is not None:
        return 0 if result == "draw" else -10
    if depth == 0:
        return 0
    best = max(
        -plain_minimax(rules.play(board, cell), depth - 1) for cell in rules.legal_moves(board)
    )
    return best - (best > 0) + (best < 0)


@cache
def children() -> list[str]:
    """Return the boards after each legal move, in the order of `legal`."""
    return [rules.play(boards()[position], int(cell)) for position, cell in np.argwhere(legal())]


@pytest.mark.parametrize("depth", range(10))
def test_scores_of_all_positions_and_moves(depth: int) -> None:
    scores = minimax_scores(depth)
    assert scores.tolist() == [plain_minimax(board, depth) for board in boards()]
    seen = [-plain_minimax(child, depth - 1) if depth else 0 for child in children()]
    assert move_scores(depth)[legal()].tolist() == seen


def test_minimax_plays_exactly_the_moves_of_the_best_score() -> None:
    scores = np.where(legal(), move_scores(), -np.inf)
    assert ((minimax() > 0) == (scores == scores.max(axis=1, keepdims=True))).all()


@cache
def plain_end(board: str) -> tuple[int, int]:
    """Return the value for the side to move, and the moves to the end; quick wins, slow losses."""
    if rules.outcome(board) is not None:
        return (0 if rules.outcome(board) == "draw" else -1), 0
    ends = [plain_end(rules.play(board, cell)) for cell in rules.legal_moves(board)]
    value, moves = max(((-v, n + 1) for v, n in ends), key=lambda end: (end[0], -end[0] * end[1]))
    return value, moves


def test_how_far_the_end_is() -> None:
    ends = [plain_end(board) for board in boards()]
    assert moves_to_end().tolist() == [moves for _, moves in ends]
    assert position_values().tolist() == [value for value, _ in ends]


def test_an_o_that_may_lose_can_win_more_often() -> None:
    as_x, as_o = (result_for(best_response(uniform(), side)[0][0], side) for side in ("X", "O"))
    assert as_x == pytest.approx((191 / 192, 1 / 192, 0), abs=1e-15)
    assert as_o == pytest.approx((887 / 945, 43 / 945, 1 / 63), abs=1e-15)


def test_the_best_move_is_the_first_that_minimax_plays() -> None:
    first = (minimax() > 0).argmax(axis=1)
    assert [best_move(board) for board in boards()[:N_OPEN]] == first.tolist()
