"""Disagreements of two players, checked by a slow loop that uses only the rules."""

import math
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.brute_force import (
    OPEN_BOARDS,
    SEEDS,
    blundering_policy,
    chances,
    followers,
    true_value,
)
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.mistakes import Disagreements, disagreements
from ttt_core.evaluation.policy import Policy, minimax, mix, optimal, uniform

RESIGNS = 9


@cache
def values_after(board: str) -> dict[int, int]:
    """Return the true value for the side to move after each of its choices."""
    moves = {cell: -true_value(after) for cell, after in followers(board).items()}
    return moves | {RESIGNS: -1}


def expected_outcome(board: str, moves: dict[int, float]) -> float:
    """Return the expected true value for the side to move after a choice."""
    return sum(chance * values_after(board)[cell] for cell, chance in moves.items())


def check_all(policy_a: Policy, policy_b: Policy, found: Disagreements) -> None:
    """Compare the result with a loop over all open positions."""
    of_a, of_b = chances(policy_a), chances(policy_b)
    for position, board in enumerate(OPEN_BOARDS):
        moves_a, moves_b = of_a[board], of_b[board]
        alike = moves_a.keys() == moves_b.keys() and all(
            math.isclose(chance, moves_b[cell], rel_tol=1e-12) for cell, chance in moves_a.items()
        )
        assert found.differ[position] == (not alike)
        outcome_a, outcome_b = expected_outcome(board, moves_a), expected_outcome(board, moves_b)
        assert math.isclose(found.cost[position], outcome_b - outcome_a, abs_tol=1e-12)
        assert math.isclose(found.thrown_a[position], true_value(board) - outcome_a, abs_tol=1e-12)
        assert math.isclose(found.thrown_b[position], true_value(board) - outcome_b, abs_tol=1e-12)


@given(seed=SEEDS, share=some.sampled_from([0.01, 0.3, 1.0]))
@settings(max_examples=4, deadline=None)
def test_disagreements_match_a_slow_loop_over_all_positions(seed: int, share: float) -> None:
    one, other = blundering_policy(seed, share), blundering_policy(seed + 1, 0.3)
    check_all(one, other, disagreements(one, other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (uniform(), minimax()),
        (mix(uniform(), minimax(), 0.7), optimal()),
        (minimax("first"), minimax()),
        (ttt.train(ttt.TrainingConfig(games=300, seed=1)).policy(), minimax()),
        (machine_with_empty_box("---------").policy(), uniform()),
        (minimax(), mix(machine_with_empty_box("---------").policy(), uniform(), 0.5)),
    ],
    ids=["random", "mixed", "ties", "agent", "resigns", "may resign"],
)
def test_players_of_every_kind(one: Policy, other: Policy) -> None:
    check_all(one, other, disagreements(one, other))
