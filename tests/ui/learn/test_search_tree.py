"""How a tree thinks: the drawing, its steps and its words, checked against the engine."""

from typing import Any

import pytest

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.inspect.state import Trail
from ttt_ui.learn import search_tree as chapter
from ttt_ui.learn.search_tree import BOARDS
from ttt_ui.visit.session import key_of

THREE, FOUR, SIX = BOARDS.values()


def said(board: str, *, alpha_beta: bool = False) -> list[str]:
    nodes = chapter.drawing(board, alpha_beta=alpha_beta)
    return [chapter.explained(node, board) for node in nodes if node.search is not None]


def test_each_score_says_where_it_comes_from() -> None:
    told = said(THREE)
    assert len(told) == ttt.search(THREE).visited == 14
    assert told[0] == ":blue[X] has won after 3 moves: 10 − 3 = **7**."
    assert told[1] == "MAX (:blue[X]) takes the highest of 7: **7**."
    assert told[5] == ":orange[O] has won after 2 moves: 2 − 10 = **−8**."
    assert told[-1] == "MAX (:blue[X]) takes the highest of 7, −8 and −8: **7**."
    cut = said(FOUR, alpha_beta=True)
    assert len(cut) == 17
    assert cut[-1] == "MAX (:orange[O]) takes the highest of 0, ≤−8, ≤−8 and ≤−8: **0**."
    assert cut[-2] == (
        "MIN (:blue[X]) has found −8. The level to the left already has a choice at least as good, "
        "so the search skips 2 other moves."
    )
    assert "The game is a draw: **0**." in said(FOUR)
    assert "MAX (:orange[O]): the games from here give **7**." in said(SIX)


@pytest.mark.parametrize("board", BOARDS.values())
@pytest.mark.parametrize("alpha_beta", [False, True])
def test_the_drawing_has_every_score_of_the_search(board: str, alpha_beta: bool) -> None:
    nodes = chapter.drawing(board, alpha_beta=alpha_beta)
    rows = [node.row for node in nodes if not node.children]
    assert rows == list(range(len(rows)))
    assert len(rows) <= 30
    order = [node for node in nodes if node.search is not None]
    assert [node.place for node in order] == list(range(len(order)))
    root = nodes[-1]
    assert root.search == ttt.search(board, alpha_beta=alpha_beta)
    searched = {child.board for child in root.children if child.search is not None}
    assert searched == {branch.board for branch in root.search.branches}
    line, node = [root], chapter.chosen(root)
    while node is not None:
        line.append(node)
        node = chapter.chosen(node)
    assert len({chapter.score_of(node) for node in line}) == 1
    for done in (0, 1, len(order)):
        drawn = chapter.figure(nodes, done)
        assert len(drawn.data[3].text) == done
        assert len(drawn.layout.images) == len(nodes)
        assert bool(drawn.data[2].x) == (done == len(order))


def test_the_counts() -> None:
    assert [chapter.counts(board) for board in BOARDS.values()] == [
        *((14, 10, 12), (49, 17, 31)),
        (1_241, 272, 233),
    ]
    assert (
        "549,946, 20,866 with alpha-beta and 5,478 with a table" in chapter.from_the_empty_board()
    )


def test_minimax_is_unbeatable_from_six_moves_ahead() -> None:
    assert chapter.ANSWERS[chapter.right()] == "6"
    assert "With 5, its worst-case opponent still beats it in 87.5%" in chapter.reason()
    rows = chapter.table_by_depth().splitlines()[2:]
    assert rows[5:7] == [
        "| 5 | 19.0% | 87.5% | Beatable as X and O |",
        "| 6 | 0.0% | 0.0% | Unbeatable |",
    ]


def test_a_small_board_on_inspect_can_be_chosen(session_state: dict[str, Any]) -> None:
    own = Trail()
    session_state[key_of(Trail)] = own
    assert chapter.boards() == BOARDS
    own.visit("XO--X----")
    chapter.DONE.set(3)
    chapter.show_from_the_start(chapter.POSITION, "The board on Inspect")
    assert chapter.DONE.value == 0
    assert chapter.boards()[chapter.POSITION.value] == rules.parse_board("XO- -X- ---")
    own.visit("XXXOO----")
    assert chapter.boards() == BOARDS
    assert chapter.POSITION.value in BOARDS
