import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_core.game import board as rules
from ttt_core.game.graph import boards
from ttt_core.game.walk import walk


@given(st.permutations(range(9)), st.integers(0, 9))
def test_it_goes_where_the_rules_go(cells: list[int], moves: int) -> None:
    board, expected = rules.EMPTY_BOARD, [rules.EMPTY_BOARD]
    for number, cell in enumerate(cells[:moves]):
        if rules.outcome(board) is not None:
            with pytest.raises(
                ValueError, match=f"Cell {cell} cannot be played after {number} .*over"
            ):
                walk(cells[:moves])
            return
        board = rules.play(board, cell)
        expected.append(board)
    assert [boards()[position] for position in walk(cells[:moves])] == expected


@pytest.mark.parametrize(
    ("cells", "reason"), [((4, 4), "taken"), ((9,), "no cell 9"), ((-1,), "no cell -1")]
)
def test_it_says_what_the_rules_forbid(cells: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        walk(cells)
