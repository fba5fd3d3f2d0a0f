"""The search tree of minimax: scores and visits, checked by a plain negamax that counts."""

import pytest

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards
from ttt_core.game.solution import minimax_scores


def plain(
    board: str, alpha: int, beta: int, *, cuts: bool, in_all: bool, depth: int = 0
) -> tuple[int, int]:
    """Return the score for the side to move, and the visits; `in_all` counts moves to the end."""
    if (outcome := rules.outcome(board)) is not None:
        return (0 if outcome == "draw" else depth - 10 if in_all else -1), 1
    best, visits = -10, 1
    for cell in rules.legal_moves(board):
        child = rules.play(board, cell)
        score, more = plain(child, -beta, -alpha, cuts=cuts, in_all=in_all, depth=depth + 1)
        best, visits = max(best, -score), visits + more
        alpha = max(alpha, best)
        if cuts and alpha >= beta:
            break
    return best, visits


def test_the_counts_from_the_empty_board() -> None:
    assert ttt.search("---------").visited == 549_946
    assert ttt.search("---------", alpha_beta=True).visited == 20_866
    assert ttt.reachable_positions("---|---|---") == 5_478
    # The published count is of a search for any win, quick or slow.
    assert plain("---------", -10, 10, cuts=True, in_all=False) == (0, 18_297)
    assert plain("---------", -10, 10, cuts=True, in_all=True) == (0, 20_866)


@pytest.mark.parametrize(
    ("free", "visited"),  # the most visited, if no game ends early
    [(3, 16), pytest.param(4, 65, marks=pytest.mark.thorough)],  # four find what three find
)
def test_scores_and_visits_of_every_position_with_few_free_cells(free: int, visited: int) -> None:
    some = [p for p in range(N_OPEN) if boards()[p].count("-") <= free]
    most = 0
    for position in some:
        board, score = boards()[position], minimax_scores()[position]
        full, cut = ttt.search(board), ttt.search(board, alpha_beta=True)
        assert full.score == cut.score == score
        assert plain(board, -10, 10, cuts=False, in_all=True) == (score, full.visited)
        assert plain(board, -10, 10, cuts=True, in_all=True) == (score, cut.visited)
        most = max(most, full.visited)
        tree = [full]
        for node in tree:
            tree += node.branches
        assert len(tree) == full.visited
        pairs = [(full, cut)]
        for true, found in pairs:
            assert found.least <= true.score <= found.most
            assert found.score in (found.least, found.most)
            by_board = {branch.board: branch for branch in true.branches}
            pairs += [(by_board[branch.board], branch) for branch in found.branches]
        assert ttt.reachable_positions(board) == len({node.board for node in tree})
    assert most == visited


def test_a_finished_game_has_no_branches() -> None:
    assert ttt.search("XXX|OO-|---") == ttt.search("XXXOO----", alpha_beta=True)
    assert ttt.search("XXXOO----").branches == ()
