"""The search tree of minimax: scores and visits, checked by a plain negamax that counts."""

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.search import UNPROVEN, proven_value
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import minimax_scores, move_values


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


def test_the_counts_from_the_empty_board_and_a_finished_game() -> None:
    assert ttt.search("XXX|OO-|---").branches == ()
    assert ttt.search("---------").visited == 549_946
    assert ttt.search("---------", alpha_beta=True).visited == 20_866
    assert ttt.reachable_positions("---|---|---") == 5_478
    # The published count is of a search for any win, quick or slow.
    assert plain("---------", -10, 10, cuts=True, in_all=False) == (0, 18_297)
    assert plain("---------", -10, 10, cuts=True, in_all=True) == (0, 20_866)


def test_scores_and_visits_of_every_position_with_few_free_cells() -> None:
    some = [p for p in range(N_OPEN) if boards()[p].count("-") <= 3]
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
    assert most == 16  # no game ends early


# What tried moves prove, checked against the solution and a plain search


def some_moves(share: float, seed: int = 1) -> np.ndarray:
    return legal() & (np.random.default_rng(seed).random((N_OPEN, 9)) < share)


@pytest.mark.parametrize(("share", "some"), [(0.0, False), (0.3, True), (0.97, True), (1.0, True)])
def test_proven_values_are_true_and_belong_to_tried_moves(share: float, some: bool) -> None:
    tried = some_moves(share)
    proven = proven_value(tried)
    known = proven != UNPROVEN
    assert (known == tried).all() if share in (0, 1) else not (known & ~tried).any()
    assert (proven[known] == move_values()[known]).all()
    assert known.any() == some


@pytest.mark.slow
def test_a_move_is_proven_exactly_if_no_untried_move_can_matter() -> None:
    """Replace every untried move by the worst and by the best possible value."""
    tried = some_moves(0.9)

    def value_if(board: str, untried: int) -> int:
        """Return the value for the side to move if X gets `untried` from every untried move."""
        outcome = rules.outcome(board)
        if outcome is not None:
            return 0 if outcome == "draw" else -1
        mover = 1 if rules.side_to_move(board) == "X" else -1
        return max(
            -value_if(rules.play(board, cell), untried)
            if tried[position_of(board), cell]
            else untried * mover
            for cell in rules.legal_moves(board)
        )

    proven = proven_value(tried)
    for board in boards()[:N_OPEN:3]:
        if board.count("-") > 5:
            continue
        for cell in rules.legal_moves(board):
            after = rules.play(board, cell)
            ends = {-value_if(after, untried) for untried in (1, -1)}
            known = tried[position_of(board), cell] and len(ends) == 1
            assert proven[position_of(board), cell] == (ends.pop() if known else UNPROVEN)


def test_an_agent_proves_every_opening_a_draw_in_time() -> None:
    for games, drawn in ((1_000, 0), (2_000, 5), (5_000, 9)):
        agent = ttt.train(ttt.TrainingConfig(games=games, epsilon_floor=0.1))
        assert (proven_value(agent.visits > 0)[0] == 0).sum() == drawn
