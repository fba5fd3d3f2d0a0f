import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.core.brute_force import PERFECT, SEEDS, agent_with, random_table, true_value
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards
from ttt_core.study.boards import principal_line


@given(seed=SEEDS, position=some.integers(0, N_OPEN - 1))
@settings(max_examples=50)
def test_principal_line_is_a_game_of_first_best_moves(seed: int, position: int) -> None:
    agent = agent_with(random_table(seed))
    board = boards()[position]
    for move in principal_line(agent, board):
        q = agent.q_values(board)
        assert move.board == board
        assert move.side == rules.side_to_move(board)
        assert move.value == np.nanmax(q) == q[move.cell]
        assert move.cell == min(cell for cell in rules.legal_moves(board) if q[cell] == move.value)
        board = rules.play(board, move.cell)
        assert move.true_value == -true_value(board)
    assert rules.outcome(board) is not None


def test_principal_line_of_a_finished_board_is_empty() -> None:
    assert principal_line(PERFECT, "XXX|OO-|---") == []
