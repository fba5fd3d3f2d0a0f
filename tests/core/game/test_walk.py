import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_core.game import board as rules
from ttt_core.game.graph import boards
from ttt_core.game.walk import walk


@given(st.permutations(range(9)), st.integers(0, 9))
def test_it_returns_the_positions_that_the_rules_give(cells: list[int], moves: int) -> None:
    board, expected = rules.EMPTY_BOARD, [rules.EMPTY_BOARD]
    for number, cell in enumerate(cells[:moves]):
        if rules.outcome(board) is not None:
            with pytest.raises(
                ValueError, match=rf"Move {number + 1}, on cell {cell}, is not legal\. .*over"
            ):
                walk(cells[:moves])
            return
        board = rules.play(board, cell)
        expected.append(board)
    assert [boards()[position] for position in walk(cells[:moves])] == expected
