"""What defines the textbooks' rules; `test_kernels` compares them with the slow learner."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.evaluation.policy import softmax, uniform
from ttt_core.game.graph import graph, legal
from ttt_core.learning.afterstates import ends_game

GAMES = ttt.play_games(ttt.uniform(), ttt.uniform(), 30, np.random.default_rng(1))
Changed = st.fixed_dictionaries(
    {
        "alpha": st.sampled_from([0.1, 0.5, 1.0]),
        "gamma": st.sampled_from([0.0, 0.7, 1.0]),
        "reward_draw": st.sampled_from([0.0, 0.5, -1.0]),
        "move_cost": st.sampled_from([0.0, 0.1]),
        "symmetry": st.booleans(),
        "initial_value": st.sampled_from([0.0, -0.5]),
    }
)


def learned(config: ttt.TrainingConfig) -> np.ndarray:
    """Return the values after the same games, which no rule has chosen."""
    run = ttt.TrainingRun(config)
    for cells in GAMES:
        run.learn(cells)
    return run.q


@pytest.mark.parametrize("rule", ["q-learning", "sarsa", "expected-sarsa"])
@given(Changed)
@settings(max_examples=10)
def test_with_a_trace_of_1_it_is_monte_carlo(rule: Any, changed: dict[str, Any]) -> None:
    traced = ttt.TrainingConfig(rule=rule, trace_decay=1.0, **changed)
    monte_carlo = ttt.TrainingConfig(rule="monte-carlo", **changed)
    assert np.array_equal(learned(traced), learned(monte_carlo), equal_nan=True)


def test_without_exploration_sarsa_is_q_learning() -> None:
    config = ttt.TrainingConfig(rule="q-learning", games=500, epsilon=0.0, seed=4)
    agents = [
        ttt.train(replace(config, rule=rule)) for rule in ("q-learning", "sarsa", "expected-sarsa")
    ]
    assert np.array_equal(agents[0].q, agents[1].q, equal_nan=True)
    assert np.array_equal(agents[0].q, agents[2].q, equal_nan=True)


BOOK = replace(ttt.PRESETS["Sutton and Barto (2018)"], games=2_000, symmetry=True)


@pytest.mark.parametrize("symmetry", [True, False])
def test_moves_to_one_position_share_its_value(symmetry: bool) -> None:
    agent = ttt.train(replace(BOOK, symmetry=symmetry))
    child = graph().child[legal()]
    for learned_array in (agent.q[legal()], agent.visits[legal()]):
        of_position = np.zeros(child.max() + 1, learned_array.dtype)
        of_position[child] = learned_array
        assert np.array_equal(of_position[child], learned_array)


def test_a_finished_game_has_the_value_of_its_reward() -> None:
    agent = ttt.train(BOOK)
    untaught = ttt.TrainingRun(BOOK).agent()
    assert np.array_equal(agent.q[ends_game()], untaught.q[ends_game()])
    assert set(np.unique(agent.q[ends_game()])) == {0.5, 1.0}
    assert untaught.is_blank
    assert untaught.positions_known == 0


def test_an_exploratory_move_teaches_nothing_to_the_position_before() -> None:
    for explore_learns in (False, True):
        run = ttt.TrainingRun(replace(BOOK, symmetry=False, explore_learns=explore_learns))
        for _ in range(2):
            run.learn((0, 1, 3, 2, 6))  # the second time, the win reaches the opening
        before = run.q[0, 0]
        assert before == pytest.approx(0.5 + 0.1 * 0.05)
        run.learn((0, 1, 4, 2, 8))  # 4 has a lower value than 3
        assert bool(run.q[0, 0] != before) is explore_learns


def test_a_policy_plays_by_its_preferences() -> None:
    agent = ttt.train(ttt.TrainingConfig(rule="reinforce", games=500, alpha=0.5))
    assert agent.kind == "policy"
    policy = agent.policy()
    assert np.array_equal(policy, softmax(agent.q))
    assert (policy[legal()] > 0).all()
    np.testing.assert_allclose(policy.sum(axis=1), 1, atol=1e-12)
    np.testing.assert_allclose(ttt.untrained("New", "policy").policy(), uniform(), atol=1e-15)
    assert not ttt.evaluate(agent).unbeatable
    run = ttt.TrainingRun(agent.config, watched=True)
    run.play(500)
    assert run.standing is not None
    assert run.standing.first is None
    assert run.beatable_games == (500, 500)


def test_preferences_of_a_position_keep_their_sum() -> None:
    config = ttt.TrainingConfig(rule="reinforce", games=300, symmetry=False)
    preferences = np.nan_to_num(ttt.train(config).q)
    np.testing.assert_allclose(preferences.sum(axis=1), 0, atol=1e-12)


@pytest.mark.parametrize(
    "settings", [{"rule": "sarsa", "replay": 1}, {"replay": 1, "trace_decay": 0.5}]
)
def test_replay_needs_moves_that_stand_alone(settings: dict[str, Any]) -> None:
    with pytest.raises(ttt.ConfigError, match="replay"):
        ttt.TrainingConfig(**settings)


def verdicts(**changes: Any) -> tuple[int, int]:
    """Return how many of 20 seeds are unbeatable as X and as O."""
    base = ttt.TrainingConfig(games=60_000, epsilon=0.1, epsilon_decay=1.0)
    as_x = as_o = 0
    for seed in range(20):
        run = ttt.TrainingRun(replace(base, seed=seed, **changes))
        run.play(60_000)
        card = ttt.evaluate(run.policy())
        as_x += not card.beatable_as_x
        as_o += not card.beatable_as_o
    return as_x, as_o


def test_without_a_worth_of_a_draw_it_does_not_mind_losing() -> None:
    book = {"rule": "afterstates", "alpha": 0.1, "initial_value": 0.5, "reward_loss": 0.0}
    assert verdicts(**book, reward_draw=0.5) == (20, 20)
    assert verdicts(**book, reward_draw=0.0) == (20, 0)
