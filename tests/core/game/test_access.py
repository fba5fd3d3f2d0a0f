"""The game for programs of one's own: it agrees with the rules, in every notation."""

import numpy as np

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.board import equivalents
from ttt_core.game.graph import graph
from ttt_core.game.solution import move_values, moves_to_end, position_values


def test_functions_of_a_board_agree_with_the_rules() -> None:
    for board in ttt.boards():
        assert ttt.legal_moves(board) == rules.legal_moves(board)
        assert ttt.outcome(board) == rules.outcome(board)
        assert ttt.equivalent(board) == equivalents(board)
        assert [ttt.play(board, cell) for cell in ttt.legal_moves(board)] == [
            rules.play(board, cell) for cell in rules.legal_moves(board)
        ]


def test_a_board_may_be_written_in_any_notation() -> None:
    assert ttt.play("X--|-O-|---", np.int64(8)) == "X---O---X"
    assert ttt.legal_moves("x . . / . o . / . . .") == [1, 2, 3, 5, 6, 7, 8]
    assert ttt.outcome("XXX|OO-|---|") == "X"
    assert len(ttt.equivalent("X--|---|---")) == 4


def test_the_arrays_describe_every_position() -> None:
    game, boards = ttt.positions(), ttt.boards()
    results = {"X": 0, "O": 1, "draw": 2, None: -1}
    assert [results[ttt.outcome(board)] for board in boards] == game.result.tolist()
    for array, tested in (
        (game.child, graph().child),
        (game.side, graph().side),
        (game.value, position_values()),
        (game.move_value, move_values()),
        (game.moves_to_end, moves_to_end()),
    ):
        assert array is tested
    firsts = [min(map(ttt.position_of, ttt.equivalent(board))) for board in boards]
    assert game.first_equivalent.tolist() == firsts
    assert not any(array.flags.writeable for array in game[1:])
