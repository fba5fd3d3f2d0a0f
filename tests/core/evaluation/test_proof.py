"""What tried moves prove, against the solution and against a plain search."""

from itertools import pairwise

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.proof import UNPROVEN, proven_value
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_values


def some_moves(share: float, seed: int = 1) -> np.ndarray:
    return legal() & (np.random.default_rng(seed).random((N_OPEN, 9)) < share)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 0.9, 0.97, 1.0])
def test_what_is_proven_is_true_and_has_been_tried(share: float) -> None:
    tried = some_moves(share)
    proven = proven_value(tried)
    known = proven != UNPROVEN
    assert not (known & ~tried).any()
    assert (proven[known] == move_values()[known]).all()
    assert known.any() == (share > 0)


def test_whoever_has_tried_everything_knows_everything() -> None:
    assert ((proven_value(legal()) != UNPROVEN) == legal()).all()


def test_whoever_has_tried_more_knows_no_less() -> None:
    shares = [some_moves(share) for share in (0.5, 0.8, 0.95)]  # the same numbers are drawn
    known = [proven_value(tried) != UNPROVEN for tried in shares]
    for fewer, more in pairwise(known):
        assert not (fewer & ~more).any()


@pytest.mark.slow
def test_a_move_is_proven_where_nothing_untried_can_matter() -> None:
    """Put the worst and the best that can be in the place of every move that was not tried."""
    tried = some_moves(0.9)

    def true_value(board: str, hopes: int) -> int:
        """Return what a board is worth to the side to move, where X may hope for `hopes`."""
        outcome = rules.outcome(board)
        if outcome is not None:
            return 0 if outcome == "draw" else -1
        mover = 1 if rules.side_to_move(board) == "X" else -1
        return max(
            -true_value(rules.play(board, cell), hopes)
            if tried[position_of(board), cell]
            else hopes * mover
            for cell in rules.legal_moves(board)
        )

    proven = proven_value(tried)
    for board in boards()[:N_OPEN:3]:
        if board.count("-") > 5:
            continue
        for cell in rules.legal_moves(board):
            after = rules.play(board, cell)
            ends = {-true_value(after, hopes) for hopes in (1, -1)}
            known = tried[position_of(board), cell] and len(ends) == 1
            assert proven[position_of(board), cell] == (ends.pop() if known else UNPROVEN)


def test_an_agent_proves_every_opening_a_draw_in_time() -> None:
    for games, drawn in ((1_000, 0), (2_000, 5), (5_000, 9)):
        agent = ttt.train(ttt.TrainingConfig(games=games, epsilon_floor=0.1))
        assert (proven_value(agent.visits > 0)[0] == 0).sum() == drawn
