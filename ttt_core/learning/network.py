"""A network that computes the values of a position, and the loops that train it.

It has 18 inputs, a hidden layer of rectified units and nine outputs, one for each cell. An input is
1 if the player to move has a mark in its cell (the first nine), or the opponent has (the others).

The weights are one flat array: for H hidden units, the weights from the inputs (18, H), the units'
biases (H), the weights to the outputs (9, H), and the outputs' biases (9). That is 28 H + 9.

It learns by Adam (Kingma and Ba 2015) from batches of stored moves, with targets by a copy of the
network that follows now and then (Mnih and others 2015). The agent plays by the average of the
weights over about the last tenth of the steps (Shamir and Zhang 2013), which is steadier.

All sums have a fixed order, and every operation is one that IEEE 754 rounds exactly. Equal
settings therefore give exactly the same weights.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled, inlined, part
from ttt_core.game.board import SYMMETRIES, transform
from ttt_core.game.graph import N_OPEN, Layout, boards, frozen, layout, legal, position_numbers
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.kernels import (
    DISTINCT_GAMES,
    GAMES,
    N_CELLS,
    NOWHERE,
    STORED,
    Choices,
    Given,
    Learner,
    Rule,
    choose,
    count_game,
    explore,
    play_next,
    reward_and_row_ahead,
    store,
    update_choice,
)
from ttt_core.learning.schedule import next_epsilon
from ttt_core.learning.watch import best_moves
from ttt_core.random_numbers import below, random_bits, unit

MAX_WEIGHT = 25.0
"""Training keeps every weight between plus and minus this, so no value exceeds a million."""

_INPUTS = 18
_DECAY_OF_MEAN, _DECAY_OF_SQUARE, _SMALL = 0.9, 0.999, 1e-8
_NOTHING = 1e-300
"""A running mean below this moves no weight. Numbers below 1e-308 take many times as long."""
_FORGETTING = 10.0
"""The average is mostly that of the last of so many equal parts of the steps."""


class Network(NamedTuple):
    """A network and everything its training changes, in place, for H hidden units.

    Attributes
    ----------
    weights, gradient, mean, square : float64 arrays (28 H + 9,)
        The weights, the gradient of a batch, and Adam's running means of it and of its square.
    average : float64 array (28 H + 9,)
        The average of the weights over about the last tenth of the steps.
    decayed : float64 array (2,)
        The share of the initial zeros in those two running means.
    copy : float64 array (28 H + 9,)
        The weights by which targets are computed.
    ahead : float64 array (4520,)
        The best value of every position by the copy; nan until it is needed.
    hidden : float64 array (H,)
        Working memory.
    random : uint64 array (1,)
        State of the random numbers that choose the moves of a batch.
    steps : int64 array (1,)
        How many batches it has learned from in this run.
    marks : int8 array (4520, 9)
        The inputs that are 1 in every position; entries after the last mark have no meaning.
    turned : int16 array (8, 4520)
        Every position, rotated and mirrored.
    cells : int8 array (8, 9)
        Where each cell goes.
    turns : int
        How many of the eight are used: 8 with symmetry, otherwise 1.
    step, halved_after, batch, copy_every
        Settings.
    """

    weights: NDArray[np.float64]
    average: NDArray[np.float64]
    gradient: NDArray[np.float64]
    mean: NDArray[np.float64]
    square: NDArray[np.float64]
    decayed: NDArray[np.float64]
    copy: NDArray[np.float64]
    ahead: NDArray[np.float64]
    hidden: NDArray[np.float64]
    random: NDArray[np.uint64]
    steps: NDArray[np.int64]
    marks: NDArray[np.int8]
    turned: NDArray[np.int16]
    cells: NDArray[np.int8]
    turns: int
    step: float
    halved_after: int
    batch: int
    copy_every: int

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what changes: copies of the rest could be written to, another type to numba."""
        changing = self._asdict()
        for name in _FIXED:
            del changing[name]
        return _with_fixed_arrays, (changing,)


_FIXED = ("marks", "turned", "cells")


def _with_fixed_arrays(changing: dict[str, Any]) -> Network:
    turned, cells = _turns()
    return Network(**changing, marks=_marks(), turned=turned, cells=cells)


