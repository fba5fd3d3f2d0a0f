from collections import Counter

import pytest

from ttt_core.evaluation.policy import minimax
from ttt_core.evaluation.review import decisive_move, review
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards
from ttt_core.game.solution import move_values, position_values


def test_grades_of_a_game_that_was_thrown_away() -> None:
    moves = review((4, 1, 0, 8, 6, 2, 3))
    assert [move.grade for move in moves] == [
        "best",
        "blunder",
        "best",
        "best",
        "best",
        "best",
        "best",
    ]
    decided = decisive_move(moves)
    assert decided is not None
    assert (decided.cell, decided.side, decided.before, decided.after) == (1, "O", 0, -1)


@pytest.mark.slow
def test_every_move_of_every_position_is_graded_by_minimax() -> None:
    path: dict[str, tuple[int, ...]] = {rules.EMPTY_BOARD: ()}
    best, grades = minimax() > 0, Counter()
    for position, board in enumerate(boards()[:N_OPEN]):
        for cell in rules.legal_moves(board):
            path.setdefault(rules.play(board, cell), (*path[board], cell))
            move = review((*path[board], cell))[-1]
            worth = position_values()[position], move_values()[position, cell]
            assert (move.before, move.after) == worth
            if best[position, cell]:
                assert move.grade == "best"
            elif worth[0] == worth[1]:
                assert move.grade == "good"
            else:
                assert move.grade == {0: "slip", -1: "blunder"}[worth[1]]
            grades[move.grade] += 1
    assert len(grades) == 4


def test_perfect_play_has_no_decisive_move() -> None:
    assert decisive_move(review((4, 0, 8, 2, 1, 7, 3, 5, 6))) is None


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="taken"):
        review((0, 0))
    with pytest.raises(ValueError, match="over"):
        review((0, 3, 1, 4, 2, 5))
    assert review(()) == []
