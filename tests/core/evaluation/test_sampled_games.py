"""Sampled games, and paired ones, in which only the two players make a difference."""

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.policy import optimal, player_with_plan
from ttt_core.game.graph import N_OPEN, walk


def test_sampled_games_follow_the_policies() -> None:
    opponent = player_with_plan([4])
    games = ttt.play_games(optimal(), opponent, 500, 1)

    agent = ttt.learn_from_games(ttt.untrained(), games)
    exact = ttt.match(optimal(), opponent)
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
