"""Paired games: the same random numbers, so that only the two players make a difference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.core.brute_force import OPEN_BOARDS, SEEDS, blundering_policy
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.paired_games import paired_games
from ttt_core.evaluation.policy import minimax, mix, uniform
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN
from ttt_core.game.walk import walk


@given(seed=SEEDS, players=SEEDS, side=some.sampled_from(SIDES))
@settings(max_examples=60, deadline=None)
def test_games_diverge_only_where_the_two_choose_differently(
    seed: int, players: int, side: Side
) -> None:
    one, other = blundering_policy(players, 0.3), blundering_policy(players + 1, 0.3)
    found = paired_games(one, other, uniform(), side, seed)
    for cells, player in ((found.cells_a, one), (found.cells_b, other)):
        *before, end = walk(cells)
        assert end >= N_OPEN
        for ply, (position, cell) in enumerate(zip(before, cells, strict=True)):
            assert (player if SIDES[ply % 2] == side else uniform())[position, cell] > 0
    if found.parting is None:
        assert found.cells_a == found.cells_b
        return
    assert found.cells_a[: found.parting] == found.cells_b[: found.parting]
    assert found.cells_a[found.parting] != found.cells_b[found.parting]
    assert SIDES[found.parting % 2] == side
    position = walk(found.cells_a)[found.parting]
    assert (one[position] != other[position]).any()


@pytest.mark.parametrize("side", SIDES)
def test_a_seed_always_gives_the_same_games_and_other_seeds_give_others(side: Side) -> None:
    players = (minimax(), mix(uniform(), minimax(), 0.5), uniform())
    games = [paired_games(*players, side, seed) for seed in range(20)]
    assert games == [paired_games(*players, side, seed) for seed in range(20)]
    assert len(set(games)) > 10
    assert any(game.parting is None for game in games)


def test_the_opponent_uses_the_same_random_numbers_in_different_positions() -> None:
    """Even after different moves of A and B, the opponent makes the same choice."""
    opens = {cell: np.array(uniform()) for cell in (0, 8)}
    for cell, policy in opens.items():
        policy[0] = np.arange(9) == cell
    either = uniform()
    for board in ("X--------", "--------X"):
        either[OPEN_BOARDS.index(board)] = np.isin(np.arange(9), [3, 5]) / 2
    replies = set()
    for seed in range(20):
        found = paired_games(opens[0], opens[8], either, "X", seed)
        assert found.parting == 0
        assert found.cells_a[1] == found.cells_b[1]
        replies.add(found.cells_a[1])
    assert replies == {3, 5}


def test_games_diverge_where_only_one_player_resigns() -> None:
    found = paired_games(machine_with_empty_box("---------"), minimax(), uniform(), "X", 1)
    assert found.cells_a == ()
    assert found.parting == 0
    assert found.cells_b
