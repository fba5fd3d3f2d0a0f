from dataclasses import replace

import pytest

import ttt_core as ttt
from ttt_core.learning.schedule import epsilon_after, next_epsilon

CONFIGS = [
    ttt.TrainingConfig(games=700, epsilon=0.5, epsilon_decay=0.99, epsilon_floor=0.05),
    ttt.TrainingConfig(games=700, epsilon=0.1, epsilon_floor=0.3),
    ttt.TrainingConfig(games=700, epsilon_decay=1.0),
    ttt.TrainingConfig(games=3_000, exploration="experience"),
    ttt.TrainingConfig(games=700, exploration="experience", experience_games=20),
]


@pytest.mark.slow
@pytest.mark.parametrize("config", CONFIGS)
def test_epsilon_game_by_game_agrees_with_the_formula(config: ttt.TrainingConfig) -> None:
    run = ttt.TrainingRun(config)
    seen, epsilon = 0, epsilon_after(config, 0, 0)
    for games in range(config.games):
        assert run.epsilon == epsilon
        assert epsilon == pytest.approx(epsilon_after(config, games, seen), rel=1e-12)
        run.play(1)
        if config.exploration == "experience":
            seen = run.agent().stats.distinct_games
        by_experience = config.exploration == "experience"
        epsilon = next_epsilon(
            by_experience,
            config.experience_games,
            config.epsilon_decay,
            config.epsilon_floor,
            seen,
            epsilon,
        )


def test_a_continued_run_starts_with_the_experience_so_far() -> None:
    config = replace(CONFIGS[3], games=20_000)
    agent = ttt.train(config)
    assert ttt.TrainingRun(config, agent).epsilon == epsilon_after(
        config, 0, agent.stats.distinct_games
    )
    assert epsilon_after(config, 0, agent.stats.distinct_games) < 1
