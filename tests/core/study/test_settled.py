"""Limits of values, compared with long runs, independent calculations and each other."""

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.match import outcome_chances
from ttt_core.evaluation.policy import uniform
from ttt_core.game.graph import graph, legal
from ttt_core.game.solution import move_values
from ttt_core.learning.config import TrainingConfig
from ttt_core.study.settled import settled_policy, settled_values, targets

MOVES = legal()


def after_moves_by_chance() -> np.ndarray:
    """Return the mover's probabilities (4520, 9, 3) of win, draw and loss in random play."""
    chances = outcome_chances(uniform(), uniform())[graph().child]
    o_moves = (graph().side[: len(chances)] == 1)[:, None]
    x_wins, o_wins, drawn = np.moveaxis(chances, -1, 0)
    win, loss = np.where(o_moves, o_wins, x_wins), np.where(o_moves, x_wins, o_wins)
    return np.stack([win, drawn, loss], axis=-1)


@pytest.mark.slow
def test_minimax_q_reaches_its_limits() -> None:
    config = TrainingConfig(games=1_000_000, epsilon_decay=1.0, move_cost=0.02, gamma=0.7)
    trained, settled = ttt.train(config).q, settled_values(config, 1.0)
    assert np.abs(trained - settled)[MOVES].max() < 1e-12


def test_the_limits_of_minimax_q_are_the_true_values() -> None:
    settled = settled_values(TrainingConfig(gamma=1.0), 0.3)
    assert (settled[MOVES] == move_values()[MOVES]).all()
    assert ttt.evaluate(settled_policy(TrainingConfig(), 1.0)).unbeatable


def test_the_limits_of_monte_carlo_with_random_play_are_mean_results() -> None:
    win, _, loss = np.moveaxis(after_moves_by_chance(), -1, 0)
    config = TrainingConfig(rule="monte-carlo", gamma=1.0)
    settled = settled_values(config, 1.0)
    assert np.abs(settled - (win - loss))[MOVES].max() < 1e-12
    partnered = TrainingConfig(rule="monte-carlo", gamma=1.0, random_share=1.0)
    assert np.allclose(settled_values(partnered, 1.0), settled, rtol=0, atol=1e-12, equal_nan=True)


def test_the_limits_of_a_memory_of_random_games_follow_their_weights() -> None:
    config = TrainingConfig(rule="reward-memory", reward_base=1.0, weight_loss=-7.0)
    expected = after_moves_by_chance() @ np.array([100.0, 10.0, -7.0])
    assert np.abs(settled_values(config, 1.0) - expected)[MOVES].max() < 1e-9


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"rule": "q-learning", "random_share": 0.4, "minimax_share": 0.3, "move_cost": 0.1},
        {"rule": "q-learning", "ties": "first", "gamma": 0.5, "reward_draw": 0.2},
        {"rule": "monte-carlo", "minimax_share": 1.0},
        {"rule": "reward-memory", "random_share": 0.5},
        {"rule": "q-learning", "best_ever": True, "rewards_for": "X"},
        {"trace_decay": 0.6, "random_share": 0.3},
        {"rule": "q-learning", "trace_decay": 0.6, "minimax_share": 0.3},
        {"rule": "sarsa", "move_cost": 0.1},
        {"rule": "expected-sarsa", "trace_decay": 0.5, "random_share": 0.4},
        {"rule": "afterstates", "reward_draw": 0.5, "reward_loss": 0.0},
        {"rule": "afterstates", "explore_learns": True},
    ],
)
def test_updates_do_not_move_the_limits(settings: dict) -> None:
    config = TrainingConfig(**settings)
    for epsilon in (0.0, 0.3):
        settled = settled_values(config, epsilon)
        assert (np.isnan(settled) == ~MOVES).all()
        assert np.abs(targets(config, epsilon, settled) - settled)[MOVES].max() < 1e-9


@pytest.mark.parametrize("rule", ["q-learning", "monte-carlo"])
def test_the_best_results_and_rewards_for_x_are_reached(rule: str) -> None:
    config = TrainingConfig(
        rule=rule, games=300_000, epsilon_decay=1.0, best_ever=True, rewards_for="X"
    )
    trained, settled = ttt.train(config).q, settled_values(config, 0.0)
    assert np.abs(trained - settled)[MOVES].max() < 1e-12


def test_the_limits_of_sarsa_do_not_depend_on_the_trace() -> None:
    limits = [
        settled_values(TrainingConfig(rule=rule, trace_decay=decay), 0.3)
        for rule in ("sarsa", "expected-sarsa")
        for decay in (0.0, 0.7)
    ]
    monte_carlo = settled_values(TrainingConfig(rule="monte-carlo"), 0.3)
    for other in limits:
        np.testing.assert_allclose(other, monte_carlo, rtol=0, atol=1e-12)


def test_with_a_trace_of_1_the_limits_are_mean_results() -> None:
    results = settled_values(TrainingConfig(rule="monte-carlo", gamma=1.0), 0.3)
    for rule in ("q-learning", "minimax-q"):
        limits = settled_values(TrainingConfig(rule=rule, gamma=1.0, trace_decay=1.0), 0.3)
        np.testing.assert_allclose(limits, results, rtol=0, atol=1e-12)


@pytest.mark.parametrize("explore_learns", [False, True])
def test_the_limits_of_afterstates_are_those_of_undiscounted_q_learning_or_sarsa(
    explore_learns: bool,
) -> None:
    limits = settled_values(TrainingConfig(rule="afterstates", explore_learns=explore_learns), 0.3)
    other = TrainingConfig(rule="sarsa" if explore_learns else "q-learning", gamma=1.0)
    np.testing.assert_allclose(limits, settled_values(other, 0.3), rtol=0, atol=1e-12)


def test_a_side_it_does_not_learn_keeps_its_initial_values() -> None:
    config = TrainingConfig(rule="q-learning", learns="X", initial_value=0.25)
    settled = settled_values(config, 0.1)
    o_moves = graph().side[: len(settled)] == 1
    assert (settled[o_moves][MOVES[o_moves]] == 0.25).all()
    assert (settled[~o_moves][MOVES[~o_moves]] != 0.25).any()
