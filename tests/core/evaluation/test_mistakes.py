"""Mistakes, checked by brute force from the rules alone."""

import math
from fractions import Fraction
from functools import cache

import numpy as np
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
    keeping_cells,
    true_value,
)
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.mistakes import optimal_share, reachable
from ttt_core.evaluation.policy import Policy, minimax, mix, optimal, uniform
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN


def test_optimal_share_of_a_random_and_of_a_perfect_player() -> None:
    shares = [Fraction(len(keeping_cells(board)), board.count("-")) for board in OPEN_BOARDS]
    assert optimal_share(uniform()) == pytest.approx(float(sum(shares) / N_OPEN), abs=1e-12)
    assert optimal_share(optimal()) == 1
    assert ttt.mistakes(optimal()) == []


def visited(policy: Policy, own_side: Side) -> set[str]:
    """Return the boards on which a player of `own_side` can be to move, found by walking."""
    played = chances(policy)
    frontier, seen = {rules.EMPTY_BOARD}, set()
    while frontier:
        seen |= frontier
        frontier = {
            following
            for board in frontier
            for cell, following in followers(board).items()
            if rules.side_to_move(board) != own_side or cell in played[board]
        } & played.keys()
    return {board for board in seen if rules.side_to_move(board) == own_side}


@pytest.mark.slow
@given(seed=SEEDS, share=some.sampled_from([0.01, 0.3, 1.0]))
@settings(max_examples=5)
def test_mistakes_agree_with_brute_force(seed: int, share: float) -> None:
    policy = blundering_policy(seed, share)
    reached = visited(policy, "X") | visited(policy, "O")
    found = {mistake.board: mistake for mistake in ttt.mistakes(policy)}
    assert {OPEN_BOARDS[p] for p in np.flatnonzero(reachable(policy))} == reached

    for board, moves in chances(policy).items():
        bad = moves.keys() - keeping_cells(board)
        assert (board in found) == bool(bad)
        if bad:
            mistake = found[board]
            assert mistake.side == rules.side_to_move(board)
            assert set(mistake.cells) == bad
            assert mistake.before == true_value(board)
            assert mistake.after == min(-true_value(followers(board)[cell]) for cell in bad)
            assert mistake.cost == mistake.before - mistake.after
            assert math.isclose(mistake.probability, sum(moves[cell] for cell in bad))
            assert mistake.reachable == (board in reached)


def test_worst_mistakes_come_first() -> None:
    found = ttt.mistakes(blundering_policy(1, 0.3))
    order = [
        (not mistake.reachable, -mistake.cost, -mistake.probability, 9 - mistake.board.count("-"))
        for mistake in found
    ]
    assert order == sorted(order)
    assert {mistake.reachable for mistake in found} == {True, False}
    assert {mistake.cost for mistake in found} == {1, 2}


# Disagreements of two players, checked by a slow loop that uses only the rules


RESIGNS = 9


@cache
def values_after(board: str) -> dict[int, int]:
    """Return the true value for the side to move after each of its choices."""
    moves = {cell: -true_value(after) for cell, after in followers(board).items()}
    return moves | {RESIGNS: -1}


def expected_outcome(board: str, moves: dict[int, float]) -> float:
    """Return the expected true value for the side to move after a choice."""
    return sum(chance * values_after(board)[cell] for cell, chance in moves.items())


def check_all(policy_a: Policy, policy_b: Policy, found: ttt.Disagreements) -> None:
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (blundering_policy(1, 0.3), blundering_policy(2, 0.01)),
        (mix(uniform(), minimax(), 0.7), optimal()),
        (minimax("first"), minimax()),
        (ttt.train(ttt.TrainingConfig(games=300, seed=1)).policy(), minimax()),
        (machine_with_empty_box("---------").policy(), uniform()),
        (minimax(), mix(machine_with_empty_box("---------").policy(), uniform(), 0.5)),
    ],
    ids=["blunders", "mixed", "ties", "agent", "resigns", "may resign"],
)
def test_disagreements_match_a_slow_loop_over_all_positions(one: Policy, other: Policy) -> None:
    check_all(one, other, ttt.disagreements(one, other))