def make_network(weights: NDArray[np.float64], config: TrainingConfig, random: int) -> Network:
    """Copy weights into a network that has not yet learned in this run.

    `random` is the initial state of the run's random numbers; the batches use others.
    """
    turned, cells = _turns()
    return Network(
        weights=weights.copy(),
        average=weights.copy(),
        gradient=np.zeros_like(weights),
        mean=np.zeros_like(weights),
        square=np.zeros_like(weights),
        decayed=np.ones(2),
        copy=weights.copy(),
        ahead=np.full(N_OPEN, np.nan),
        hidden=np.zeros(units_of(weights)),
        random=np.array([random ^ 2**64 - 1], np.uint64),
        steps=np.zeros(1, np.int64),
        marks=_marks(),
        turned=turned,
        cells=cells,
        turns=8 if config.symmetry else 1,
        step=config.network_step,
        halved_after=config.halved_after,
        batch=config.batch,
        copy_every=config.copy_every,
    )


def units_of(weights: NDArray[np.float64]) -> int:
    """Return the number of hidden units of a network with these weights."""
    return (weights.size - N_CELLS) // (_INPUTS + 1 + N_CELLS)


def n_weights(units: int) -> int:
    """Return the number of weights of a network with so many hidden units."""
    return (_INPUTS + 1 + N_CELLS) * units + N_CELLS


class NetworkParts(NamedTuple):
    """The weights of a network with H hidden units by what they connect; views, not copies.

    Attributes
    ----------
    into_units : float64 array (18, H)
    biases : float64 array (H,)
        Of the units.
    out_of_units : float64 array (9, H)
    output_biases : float64 array (9,)
    """

    into_units: NDArray[np.float64]
    biases: NDArray[np.float64]
    out_of_units: NDArray[np.float64]
    output_biases: NDArray[np.float64]


def parts_of_network(weights: NDArray[np.float64]) -> NetworkParts:
    """Return the weights of a network by what they connect."""
    units = units_of(weights)
    ends = np.cumsum([_INPUTS * units, units, N_CELLS * units])
    into_units, biases, out_of_units, output_biases = np.split(weights, ends)
    return NetworkParts(
        into_units.reshape(_INPUTS, units),
        biases,
        out_of_units.reshape(N_CELLS, units),
        output_biases,
    )


def hidden_units_in(weights: NDArray[np.float64], position: int) -> NDArray[np.float64]:
    """Return how active each hidden unit is in an open position, (H,): 0 or more."""
    parts = parts_of_network(weights)
    marks = _marks()[position, : int((~legal()[position]).sum())]
    return np.asarray(np.maximum(parts.into_units[marks].sum(axis=0) + parts.biases, 0.0))


def without_units(weights: NDArray[np.float64], units: Sequence[int]) -> NDArray[np.float64]:
    """Return the weights of a network in which some hidden units add nothing to any value."""
    changed = weights.copy()
    parts_of_network(changed).out_of_units[:, list(units)] = 0.0
    return frozen(changed)


def first_weights(config: TrainingConfig) -> NDArray[np.float64]:
    """Return the weights of an untrained network, random by the seed (He and others 2015)."""
    units = config.hidden_units
    weights = np.zeros(n_weights(units))
    parts = parts_of_network(weights)
    state = np.array([config.seed * 0xD1342543DE82EF95 % 2**64], np.uint64)
    for weights_in, fan_in in ((parts.into_units, _INPUTS), (parts.out_of_units, units)):
        _draw(weights_in.reshape(-1), np.sqrt(6 / fan_in), state)
    return frozen(weights)


