"""What tried moves prove, checked against the solution and a plain search."""

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.search import UNPROVEN, proven_value
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_values


def some_moves(share: float, seed: int = 1) -> np.ndarray:
    return legal() & (np.random.default_rng(seed).random((N_OPEN, 9)) < share)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 0.9, 0.97, 1.0])
def test_proven_values_are_true_and_belong_to_tried_moves(share: float) -> None:
    tried = some_moves(share)
    proven = proven_value(tried)
    known = proven != UNPROVEN
    assert not (known & ~tried).any()
    assert (proven[known] == move_values()[known]).all()
    assert known.any() == (share > 0)


def test_trying_every_move_proves_every_value() -> None:
    assert ((proven_value(legal()) != UNPROVEN) == legal()).all()


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
