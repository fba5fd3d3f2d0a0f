"""The known counts of the game, and the graph checked against the rules."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.brute_force import OPEN_BOARDS, completing_cells
from ttt_core.game import board as rules
from ttt_core.game.board import SYMMETRIES, equivalents, transform
from ttt_core.game.graph import (
    N_GAMES,
    N_OPEN,
    N_POSITIONS,
    boards,
    graph,
    layout,
    legal,
    position_of,
    slots_of,
    symmetry_class,
    walk,
)
from ttt_core.game.solution import threatened_cells, winning_moves


def test_counts() -> None:
    classes = symmetry_class()
    first = np.unique(classes[:N_OPEN])
    assert (len(boards()), N_OPEN, N_POSITIONS - N_OPEN) == (5_478, 4_520, 958)
    assert (len(np.unique(classes)), len(first)) == (765, 627)
    assert (legal().sum(), legal()[first].sum()) == (16_167, 2_270)
    assert len(np.unique(graph().class_slot[legal()])) == 2_096


def test_graph_agrees_with_the_rules() -> None:
    arrays = graph()
    for position, board in enumerate(boards()):
        assert position_of(board) == position
        if position >= N_OPEN:
            assert "XO".find(str(rules.outcome(board))[0]) in (arrays.result[position - N_OPEN], -1)
            continue
        cells = rules.legal_moves(board)
        assert arrays.moves[position, -1] == len(cells)
        assert arrays.moves[position, : len(cells)].tolist() == cells
        assert "XO"[arrays.side[position]] == rules.side_to_move(board)
        for cell in range(9):
            child = arrays.child[position, cell]
            assert child > position if cell in cells else child == -1
            assert child == -1 or boards()[child] == rules.play(board, cell)
    assert not any(array.flags.writeable for array in arrays)


def test_every_game_has_its_own_number() -> None:
    child, game_offset = graph().child.tolist(), graph().game_offset.tolist()
    seen = np.zeros(N_GAMES, np.int8)
    stack = [(0, 0)]
    while stack:
        position, number = stack.pop()
        if position >= N_OPEN:
            seen[number] += 1
            continue
        for cell in range(9):
            if child[position][cell] >= 0:
                stack.append((child[position][cell], number + game_offset[position][cell]))
    assert (seen == 1).all()


def test_symmetries_form_the_group_of_the_square() -> None:
    rows = {tuple(row) for row in SYMMETRIES.tolist()}
    assert len(rows) == 8
    assert {tuple(one[other]) for one in SYMMETRIES for other in SYMMETRIES} == rows


@given(st.sampled_from(boards()), st.integers(0, 7))
def test_equivalent_positions_share_class_and_slots(board: str, symmetry: int) -> None:
    equivalent = transform(board, symmetry)
    assert equivalents(equivalent)[0] == equivalents(board)[0] == min(equivalents(board))
    assert 8 % len(equivalents(board)) == 0
    here, there = position_of(board), position_of(equivalent)
    assert symmetry_class()[here] == symmetry_class()[there]
    if here < N_OPEN:
        slots = graph().class_slot
        assert (slots[there] == slots[here][SYMMETRIES[symmetry]]).all()


@pytest.mark.parametrize("symmetry", [True, False])
def test_layout_lists_the_moves_of_the_graph(symmetry: bool) -> None:
    lists, slots = layout(symmetry), slots_of(symmetry)
    for position in range(N_OPEN):
        n_moves = lists.n_moves[position]
        cells = lists.cell[position, :n_moves]
        assert sorted(cells) == np.flatnonzero(legal()[position]).tolist()
        for name in ("child", "game_offset"):
            listed = getattr(lists, name)[position, :n_moves]
            assert (listed == getattr(graph(), name)[position, cells]).all()
        slot = lists.slot[position, :n_moves]
        assert (slot == slots[position, cells]).all()
        row = slot[0] // 9
        # Equivalent positions list them alike.
        assert slot.tolist() == lists.slot[row, :n_moves].tolist()
        assert n_moves == lists.n_moves[row]
        for child, child_row in zip(
            lists.child[position, :n_moves], lists.child_row[position, :n_moves], strict=True
        ):
            assert child_row == (lists.slot[child, 0] // 9 if child < N_OPEN else 0)


def test_lines_to_complete_and_to_block_in_every_open_position() -> None:
    wins, threats = winning_moves(), threatened_cells()
    for position, board in enumerate(OPEN_BOARDS):
        side = rules.side_to_move(board)
        assert set(wins[position].nonzero()[0]) == completing_cells(board, side)
        assert set(threats[position].nonzero()[0]) == completing_cells(board, rules.other(side))


@given(st.permutations(range(9)), st.integers(0, 9))
def test_a_walk_returns_the_positions_that_the_rules_give(cells: list[int], moves: int) -> None:
    board, expected = rules.EMPTY_BOARD, [rules.EMPTY_BOARD]
    for number, cell in enumerate(cells[:moves]):
        if rules.outcome(board) is not None:
            reason = rf"Move {number + 1}, on cell {cell}, is not legal\. .*over"
            with pytest.raises(ValueError, match=reason):
                walk(cells[:moves])
            return
        board = rules.play(board, cell)
        expected.append(board)
    assert [boards()[position] for position in walk(cells[:moves])] == expected