def network_values(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values that a network gives to every move, (4520, 9), nan where not legal."""
    values = np.full((N_OPEN, N_CELLS), np.nan)
    _fill(layout(False), weights, _marks(), np.zeros(units_of(weights)), values)
    return frozen(values)


@cache
def _marks() -> NDArray[np.int8]:
    marks = np.zeros((N_OPEN, N_CELLS), np.int8)
    for position, board in enumerate(boards()[:N_OPEN]):
        mover = "XO"[int((~legal()[position]).sum()) % 2]
        taken = [
            cell if board[cell] == mover else 9 + cell for cell in range(9) if board[cell] != "-"
        ]
        marks[position, : len(taken)] = taken
    return frozen(marks)


@cache
def _turns() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    numbers = position_numbers()
    turned = [[numbers[transform(board, turn)] for board in boards()[:N_OPEN]] for turn in range(8)]
    return frozen(np.array(turned, np.int16)), frozen(
        np.argsort(SYMMETRIES, axis=1).astype(np.int8)
    )


@compiled
def _draw(weights: Any, most: float, random: Any) -> None:
    state = random[0]
    for index in range(weights.size):
        bits, state = random_bits(state)
        weights[index] = most * (2.0 * unit(bits) - 1.0)
    random[0] = state


@inlined
def activate(weights: Any, marks: Any, hidden: Any, position: Any, n_marks: Any) -> None:
    """Compute the hidden units of a position. Inputs are 0 or 1, so weights are only added.

    Loops over a slice, here and below, add in parallel; with a computed index they do not.
    """
    units = hidden.size
    biases = weights[_INPUTS * units : (_INPUTS + 1) * units]
    for h in range(units):
        hidden[h] = biases[h]
    for mark in range(n_marks):
        first = np.int64(marks[position, mark]) * units
        from_input = weights[first : first + units]
        for h in range(units):
            hidden[h] += from_input[h]
    for h in range(units):
        hidden[h] = hidden[h] if hidden[h] > 0.0 else 0.0


@inlined
def output(weights: Any, hidden: Any, cell: Any) -> Any:
    """Return the value of a cell, once the hidden units are computed."""
    units = hidden.size
    first = (_INPUTS + 1 + cell) * units
    to_cell = weights[first : first + units]
    value = weights[(_INPUTS + 1 + N_CELLS) * units + cell]
    for h in range(units):
        value += hidden[h] * to_cell[h]
    return value


@compiled
def _fill(layout: Layout, weights: Any, marks: Any, hidden: Any, values: Any) -> None:
    for position in range(N_OPEN):
        n_moves = np.int64(layout.n_moves[position])
        activate(weights, marks, hidden, position, N_CELLS - n_moves)
        for move in range(n_moves):
            cell = np.int64(layout.cell[position, move])
            values[position, cell] = output(weights, hidden, cell)


@inlined
def best_ahead(layout: Layout, network: Network, position: Any) -> Any:
    """Return the best value of a position by the copy, which is computed once for each copy."""
    if np.isnan(network.ahead[position]):
        n_moves = np.int64(layout.n_moves[position])
        activate(network.copy, network.marks, network.hidden, position, N_CELLS - n_moves)
        best = output(network.copy, network.hidden, np.int64(layout.cell[position, 0]))
        for move in range(1, n_moves):
            cell = np.int64(layout.cell[position, move])
            best = max(best, output(network.copy, network.hidden, cell))
        network.ahead[position] = best
    return network.ahead[position]


@inlined
def add_gradient(network: Network, position: Any, n_marks: Any, cell: Any, target: Any) -> None:
    """Add the gradient of half the squared error of one move's value, as a part of the batch."""
    weights, gradient, hidden = network.weights, network.gradient, network.hidden
    units = hidden.size
    activate(weights, network.marks, hidden, position, n_marks)
    error = (output(weights, hidden, cell) - target) / network.batch
    first = (_INPUTS + 1 + cell) * units
    to_cell = weights[first : first + units]
    slopes = gradient[first : first + units]
    gradient[(_INPUTS + 1 + N_CELLS) * units + cell] += error
    for h in range(units):
        slopes[h] += error * hidden[h]
    for h in range(units):
        slope = error * to_cell[h]
        hidden[h] = slope if hidden[h] > 0.0 else 0.0
    slopes = gradient[_INPUTS * units : (_INPUTS + 1) * units]
    for h in range(units):
        slopes[h] += hidden[h]
    for mark in range(n_marks):
        first = np.int64(network.marks[position, mark]) * units
        slopes = gradient[first : first + units]
        for h in range(units):
            slopes[h] += hidden[h]


@inlined
def take_step(network: Network) -> None:
    """Move the weights against the gradient by Adam, and clear the gradient."""
    network.decayed[0] *= _DECAY_OF_MEAN
    network.decayed[1] *= _DECAY_OF_SQUARE
    step = network.step / (1.0 + network.steps[0] / network.halved_after)
    step *= np.sqrt(1.0 - network.decayed[1]) / (1.0 - network.decayed[0])
    share = _FORGETTING / (network.steps[0] + _FORGETTING)
    for index in range(network.weights.size):
        slope = network.gradient[index]
        mean = _DECAY_OF_MEAN * network.mean[index] + (1.0 - _DECAY_OF_MEAN) * slope
        square = _DECAY_OF_SQUARE * network.square[index] + (1.0 - _DECAY_OF_SQUARE) * slope * slope
        weight = network.weights[index] - step * mean / (np.sqrt(square) + _SMALL)
        weight = weight if weight < MAX_WEIGHT else MAX_WEIGHT
        weight = weight if weight > -MAX_WEIGHT else -MAX_WEIGHT
        network.weights[index] = weight
        network.average[index] += share * (weight - network.average[index])
        network.mean[index] = mean if abs(mean) > _NOTHING else 0.0
        network.square[index] = square if square > _NOTHING else 0.0
        network.gradient[index] = 0.0


@part
def practise(layout: Layout, network: Network, ring: Any, stored: Any, discount: Any) -> None:
    """Learn from a batch of stored moves, drawn at random.

    Parameters
    ----------
    ring : TRANSITION array (size,)
    stored
        How many moves have been stored so far.
    discount
        γ with its sign.
    """
    state = network.random[0]
    for _ in range(network.batch):
        bits, state = random_bits(state)
        transition = ring[below(bits, min(stored, ring.size))]
        turn = below(bits >> np.uint64(32), network.turns)
        position = np.int64(network.turned[turn, transition.slot // N_CELLS])
        cell = np.int64(network.cells[turn, transition.slot % N_CELLS])
        target = transition.reward
        if transition.row_ahead != NOWHERE:
            ahead = np.int64(network.turned[turn, transition.row_ahead])
            target += discount * best_ahead(layout, network, ahead)
        n_marks = N_CELLS - np.int64(layout.n_moves[position])
        add_gradient(network, position, n_marks, cell, target)
    take_step(network)
    network.random[0] = state
    network.steps[0] += 1
    if network.steps[0] % network.copy_every == 0:
        for index in range(network.weights.size):
            network.copy[index] = network.weights[index]
        for row in range(N_OPEN):
            network.ahead[row] = np.nan


@inlined
def compute_values(
    layout: Layout, learner: Learner, network: Network, weights: Any, position: Any, n_moves: Any
) -> None:
    """Compute the values of a position and its best moves by the network's or other weights."""
    activate(weights, network.marks, network.hidden, position, N_CELLS - n_moves)
    for move in range(n_moves):
        cell = np.int64(layout.cell[position, move])
        learner.q[layout.slot[position, move]] = output(weights, network.hidden, cell)
    update_choice(layout, learner.q, learner.choices, position, n_moves)


@inlined
def pick_move(
    network: Network,
    rule: Rule,
    layout: Layout,
    learner: Learner,
    position: Any,
    row: Any,
    n_moves: Any,
    epsilon: Any,
    bits: Any,
) -> Any:
    """Return the network's move, as `kernels.pick_move` does; in training, by its weights."""
    if unit(bits) < epsilon:
        return explore(rule, layout, learner, row, n_moves, bits)
    compute_values(layout, learner, network, network.weights, position, n_moves)
    return choose(rule, layout, learner, position, row, bits)


@inlined
def learn_path(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    network: Network,
    length: Any,
    result: Any,
    side: Any,
) -> None:
    """Learn after each move of the game in `learner.path`, for one side or for BOTH."""
    for index in range(length):
        ply = length - 1 - index if rule.backward else index
        if side != 1 - (ply & 1):
            slot = np.int64(learner.path[ply])
            learner.visits[slot] += 1
            reward, row_ahead = reward_and_row_ahead(rule, learner.path, ply, length, result)
            store(learner, slot, reward, row_ahead)
            practise(layout, network, learner.ring, learner.tally[STORED], rule.discount)


@compiled
def learn_game(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    network: Network,
    length: int,
    result: int,
    number: int,
) -> None:
    """Count the game in `learner.path`, which was not played here, and learn from it."""
    count_game(learner, result, number)
    learn_path(rule, layout, learner, network, length, result, rule.learns)


@compiled
def train_games(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    network: Network,
    minimax: Choices,
    given: Given,
    epsilons: Any,
    position: int,
    wrong: int,
    right: Any,
    games: int,
) -> None:
    """Play games and learn from them, with the parameters of `kernels.train_games`.

    The position is right by the average of the weights, by which the agent plays after training.
    """
    epsilon = learner.epsilon[0]
    state = learner.random[0]
    for game in range(games):
        if epsilons.size > 0:
            epsilon = epsilons[game]
        length, result, taught, state = play_next(
            pick_move, network, rule, layout, learner, minimax, given, epsilon, state
        )
        learn_path(rule, layout, learner, network, length, result, taught)
        if right.size > 0:
            n_moves = np.int64(layout.n_moves[position])
            compute_values(layout, learner, network, network.average, position, n_moves)
            right[game] = best_moves(learner.choices, position) & wrong == 0
        epsilon = next_epsilon(rule, learner.tally[GAMES], learner.tally[DISTINCT_GAMES], epsilon)
    learner.epsilon[0] = epsilon
    learner.random[0] = state
