"""The likeliest games, checked by brute force from the rules alone."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.brute_force import SEEDS, blundering_policy, chances
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.games import LikelyGame, likeliest_games
from ttt_core.evaluation.policy import Policy, minimax, mix, optimal, player_with_plan, uniform
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, walk

EVERY_GAME = 255_168


def every_game(policy_x: Policy, policy_o: Policy) -> list[tuple[tuple[int, ...], float]]:
    """Return every game that the two may play, with its probability."""
    of_x, of_o = chances(policy_x), chances(policy_o)
    found = []

    def from_here(board: str, cells: tuple[int, ...], so_far: float) -> None:
        if rules.outcome(board) is not None:
            found.append((cells, so_far))
            return
        moves = (of_x if len(cells) % 2 == 0 else of_o)[board]
        for cell, chance in moves.items():
            if chance:
                from_here(rules.play(board, cell), (*cells, cell), so_far * chance)

    from_here(rules.EMPTY_BOARD, (), 1.0)
    return sorted(found, key=lambda game: -game[1])


@given(seed=SEEDS, number=some.integers(1, 30))
@settings(max_examples=6, deadline=None)
def test_the_likeliest_games_agree_with_brute_force(seed: int, number: int) -> None:
    x, o = blundering_policy(seed, 0.2), blundering_policy(seed + 1, 0.3)
    found, expected = likeliest_games(x, o, number), every_game(x, o)
    assert len(found) == min(number, len(expected))
    chance_of = dict(expected)
    for game, (_, chance) in zip(found, expected, strict=False):
        assert math.isclose(game.probability, chance, rel_tol=1e-12)
        assert math.isclose(game.probability, chance_of[game.cells], rel_tol=1e-12)
    assert len({game.cells for game in found}) == len(found)


def test_the_probabilities_of_all_games_add_up_to_1_and_to_the_match() -> None:
    x, o = minimax(), mix(uniform(), minimax(), 0.5)
    games = likeliest_games(x, o, EVERY_GAME)
    assert math.isclose(sum(game.probability for game in games), 1, rel_tol=1e-9)
    by_result = [
        sum(game.probability for game in games if game.result == result)
        for result in ("X", "draw", "O")
    ]
    assert by_result == pytest.approx(list(ttt.match(x, o)), abs=1e-12)
    assert sorted(games, key=lambda game: -game.probability) == games


def test_a_machine_with_an_empty_box_resigns() -> None:
    machine = machine_with_empty_box("---------")
    assert likeliest_games(machine, uniform(), 3) == [LikelyGame((), True, 1.0)]
    assert likeliest_games(machine, uniform(), 3)[0].result == "O"


# Sampled games, and paired ones, in which only the two players make a difference


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
