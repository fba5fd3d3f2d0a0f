"""Mistakes, checked by brute force from the rules alone."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.core.brute_force import (
    OPEN_BOARDS,
    SEEDS,
    blundering_policy,
    centre_opening,
    chances,
    followers,
    keeping_cells,
    true_value,
)
from ttt_core.evaluation.mistakes import mistakes, optimal_share, reachable
from ttt_core.evaluation.policy import Policy, minimax, optimal, uniform
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN


@pytest.mark.parametrize("policy", [minimax(), optimal(), centre_opening(minimax())])
def test_perfect_players_make_no_mistakes(policy: Policy) -> None:
    assert mistakes(policy) == []
    assert optimal_share(policy) == 1


def test_optimal_share_of_uniform() -> None:
    shares = [Fraction(len(keeping_cells(board)), board.count("-")) for board in OPEN_BOARDS]
    assert optimal_share(uniform()) == pytest.approx(float(sum(shares) / N_OPEN), abs=1e-12)


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
@settings(max_examples=10)
def test_mistakes_agree_with_brute_force(seed: int, share: float) -> None:
    policy = blundering_policy(seed, share)
    reached = visited(policy, "X") | visited(policy, "O")
    found = {mistake.board: mistake for mistake in mistakes(policy)}
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
    found = mistakes(blundering_policy(1, 0.3))
    order = [
        (not mistake.reachable, -mistake.cost, -mistake.probability, 9 - mistake.board.count("-"))
        for mistake in found
    ]
    assert order == sorted(order)
    assert {mistake.reachable for mistake in found} == {True, False}
    assert {mistake.cost for mistake in found} == {1, 2}
