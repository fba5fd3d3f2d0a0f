"""Networks: the kernels, compared with a slow network, and what an agent with one can do."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.learning.slow_learner import Move, SlowLearner, SplitMix, moves_in_order
from ttt_core.game.board import SYMMETRIES, side_to_move, transform
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.learning.network import (
    MAX_WEIGHT,
    add_gradient,
    first_weights,
    hidden_units_in,
    make_network,
    network_values,
    parts_of_network,
    without_units,
)
from ttt_core.learning.training import GAMES_BETWEEN_CHECKS

DOCS = Path(__file__).parents[3] / "docs"
CONFIG = ttt.TrainingConfig(games=60, rule="network", hidden_units=5, batch=4, copy_every=70)


class SlowNetwork(SlowLearner):
    """A network of NumPy's arrays that computes every value when it is asked."""

    def __init__(self, config: ttt.TrainingConfig) -> None:
        super().__init__(config)
        self.draws = SplitMix(config.seed * 0xD1342543DE82EF95 % 2**64)
        units = config.hidden_units
        self.weights = [
            self.drawn(18, units, fan_in=18),
            np.zeros(units),
            self.drawn(9, units, fan_in=units),
            np.zeros(9),
        ]
        self.copy = [array.copy() for array in self.weights]
        self.average = [array.copy() for array in self.weights]
        self.means = [np.zeros_like(array) for array in self.weights]
        self.squares = [np.zeros_like(array) for array in self.weights]
        self.batches = SplitMix(config.seed ^ 2**64 - 1)
        self.steps = 0
        self.left = [1.0, 1.0]

    def drawn(self, *shape: int, fan_in: int) -> np.ndarray[Any, Any]:
        chances = [self.draws.draw()[0] for _ in range(shape[0] * shape[1])]
        return np.sqrt(6 / fan_in) * (2 * np.array(chances).reshape(shape) - 1)

    def key(self, board: str, cell: int) -> Move:
        return board, cell

    def moves(self, board: str) -> list[int]:
        return moves_in_order(board, False)

    def hidden(self, board: str, weights: list[Any]) -> tuple[list[int], Any]:
        """Return the inputs that are 1, in the order of the cells, and the hidden units."""
        mover = side_to_move(board)
        marks = [cell + 9 * (mark != mover) for cell, mark in enumerate(board) if mark != "-"]
        total = weights[1].copy()
        for mark in marks:
            total += weights[0][mark]
        return marks, np.maximum(total, 0)

    def output(self, board: str, cell: int, weights: list[Any]) -> float:
        total = float(weights[3][cell])
        for unit, weight in zip(self.hidden(board, weights)[1], weights[2][cell], strict=True):
            total += float(unit) * float(weight)
        return total

    def value(self, board: str, cell: int) -> float:
        return self.output(board, cell, self.weights)

    def update(self, move: Move, reward: float, ahead: str | None, step: float) -> None:
        self.ring[self.stored % self.config.replay_size] = (move, reward, ahead)
        self.stored += 1
        gradients = [np.zeros_like(array) for array in self.weights]
        for _ in range(self.config.batch):
            chance, bits = self.batches.draw()
            (board, cell), reward, ahead = self.ring[bits * len(self.ring) >> 32]
            turn = int(chance * 8) if self.config.symmetry else 0
            board, cell = transform(board, turn), SYMMETRIES[turn].tolist().index(cell)
            target = float(reward)
            if ahead is not None:
                ahead = transform(ahead, turn)
                best = max(self.output(ahead, c, self.copy) for c in self.moves(ahead))
                target += -self.config.gamma * best
            for total, part in zip(gradients, self.gradient(board, cell, target), strict=True):
                total += part
        self.step(gradients)

    def gradient(self, board: str, cell: int, target: float) -> list[Any]:
        gradients = [np.zeros_like(array) for array in self.weights]
        marks, hidden = self.hidden(board, self.weights)
        error = (self.value(board, cell) - target) / self.config.batch
        back = np.where(hidden > 0, error * self.weights[2][cell], 0)
        gradients[0][marks] = back
        gradients[1][:] = back
        gradients[2][cell] = error * hidden
        gradients[3][cell] = error
        return gradients

    def step(self, gradients: list[Any]) -> None:
        self.left = [self.left[0] * 0.9, self.left[1] * 0.999]
        size = self.config.network_step / (1 + self.steps / self.config.halved_after)
        size *= np.sqrt(1 - self.left[1]) / (1 - self.left[0])
        for array, slope, mean, square in zip(
            self.weights, gradients, self.means, self.squares, strict=True
        ):
            mean[...] = 0.9 * mean + (1 - 0.9) * slope
            square[...] = 0.999 * square + (1 - 0.999) * slope * slope
            array[...] = array - size * mean / (np.sqrt(square) + 1e-8)
        for average, array in zip(self.average, self.weights, strict=True):
            average += 10 / (self.steps + 10) * (array - average)
        self.steps += 1
        if self.steps % self.config.copy_every == 0:
            self.copy = [array.copy() for array in self.weights]


