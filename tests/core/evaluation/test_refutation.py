"""The game that beats a player, checked by brute force from the rules alone."""

import math
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.brute_force import SEEDS, blundering_policy, chances, true_value
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.policy import Policy, minimax, mix, uniform
from ttt_core.evaluation.refutation import refutation, surest_refutation
from ttt_core.game import board as rules
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import walk


def likeliest_loss(policy: Policy, side: Side) -> tuple[float, int] | None:
    """Return the probability and the length of the likeliest loss, by trying every game."""
    played = chances(policy[:, :9])

    @cache
    def from_here(board: str) -> tuple[float, int] | None:
        outcome = rules.outcome(board)
        if outcome is not None:
            return (1.0, 0) if outcome == rules.other(side) else None
        own = rules.side_to_move(board) == side
        found = []
        for cell in played[board] if own else rules.legal_moves(board):
            after = from_here(rules.play(board, cell))
            if after is not None:
                found.append((after[0] * (played[board][cell] if own else 1), after[1] - 1))
        return max(found, default=None)

    return from_here(rules.EMPTY_BOARD)


@pytest.mark.slow
@given(seed=SEEDS, share=some.sampled_from([0.0, 0.01, 0.1, 1.0]), side=some.sampled_from(SIDES))
@settings(max_examples=6)
def test_the_likeliest_loss_and_its_last_mistake(seed: int, share: float, side: Side) -> None:
    policy = blundering_policy(seed, share)
    found, expected = refutation(policy, side), likeliest_loss(policy, side)
    card = ttt.evaluate(policy)
    assert (found is not None) == (card.beatable_as_x if side == "X" else card.beatable_as_o)
    if found is None:
        assert expected is None
        return

    assert math.isclose(found.probability, expected[0], rel_tol=1e-12)
    if expected[0] == 1:
        assert len(found.cells) == -expected[1], "a short loss is preferred"
    boards = [ttt.boards()[position] for position in walk(found.cells)]
    own = [ply for ply in range(len(found.cells)) if rules.side_to_move(boards[ply]) == side]
    played = [chances(policy)[boards[ply]][found.cells[ply]] for ply in own]
    assert rules.outcome(boards[-1]) == rules.other(side)
    assert math.prod(played) == found.probability
    assert not found.resigned
    assert (found.board, found.cell) == (boards[found.error], found.cells[found.error])
    assert found.error in own
    assert true_value(found.board) > -1
    assert all(true_value(boards[ply]) == -1 for ply in own if ply > found.error)


def test_an_unbeatable_player_has_none_and_the_random_one_loses_soonest_as_o() -> None:
    assert surest_refutation(minimax()) is None
    found = surest_refutation(uniform())
    assert (found.side, len(found.cells)) == ("O", 5)
    assert found.probability == pytest.approx(1 / 8 / 6)


def test_every_probability_counts_however_small() -> None:
    policy = mix(minimax(), uniform(), 1 - 1e-12)
    for side in SIDES:
        assert 0 < refutation(policy, side).probability < 1e-11
    tiny = minimax()
    tiny[0] = 0
    tiny[0, [0, 4]] = [1.0, 5e-324]
    assert refutation(tiny, "X") is None


def test_resigning_is_a_mistake() -> None:
    machine = machine_with_empty_box(rules.EMPTY_BOARD)
    found = refutation(machine, "X")
    assert (found.cells, found.error, found.cell, found.resigned) == ((), 0, None, True)
    assert found.board == rules.EMPTY_BOARD
    assert found.probability == 1
