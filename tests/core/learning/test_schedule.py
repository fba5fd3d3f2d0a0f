from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.learning.schedule import epsilon_after, mean_epsilon

CONFIGS = [
    ttt.TrainingConfig(games=300, epsilon=0.5, epsilon_decay=0.99, epsilon_floor=0.05),
    ttt.TrainingConfig(games=300, epsilon=0.1, epsilon_floor=0.3),
    ttt.TrainingConfig(games=300, epsilon_decay=1.0),
    ttt.TrainingConfig(games=300, epsilon=0.5, epsilon_decay=0.998, epsilon_course="linear"),
    ttt.TrainingConfig(games=300, epsilon_decay=0.9, epsilon_course="harmonic"),
    ttt.TrainingConfig(games=200, exploration="experience", experience_games=10),
]


@pytest.mark.slow
@pytest.mark.parametrize("config", CONFIGS)
def test_epsilon_game_by_game_agrees_with_the_formula(config: ttt.TrainingConfig) -> None:
    run = ttt.TrainingRun(config)
    seen, rates = 0, []
    for games in range(config.games):
        rates.append(run.epsilon)
        assert run.epsilon == pytest.approx(epsilon_after(config, games, seen), rel=1e-12)
        run.play(1)
        if config.exploration == "experience":
            seen = run.agent().stats.distinct_games
    if config.exploration == "experience":
        assert set(rates) == {1, 1 / 2, 1 / 3, 1 / 5, 1 / 10}
    else:
        assert mean_epsilon(config) == pytest.approx(np.mean(rates))


def test_a_function_of_the_games_takes_the_place_of_the_course() -> None:
    config = ttt.TrainingConfig(games=400, seed=1, epsilon=0.6, epsilon_decay=0.99)
    linear = replace(config, epsilon_course="linear")
    own = ttt.TrainingRun(config, epsilon=lambda games: epsilon_after(linear, games, 0))
    expected = ttt.TrainingRun(linear)
    for games in (150, 0, 250):
        own.play(games)
        expected.play(games)
        assert own.epsilon == expected.epsilon
        np.testing.assert_array_equal(own.q, expected.q)


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan"), None])
def test_a_function_that_does_not_return_a_rate_is_refused(rate: Any) -> None:
    run = ttt.TrainingRun(ttt.TrainingConfig(games=9), epsilon=lambda games: rate if games else 1)
    with pytest.raises(ValueError, match="from 0 to 1, but after 1 games it returns"):
        run.play(9)
    assert run.games_played == 0


def test_a_continued_run_starts_with_the_experience_so_far() -> None:
    config = ttt.TrainingConfig(games=300, exploration="experience", experience_games=50)
    agent = ttt.train(config)
    rate = epsilon_after(config, 0, agent.stats.distinct_games)
    assert ttt.TrainingRun(config, agent).epsilon == rate < 1
