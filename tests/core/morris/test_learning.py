"""Learning: the same games and the same values as in plain Python."""

import numpy as np
import pytest

from tests.core.morris.slow import SlowLearner, after
from ttt_core.morris import MorrisConfig, MorrisRun, evaluate, morris, train

CONFIGS = {
    "minimax-Q": MorrisConfig(games=60, seed=1, epsilon_decay=0.98),
    "minimax-Q, greedy": MorrisConfig(games=60, seed=2, epsilon=0.1, epsilon_floor=0.0, alpha=1.0),
    "Q-learning": MorrisConfig(games=60, seed=3, rule="q-learning", epsilon_decay=0.9),
    "reward memory": MorrisConfig(
        games=80, seed=4, rule="reward-memory", exploration="experience", experience_games=9
    ),
    "no doubling": MorrisConfig(
        games=60, seed=5, rule="reward-memory", reward_base=1.0, weight_loss=-100.0, epsilon=0.2
    ),
}


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_a_slow_twin_plays_and_learns_identically(config: MorrisConfig) -> None:
    slow = SlowLearner(config)
    for _ in range(config.games):
        slow.play()
    run = train(config)
    assert run.distinct_games == len(slow.games)
    assert sum(run.results) == run.games_played == config.games
    places = morris().places[: morris().n_open]
    moves = np.array([len(after(*place)) for place in places])
    expected = np.array([slow.q[place] for place in places])
    expected[np.arange(9) >= moves[:, None]] = np.nan
    np.testing.assert_allclose(run.q(), expected, rtol=1e-12, atol=1e-15)


def test_a_run_in_parts_is_the_same_run() -> None:
    config = MorrisConfig(games=3_000, seed=7)
    run = MorrisRun(config)
    for games in (1, 999, 1_500, 10_000):
        run.play(games)
    assert run.games_played == 3_000
    np.testing.assert_array_equal(run.q(), train(config).q())


def test_minimax_q_forces_the_win_and_the_published_memory_loses_every_game() -> None:
    card = evaluate(train(MorrisConfig(games=30_000)).policy())
    assert card.forces_win_as_x
    assert card.least_wins_as_x == pytest.approx(1, abs=1e-9)
    memory = MorrisConfig(games=100_000, rule="reward-memory", exploration="experience")
    card = evaluate(train(memory).policy())
    assert card.vs_random_as_x.win > 0.98
    assert card.worst_case_loss_as_x == pytest.approx(1, abs=1e-9)


@pytest.mark.slow
def test_without_doubling_and_with_more_exploration_the_memory_forces_the_win_too() -> None:
    memory = MorrisConfig(
        games=300_000,
        rule="reward-memory",
        exploration="experience",
        experience_games=20_000,
        reward_base=1.0,
    )
    assert evaluate(train(memory).policy()).forces_win_as_x


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"alpha": 0.0},
        {"rule": "minimax"},
        {"reward_base": 3.0},
        {"seed": 1.5},
        {"alfa": 1},
    ],
)
def test_wrong_settings_are_refused_by_name(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        MorrisConfig(**wrong)  # type: ignore[arg-type]
