from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.graph import legal
from ttt_core.learning.reward_memory import game_reward, memory_scores


@pytest.mark.parametrize(
    ("base", "rewards"), [(2.0, [1, 2, 4, 8, 16]), (1.5, [1, 2, 2, 3, 5]), (1.0, [1] * 5)]
)
def test_shorter_games_earn_more(base: float, rewards: list[int]) -> None:
    assert [game_reward(base, length) for length in (9, 8, 7, 6, 5)] == rewards


@pytest.mark.parametrize("score", ["relative", "absolute"])
def test_other_weights_change_the_scores_of_the_whole_memory(score: str) -> None:
    """The loops and the arrays, which `test_kernels` does not reach, score alike."""
    config = ttt.TrainingConfig(games=500, rule="reward-memory", score=score)
    agent = ttt.train(config)
    careful = replace(config, games=1, weight_draw=-1 / 3, weight_loss=-100.0)
    later = ttt.train(careful, start=agent)
    assert later.q.tobytes() == memory_scores(later.memory, careful).tobytes()
    assert later.q.tobytes() != memory_scores(later.memory, config).tobytes()
    assert agent.q.tobytes() == memory_scores(agent.memory, config).tobytes()
    assert (np.isnan(agent.q) == ~legal()).all()