OPTIONS: list[dict[str, Any]] = [
    {"epsilon": 0.3},
    {"symmetry": False, "move_cost": 0.0625, "halved_after": 1_000, "gamma": 0.7},
    {"reward_win": 2, "reward_loss": -2, "random_share": 0.4, "minimax_share": 0.3},
    {"exploration": "least-visited", "replay_size": 9},
    {"exploration": "experience", "experience_games": 30, "network_step": 0.05, "seed": 7},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_kernels_learn_what_a_slow_network_learns(options: dict[str, Any]) -> None:
    config = replace(CONFIG, **options)
    agent, slow = ttt.train(config), SlowNetwork(config)
    for _ in range(config.games):
        slow.play()
    assert agent.weights.tobytes() == np.concatenate([a.ravel() for a in slow.average]).tobytes()
    for position in (0, 1, 500, 4_000, N_OPEN - 1):
        for cell in np.flatnonzero(legal()[position]).tolist():
            board = boards()[position]
            assert agent.q[position, cell] == slow.output(board, cell, slow.average)
            assert agent.visits[position, cell] == slow.visits[board, cell]
    stats = agent.stats
    assert {"X": stats.x_wins, "O": stats.o_wins, "draw": stats.draws} == slow.results
    assert stats.explorations == slow.explorations
    assert stats.distinct_games == len(set(slow.games))


def test_the_gradient_is_that_of_half_the_squared_error() -> None:
    network = make_network(first_weights(CONFIG), CONFIG, 0)
    board, cell, target = "XO-X-----", 4, 0.7
    add_gradient(network, position_of(board), 3, cell, target)

    def loss(weights: np.ndarray[Any, Any]) -> float:
        value = network_values(weights)[position_of(board), cell]
        return float((value - target) ** 2 / 2 / CONFIG.batch)

    for index in range(network.weights.size):
        small = np.where(np.arange(network.weights.size) == index, 1e-6, 0.0)
        slope = (loss(network.weights + small) - loss(network.weights - small)) / 2e-6
        assert slope == pytest.approx(network.gradient[index], abs=1e-8)
    assert np.count_nonzero(network.gradient) > CONFIG.hidden_units


def test_what_the_units_add_is_the_value_and_a_unit_switched_off_adds_nothing() -> None:
    agent = ttt.train(CONFIG)
    for position in (0, 700, N_OPEN - 1):
        hidden, parts = hidden_units_in(agent.weights, position), parts_of_network(agent.weights)
        values = parts.out_of_units @ hidden + parts.output_biases
        free = legal()[position]
        assert values[free] == pytest.approx(agent.q[position, free])
        without = network_values(without_units(agent.weights, [1]))[position]
        values -= parts.out_of_units[:, 1] * hidden[1]
        assert without[free] == pytest.approx(values[free])


def test_it_learns_from_a_game_with_a_person() -> None:
    agent = ttt.train(CONFIG)
    taught = ttt.learn_from_game(agent, (0, 3, 1, 4, 2))
    assert taught == ttt.learn_from_game(agent, (0, 3, 1, 4, 2))
    assert taught.stats.games == agent.stats.games + 1
    assert taught.visits.sum() == agent.visits.sum() + 5
    assert taught.fingerprint != agent.fingerprint


def test_the_untrained_network_is_random_by_the_seed() -> None:
    agent = ttt.TrainingRun(CONFIG).agent()
    assert agent.is_blank
    assert agent.config.hidden_units == CONFIG.hidden_units
    assert agent.fingerprint != ttt.TrainingRun(replace(CONFIG, seed=1)).agent().fingerprint
    assert ttt.untrained(kind="network").config == ttt.TrainingConfig(rule="network")


@pytest.mark.thorough
def test_401_weights_learn_to_be_unbeatable_in_19_500_games_of_self_play() -> None:
    config = replace(
        ttt.PRESETS["Too small"],
        games=19_500,
        hidden_units=14,
        epsilon=0.4,
        halved_after=100_000,
        seed=101,
    )
    assert ttt.train(config).weights.tolist() == record("401-weights.json").weights.tolist()


@pytest.mark.parametrize("n_weights", [93, 401])
def test_the_smallest_networks_known_are_unbeatable(n_weights: int) -> None:
    agent = record(f"{n_weights}-weights.json")
    assert np.size(agent.weights) == n_weights
    assert ttt.evaluate(agent).unbeatable


def record(name: str) -> ttt.Agent:
    return ttt.load_agent((DOCS / name).read_text("utf-8"))


def test_large_steps_and_rewards_do_not_overflow() -> None:
    config = replace(CONFIG, network_step=0.1, reward_win=1_000, reward_loss=-1_000, games=2_000)
    weights = ttt.train(config).weights
    assert 0.9 * MAX_WEIGHT < np.abs(weights).max() <= MAX_WEIGHT


def test_what_does_not_fit_a_network_is_refused() -> None:
    agent = ttt.train(CONFIG)
    for weights in ([0.0] * 149, np.zeros(148), np.full(149, 26.0), None):
        with pytest.raises(ValueError, match="weights"):
            replace(agent, weights=weights)
    with pytest.raises(ValueError, match="q of a network must contain its values"):
        replace(agent, q=np.where(legal(), 0.0, np.nan))
    with pytest.raises(ValueError, match="no others may have any"):
        replace(ttt.untrained(), weights=agent.weights)
    with pytest.raises(ttt.ConfigError, match=r"^hidden_units must be 5, as in the network"):
        ttt.train(replace(CONFIG, hidden_units=6), agent)


def test_a_watched_network_is_checked_now_and_then() -> None:
    config = replace(CONFIG, games=1_700)
    run = ttt.TrainingRun(config, watched=True)
    beatable, checked = (
        [True],
        [0, *range(GAMES_BETWEEN_CHECKS, 1_700, GAMES_BETWEEN_CHECKS), 1_700],
    )
    games = 0
    for before, now in pairwise(checked):
        games += beatable[-1] * (now - before)
        run.play(now - before)
        beatable.append(ttt.evaluate(run.policy()).beatable_as_x)
    assert run.beatable_games[0] == games
    assert run.standing == ttt.Standing(None, None, 0)
    whole = ttt.TrainingRun(config, watched=True)
    whole.play(config.games)
    assert (whole.standing, whole.beatable_games) == (run.standing, run.beatable_games)
