"""Limits of values, compared with long runs, independent calculations and each other."""

from dataclasses import replace

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


def test_the_limits_of_minimax_q_are_the_true_values() -> None:
    settled = settled_values(TrainingConfig(gamma=1.0), 0.3)
    assert (settled[MOVES] == move_values()[MOVES]).all()
    assert ttt.evaluate(settled_policy(TrainingConfig(), 1.0)).unbeatable


def test_the_limits_of_monte_carlo_with_random_play_are_mean_results() -> None:
    win, _, loss = np.moveaxis(after_moves_by_chance(), -1, 0)
    for partners in ({}, {"random_share": 1.0}):
        config = TrainingConfig(rule="monte-carlo", gamma=1.0, **partners)
        assert np.abs(settled_values(config, 1.0) - (win - loss))[MOVES].max() < 1e-12


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
        {"rule": "reward-memory", "random_share": 0.5},
        {"rule": "q-learning", "best_ever": True, "rewards_for": "X"},
        {"rule": "q-learning", "trace_decay": 0.6, "minimax_share": 0.3},
        {"rule": "expected-sarsa", "trace_decay": 0.5, "random_share": 0.4},
        {"rule": "afterstates", "reward_draw": 0.5, "reward_loss": 0.0},
    ],
)
def test_updates_do_not_move_the_limits(settings: dict) -> None:
    config = TrainingConfig(**settings)
    for epsilon in (0.0, 0.3):
        settled = settled_values(config, epsilon)
        assert (np.isnan(settled) == ~MOVES).all()
        assert np.abs(targets(config, epsilon, settled) - settled)[MOVES].max() < 1e-9


Config = TrainingConfig
REACHED = [
    (Config(epsilon_decay=1.0, move_cost=0.02, gamma=0.7), 1.0),
    (Config(rule="q-learning", epsilon_decay=1.0, best_ever=True, rewards_for="X"), 0.0),
    (Config(rule="monte-carlo", epsilon_decay=1.0, best_ever=True, rewards_for="X"), 0.0),
]


@pytest.mark.slow
@pytest.mark.parametrize(("config", "epsilon"), REACHED)
def test_limits_that_do_not_depend_on_luck_are_reached(config: Config, epsilon: float) -> None:
    trained = ttt.train(replace(config, games=300_000)).q
    assert np.abs(trained - settled_values(config, epsilon))[MOVES].max() < 1e-12


SAME_LIMITS = [
    (Config(rule="sarsa", trace_decay=0.7), Config(rule="monte-carlo")),
    (Config(rule="expected-sarsa"), Config(rule="monte-carlo")),
    (Config(trace_decay=1.0, gamma=1.0), Config(rule="monte-carlo", gamma=1.0)),
    (Config(rule="q-learning", trace_decay=1.0, gamma=1.0), Config(rule="monte-carlo", gamma=1.0)),
    (Config(rule="afterstates", explore_learns=True), Config(rule="sarsa", gamma=1.0)),
    (Config(rule="afterstates"), Config(rule="q-learning", gamma=1.0)),
]


@pytest.mark.parametrize(("one", "other"), SAME_LIMITS)
def test_rules_that_expect_the_same_have_the_same_limits(one: Config, other: Config) -> None:
    np.testing.assert_allclose(
        settled_values(one, 0.3), settled_values(other, 0.3), rtol=0, atol=1e-12
    )


def test_a_side_it_does_not_learn_keeps_its_initial_values() -> None:
    config = TrainingConfig(rule="q-learning", learns="X", initial_value=0.25)
    settled = settled_values(config, 0.1)
    o_moves = graph().side[: len(settled)] == 1
    assert (settled[o_moves][MOVES[o_moves]] == 0.25).all()
    assert (settled[~o_moves][MOVES[~o_moves]] != 0.25).any()
