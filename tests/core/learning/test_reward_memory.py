from dataclasses import replace

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.game.graph import N_OPEN, graph, legal
from ttt_core.learning.reward_memory import game_reward, memory_scores, score

REWARDS = st.integers(0, 2**31 - 1)


@given(st.tuples(*[st.floats(-1_000, 1_000)] * 3), REWARDS, REWARDS, REWARDS)
@example((100.0, 10.0, -1.0), 0, 0, 0)
def test_a_score_is_the_mean_of_the_weights_in_loops_and_in_arrays(
    weights: tuple[float, float, float], win: int, draw: int, loss: int
) -> None:
    memory = np.zeros((N_OPEN, 9, 3), np.int32)
    memory[:, :] = np.where(
        graph().side[:N_OPEN, None, None] == 0, (win, loss, draw), (loss, win, draw)
    )
    names = ("weight_win", "weight_draw", "weight_loss")
    config = ttt.TrainingConfig(rule="reward-memory", **dict(zip(names, weights, strict=True)))
    products = [weight * n for weight, n in zip(weights, (win, draw, loss), strict=True)]
    total = products[0] + products[1] + products[2]
    expected = {"relative": total / max(win + draw + loss, 1), "absolute": total}
    numbers = np.int64(win), np.int64(draw), np.int64(loss)
    for kind, value in expected.items():
        scores = memory_scores(memory, replace(config, score=kind))
        assert score(weights, kind == "absolute", *numbers) == value
        assert set(scores[legal()]) == {value}
        assert np.isnan(scores[~legal()]).all()


def test_shorter_games_earn_more() -> None:
    assert [game_reward(2.0, length) for length in (9, 8, 7, 6, 5)] == [1, 2, 4, 8, 16]
    assert [game_reward(1.5, length) for length in (9, 8, 7, 6, 5)] == [1, 2, 2, 3, 5]
    assert [game_reward(1.0, length) for length in (9, 8, 7, 6, 5)] == [1] * 5


def test_other_weights_change_the_scores_of_the_whole_memory() -> None:
    config = ttt.TrainingConfig(games=500, rule="reward-memory")
    agent = ttt.train(config)
    careful = replace(config, games=1, weight_loss=-100.0)
    later = ttt.train(careful, start=agent)
    assert later.q.tobytes() == memory_scores(later.memory, careful).tobytes()
    assert later.q.tobytes() != memory_scores(later.memory, config).tobytes()
