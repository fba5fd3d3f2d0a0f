"""Sampled games, and paired ones, in which only the two players make a difference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.brute_force import OPEN_BOARDS, SEEDS, blundering_policy
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.policy import optimal
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN
from ttt_core.game.walk import walk
from ttt_core.tools import reproduce


def test_sampled_games_follow_the_policies() -> None:
    games = ttt.play_games(optimal(), reproduce.scripted(), 500, 1)

    agent = ttt.learn_from_games(ttt.untrained(), games)
    exact = ttt.match(optimal(), reproduce.scripted())
    assert agent.stats.games == 500
    assert agent.stats.o_wins == 0
    assert agent.stats.x_wins / 500 == pytest.approx(exact.win, abs=0.1)


def test_only_moves_of_the_players_are_played_and_every_game_to_its_end() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=100, seed=3))
    for game in ttt.play_games(agent, ttt.minimax(), 300, 5):
        *positions, end = walk(game)
        assert end >= N_OPEN
        for ply, (position, cell) in enumerate(zip(positions, game, strict=True)):
            assert (agent.policy(), ttt.minimax())[ply % 2][position, cell] > 0


def test_a_seed_gives_the_same_games_and_a_generator_moves_on() -> None:
    players = (ttt.uniform(), ttt.uniform())
    assert ttt.play_games(*players, 20, 1) == ttt.play_games(*players, 20, 1)
    assert ttt.play_games(*players, 20, 1) != ttt.play_games(*players, 20, 2)
    random = np.random.default_rng(1)
    assert ttt.play_games(*players, 20, random) == ttt.play_games(*players, 20, 1)
    assert ttt.play_games(*players, 20, random) != ttt.play_games(*players, 20, 1)
    assert ttt.play_games(*players, 0, 1) == []


def test_a_game_ends_where_a_player_resigns() -> None:
    machine = machine_with_empty_box("---------")
    assert ttt.play_games(machine, ttt.uniform(), 3, 1) == [[], [], []]
    gives_up = np.zeros((N_OPEN, 10))
    gives_up[:, 9] = 1
    assert ttt.play_games(gives_up, ttt.uniform(), 3, 1) == [[], [], []]
    assert {len(game) for game in ttt.play_games(ttt.uniform(), gives_up, 3, 1)} == {1}
    assert ttt.match(ttt.uniform(), gives_up) == pytest.approx((1, 0, 0))
    found = ttt.paired_games(machine, ttt.minimax(), ttt.uniform(), "X", 1)
    assert (found.cells_a, found.parting) == ((), 0)
    assert found.cells_b


@given(seed=SEEDS, players=SEEDS, side=some.sampled_from(SIDES))
@settings(max_examples=60, deadline=None)
def test_games_diverge_only_where_the_two_choose_differently(
    seed: int, players: int, side: Side
) -> None:
    one, other = blundering_policy(players, 0.3), blundering_policy(players + 1, 0.3)
    found = ttt.paired_games(one, other, ttt.uniform(), side, seed)
    for cells, player in ((found.cells_a, one), (found.cells_b, other)):
        *before, end = walk(cells)
        assert end >= N_OPEN
        for ply, (position, cell) in enumerate(zip(before, cells, strict=True)):
            assert (player if SIDES[ply % 2] == side else ttt.uniform())[position, cell] > 0
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
    players = (ttt.minimax(), ttt.mix(ttt.uniform(), ttt.minimax(), 0.5), ttt.uniform())
    games = [ttt.paired_games(*players, side, seed) for seed in range(20)]
    assert games == [ttt.paired_games(*players, side, seed) for seed in range(20)]
    assert len(set(games)) > 10
    assert any(game.parting is None for game in games)


def test_the_opponent_uses_the_same_random_numbers_in_different_positions() -> None:
    """Even after different moves of A and B, the opponent makes the same choice."""
    opens = {cell: np.array(ttt.uniform()) for cell in (0, 8)}
    for cell, policy in opens.items():
        policy[0] = np.arange(9) == cell
    either = ttt.uniform()
    for board in ("X--------", "--------X"):
        either[OPEN_BOARDS.index(board)] = np.isin(np.arange(9), [3, 5]) / 2
    replies = set()
    for seed in range(20):
        found = ttt.paired_games(opens[0], opens[8], either, "X", seed)
        assert found.parting == 0
        assert found.cells_a[1] == found.cells_b[1]
        replies.add(found.cells_a[1])
    assert replies == {3, 5}
