from typing import Any

import numpy as np
import pytest

from ttt_core.evaluation.policy import greedy, uniform
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.game.graph import N_OPEN


def first_free(board: str) -> int:
    return board.index("-")


def test_a_function_gives_a_policy() -> None:
    by_cell = policy_from(first_free)
    assert (by_cell == greedy(np.zeros((N_OPEN, 9)), "first")).all()
    assert (policy_from(lambda board: np.int8(first_free(board))) == by_cell).all()
    evenly = policy_from(lambda board: [(mark == "-") / board.count("-") for mark in board])
    assert (evenly == uniform()).all()
    one_hot = policy_from(lambda board: np.eye(9, dtype=int)[first_free(board)])
    assert one_hot.dtype == np.float64
    assert (one_hot == by_cell).all()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (4, "the cell is out of range or taken"),
        (9, "out of range"),
        (-1, "out of range"),
        (None, "a cell from 0 to 8, or nine"),
        (True, "a cell from 0 to 8, or nine"),
        (1.0, "a cell from 0 to 8, or nine"),
        ("0", "a cell from 0 to 8, or nine"),
        ([1, 0, 0], "a cell from 0 to 8, or nine"),
        ([[1], [0, 0]], "inhomogeneous"),
        ([float("nan")] + 8 * [0.0], "a cell from 0 to 8, or nine"),
        ([0.5] + 8 * [0.0], "sum to 1"),
        ([1.5, -0.5] + 7 * [0.0], "must not be negative"),
        (4 * [0] + [1] + 4 * [0], "a taken cell must have probability 0"),
    ],
)
def test_a_wrong_answer_is_refused_and_the_board_is_named(answer: object, reason: str) -> None:
    def function(board: str) -> Any:
        return answer if board == "----X----" else first_free(board)

    with pytest.raises(ValueError, match=reason) as caught:
        policy_from(function)
    assert str(caught.value).startswith("For ---|-X-|--- the function returns")
