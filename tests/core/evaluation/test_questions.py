"""The five questions, checked by brute force from the rules alone."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.core.brute_force import (
    OPEN_BOARDS,
    SEEDS,
    blundering_policy,
    chances,
    completing_cells,
    keeping_cells,
)
from ttt_core.evaluation.policy import minimax
from ttt_core.evaluation.questions import five_questions
from ttt_core.game import board as rules


@cache
def brute_force_questions() -> list[dict[str, set[int]]]:
    """Return the boards of each question and their correct moves."""
    wins, blocks = {}, {}
    for board in OPEN_BOARDS:
        side = rules.side_to_move(board)
        threatened = completing_cells(board, rules.other(side))
        if completing_cells(board, side):
            wins[board] = completing_cells(board, side)
        elif len(threatened) == 1:
            blocks[board] = threatened
    openings = {rules.play(rules.EMPTY_BOARD, cell) for cell in range(9)} - {"----X----"}
    return [
        {"---------": {4}},
        {"----X----": {0, 2, 6, 8}},
        wins,
        blocks,
        {board: keeping_cells(board) for board in openings},
    ]


@pytest.mark.slow
@given(seed=SEEDS, share=some.sampled_from([0.01, 0.3, 1.0]))
@settings(max_examples=10)
def test_answers_agree_with_brute_force(seed: int, share: float) -> None:
    policy = blundering_policy(seed, share)
    played = chances(policy)
    for answer, expected in zip(five_questions(policy), brute_force_questions(), strict=True):
        shares = [
            sum(chance for cell, chance in played[board].items() if cell in correct)
            for board, correct in expected.items()
        ]
        assert set(answer.asked) == set(expected)
        failing = {board for board, correct in expected.items() if played[board].keys() - correct}
        assert answer.share == pytest.approx(np.mean(shares), abs=1e-12)
        assert set(answer.failing) == failing
        assert answer.yes == (not failing) == (answer.share == 1)


def test_minimax_opens_anywhere_but_otherwise_passes_all_five() -> None:
    opening, *others = five_questions(minimax())
    assert opening.share == pytest.approx(1 / 9)
    in_the_centre = minimax()
    in_the_centre[0] = np.arange(9) == 4
    for answer in (*others, *five_questions(in_the_centre)):
        assert (answer.yes, answer.share) == (True, 1)
