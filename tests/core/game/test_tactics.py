from tests.core.brute_force import OPEN_BOARDS, completing_cells
from ttt_core.game import board as rules
from ttt_core.game.tactics import threatened_cells, winning_moves


def test_lines_to_complete_and_to_block_in_every_open_position() -> None:
    wins, threats = winning_moves(), threatened_cells()
    for position, board in enumerate(OPEN_BOARDS):
        side = rules.side_to_move(board)
        assert set(wins[position].nonzero()[0]) == completing_cells(board, side)
        assert set(threats[position].nonzero()[0]) == completing_cells(board, rules.other(side))
