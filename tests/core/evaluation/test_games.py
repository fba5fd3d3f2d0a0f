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
    found, waiting = [], [(rules.EMPTY_BOARD, (), 1.0)]
    while waiting:
        board, cells, so_far = waiting.pop()
        if rules.outcome(board) is not None:
            found.append((cells, so_far))
            continue
        for cell, chance in (of_o if len(cells) % 2 else of_x)[board].items():
            waiting.append((rules.play(board, cell), (*cells, cell), so_far * chance))
    return sorted(found, key=lambda game: -game[1])


@given(seed=SEEDS, number=some.integers(1, 30))
@settings(max_examples=4)
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


# Sampled games, and paired ones, in which only the two players make a difference


def test_sampled_games_follow_the_policies() -> None:
    opponent = player_with_plan([4])
    games = ttt.play_games(optimal(), opponent, 500, 1)
    stats = ttt.learn_from_games(ttt.untrained(), games).stats
    assert (stats.games, stats.o_wins) == (500, 0)
    assert stats.x_wins / 500 == pytest.approx(ttt.match(optimal(), opponent).win, abs=0.1)


def test_only_moves_of_the_players_are_played_and_every_game_to_its_end() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=100, seed=3))
    for game in ttt.play_games(agent, ttt.minimax(), 300, 5):
        *positions, end = walk(game)
        assert end >= N_OPEN
        for ply, (position, cell) in enumerate(zip(positions, game, strict=True)):
            assert (agent.policy(), ttt.minimax())[ply % 2][position, cell] > 0


def test_a_seed_gives_the_same_games_and_a_generator_moves_on() -> None:
    def played(seed: int | np.random.Generator) -> list[list[int]]:
        return ttt.play_games(ttt.uniform(), ttt.uniform(), 20, seed)

    random = np.random.default_rng(1)
    assert played(1) == played(random) != played(2)
    assert played(random) != played(1)
    assert ttt.play_games(ttt.uniform(), ttt.uniform(), 0, 1) == []


def test_a_game_ends_where_a_player_resigns() -> None:
    machine = machine_with_empty_box("---------")
    assert likeliest_games(machine, uniform(), 3) == [LikelyGame((), True, 1.0)]
    assert likeliest_games(machine, uniform(), 3)[0].result == "O"
    assert ttt.play_games(machine, ttt.uniform(), 3, 1) == [[], [], []]
    gives_up = np.zeros((N_OPEN, 10))
    gives_up[:, 9] = 1
    assert {len(game) for game in ttt.play_games(ttt.uniform(), gives_up, 3, 1)} == {1}
    assert ttt.match(ttt.uniform(), gives_up) == pytest.approx((1, 0, 0))
