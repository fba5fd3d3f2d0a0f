"""The numba loops by which a network plays and learns.

They are apart from those of a table, so that neither contains the other.
"""

from typing import Any

import numpy as np

from ttt_core.compiling import compiled, inlined
from ttt_core.game.graph import Layout
from ttt_core.learning.kernels import (
    DISTINCT_GAMES,
    GAMES,
    N_CELLS,
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
from ttt_core.learning.network import Network, activate, output, practise
from ttt_core.learning.schedule import next_epsilon
from ttt_core.learning.watch import best_moves
from ttt_core.random_numbers import unit


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
