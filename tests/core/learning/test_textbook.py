"""What defines the textbooks' rules; `test_kernels` compares them with the slow learner."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.evaluation.policy import softmax, uniform
from ttt_core.game.graph import legal
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


def test_a_finished_game_is_known_before_the_first() -> None:
    book = ttt.PRESETS["Sutton and Barto (2018)"]
    untaught = ttt.TrainingRun(book).agent()
    assert set(np.unique(untaught.q[ends_game()])) == {0.5, 1.0}
    assert untaught.is_blank
    assert untaught.positions_known == 0


def test_a_policy_plays_by_its_preferences() -> None:
    agent = ttt.train(ttt.TrainingConfig(rule="reinforce", games=500, alpha=0.5))
    assert agent.kind == "policy"
    policy = agent.policy()
    assert np.array_equal(policy, softmax(agent.q))
    assert (policy[legal()] > 0).all()
    np.testing.assert_allclose(policy.sum(axis=1), 1, atol=1e-12)
    np.testing.assert_allclose(ttt.untrained("New", "policy").policy(), uniform(), atol=1e-15)
    run = ttt.TrainingRun(agent.config, watched=True)
    run.play(500)
    assert run.standing.first is None
    assert run.beatable_games == (500, 500)


def unbeatable(**changes: Any) -> tuple[bool, bool]:
    """Return whether an agent is unbeatable as X and as O."""
    config = ttt.TrainingConfig(games=60_000, epsilon=0.1, epsilon_decay=1.0, **changes)
    card = ttt.evaluate(ttt.train(config))
    return not card.beatable_as_x, not card.beatable_as_o


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.thorough) for n in (1, 2))]
)
def test_without_a_worth_of_a_draw_it_does_not_mind_losing(seed: int) -> None:
    book = {"rule": "afterstates", "alpha": 0.1, "initial_value": 0.5, "reward_loss": 0.0}
    assert unbeatable(**book, reward_draw=0.5, seed=seed) == (True, True)
    assert unbeatable(**book, reward_draw=0.0, seed=seed) == (True, False)
