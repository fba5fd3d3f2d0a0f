"""The numba loops of the textbooks' learners: SARSA, λ, afterstates and policy gradient.

They are apart from those of `kernels`, which an ordinary training compiles first. Each rule is
defined on one finished game: its targets are made of the values before the game, or, if it learns
backwards, of those that its later moves have just changed.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled, compiled_if_there, inlined
from ttt_core.game.graph import Layout
from ttt_core.learning.kernels import (
    AFTERSTATES,
    DISTINCT_GAMES,
    EXPECTED_SARSA,
    GAMES,
    LOOK_AHEAD,
    N_CELLS,
    REINFORCE,
    SARSA,
    Choices,
    Given,
    Learner,
    Rule,
    count_game,
    ended,
    final_reward,
    moved,
    play_next,
    row_of,
    set_value,
    step_of,
    update_choice,
)
from ttt_core.learning.kernels import pick_move as pick_by_value
from ttt_core.learning.schedule import next_epsilon
from ttt_core.learning.watch import note_game
from ttt_core.random_numbers import unit


class Trace(NamedTuple):
    """What these loops need in addition to a `Learner`.

    Attributes
    ----------
    target : float64 array (9,)
        Working memory: what the move at each ply of the game has as its target.
    is_greedy : boolean array (9,)
        Working memory: whether the move at each ply had the best value before the game.
    weight : float64 array (9,)
        Working memory: how likely each move of a position is, in proportion.
    first : int32 array (40681,)
        Index in `alike` of the first slot that shares the value of each slot; the next is the end.
    alike : uint16 array (n,)
        For every slot in turn, the slots of all moves that lead to the same position or to an
        equivalent one. Empty unless the rule values afterstates.
    """

    target: NDArray[np.float64]
    is_greedy: NDArray[np.bool_]
    weight: NDArray[np.float64]
    first: NDArray[np.int32]
    alike: NDArray[np.uint16]


def is_textbook(rule: Rule) -> bool:
    """Return whether a rule is learned by the loops of this module."""
    return rule.method in (SARSA, EXPECTED_SARSA, AFTERSTATES, REINFORCE) or (
        rule.method == LOOK_AHEAD and rule.trace_decay > 0
    )


@inlined
def weigh(layout: Layout, learner: Learner, trace: Trace, row: Any, n_moves: Any) -> Any:
    """Fill in how likely the moves of a row are by its preferences; return the sum."""
    total = 0.0
    for move in range(n_moves):
        preference = learner.q[layout.slot[row, move]] - learner.choices.value[row]
        trace.weight[move] = np.exp(preference)
        total += trace.weight[move]
    return total


@inlined
def pick_move(
    trace: Trace,
    rule: Rule,
    layout: Layout,
    learner: Learner,
    position: Any,
    row: Any,
    n_moves: Any,
    epsilon: Any,
    bits: Any,
) -> Any:
    """Return the agent's move, as `kernels.pick_move` does, or one drawn by its preference."""
    if rule.method != REINFORCE:
        return pick_by_value(None, rule, layout, learner, position, row, n_moves, epsilon, bits)
    to_skip = unit(bits) * weigh(layout, learner, trace, row, n_moves)
    move = 0
    while move < n_moves - 1 and to_skip >= trace.weight[move]:
        to_skip -= trace.weight[move]
        move += 1
    return move


@inlined
def value_ahead(rule: Rule, layout: Layout, learner: Learner, ply: Any, epsilon: Any) -> Any:
    """Return what a rule looks ahead to: the value, for its mover, of the turn at `ply`."""
    made = np.int64(learner.path[ply])
    if rule.method == SARSA:
        return learner.q[made]
    row, n_moves = row_of(made), N_CELLS - ply
    if rule.method == LOOK_AHEAD:
        return learner.choices.value[row]
    total = 0.0
    for move in range(n_moves):
        total += learner.q[layout.slot[row, move]]
    return (1 - epsilon) * learner.choices.value[row] + epsilon * (total / n_moves)


@inlined
def target_at(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    trace: Trace,
    ply: Any,
    length: Any,
    result: Any,
    epsilon: Any,
) -> Any:
    """Return the target of the move at `ply`; those of later moves are in `trace` already."""
    ahead = ply + rule.plies_ahead
    if rule.method == AFTERSTATES:
        if ahead >= length:
            return final_reward(rule, ply, result)
        return learner.q[np.int64(learner.path[ahead])]
    if rule.method == REINFORCE or ahead >= length:
        return rule.returns[ended(rule, ply, result), (length - 1 - ply) // 2]
    value = value_ahead(rule, layout, learner, ahead, epsilon)
    mixed = (1 - rule.trace_decay) * value + rule.trace_decay * trace.target[ahead]
    return rule.discount * mixed - rule.move_cost


@inlined
def share_value(
    rule: Rule, layout: Layout, learner: Learner, watch: Any, trace: Trace, ply: Any, target: Any
) -> None:
    """Move the value of the position after the move at `ply`, for all moves that lead there."""
    made = np.int64(learner.path[ply])
    first, end = trace.first[made], trace.first[made + 1]
    for index in range(first, end):
        learner.visits[trace.alike[index]] += 1
    value = moved(rule, learner, made, target, step_of(rule, learner, made))
    for index in range(first, end):
        set_value(layout, learner, watch, np.int64(trace.alike[index]), value, N_CELLS - ply)


@inlined
def prefer(
    rule: Rule, layout: Layout, learner: Learner, trace: Trace, ply: Any, target: Any
) -> None:
    """Move the preferences of the turn at `ply` along their gradient (Williams 1992).

    Equivalent moves share a preference, and so the sum of their gradients.
    """
    made = np.int64(learner.path[ply])
    learner.visits[made] += 1
    row, n_moves = row_of(made), N_CELLS - ply
    total = weigh(layout, learner, trace, row, n_moves)
    move = 0
    while move < n_moves:
        slot = np.int64(layout.slot[row, move])
        chance = 0.0
        while move < n_moves and layout.slot[row, move] == slot:
            chance += trace.weight[move] / total
            move += 1
        learner.q[slot] += rule.alpha * target * ((slot == made) - chance)
    update_choice(layout, learner.q, learner.choices, row, n_moves)


@inlined
def learn_turn(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    watch: Any,
    trace: Trace,
    ply: Any,
    length: Any,
    side: Any,
) -> None:
    """Learn from the move at `ply` towards its target, if `side` made it or is BOTH."""
    if side == 1 - (ply & 1):
        return
    target = trace.target[ply]
    if rule.method == REINFORCE:
        prefer(rule, layout, learner, trace, ply, target)
    elif rule.method == AFTERSTATES:
        ahead = ply + rule.plies_ahead
        if ahead >= length or trace.is_greedy[ahead] or rule.explore_learns:
            share_value(rule, layout, learner, watch, trace, ply, target)
    else:
        slot = np.int64(learner.path[ply])
        learner.visits[slot] += 1
        value = moved(rule, learner, slot, target, step_of(rule, learner, slot))
        set_value(layout, learner, watch, slot, value, N_CELLS - ply)


@inlined
def note_greedy(learner: Learner, trace: Trace, length: Any) -> None:
    """Note which moves of the game in `learner.path` have the best value of their position."""
    for ply in range(length):
        made = np.int64(learner.path[ply])
        trace.is_greedy[ply] = learner.q[made] >= learner.choices.value[row_of(made)]


@inlined
def learn_path(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    watch: Any,
    trace: Trace,
    length: Any,
    result: Any,
    epsilon: Any,
    side: Any,
) -> None:
    """Learn from the game in `learner.path`, for one side or for BOTH."""
    note_greedy(learner, trace, length)
    for ply in range(length - 1, -1, -1):
        trace.target[ply] = target_at(rule, layout, learner, trace, ply, length, result, epsilon)
        if rule.backward:
            learn_turn(rule, layout, learner, watch, trace, ply, length, side)
    if not rule.backward:
        for ply in range(length):
            learn_turn(rule, layout, learner, watch, trace, ply, length, side)


@compiled_if_there
def learn_game(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    watch: Any,
    trace: Trace,
    length: int,
    result: int,
    number: int,
) -> None:
    """Count the game in `learner.path`, which was not played here, and learn from it."""
    count_game(learner, result, number)
    epsilon = learner.epsilon[0]
    learn_path(rule, layout, learner, watch, trace, length, result, epsilon, rule.learns)


@compiled
def train_games(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    watch: Any,
    trace: Trace,
    minimax: Choices,
    given: Given,
    epsilons: Any,
    position: int,
    wrong: int,
    right: Any,
    games: int,
) -> None:
    """Play games and learn from them, with the parameters of `kernels.train_games`."""
    epsilon = learner.epsilon[0]
    state = learner.random[0]
    for game in range(games):
        if epsilons.size > 0:
            epsilon = epsilons[game]
        length, result, taught, state = play_next(
            pick_move, trace, rule, layout, learner, minimax, given, epsilon, state
        )
        learn_path(rule, layout, learner, watch, trace, length, result, epsilon, taught)
        if watch is not None:
            note_game(watch, learner.tally[GAMES])
            if right.size > 0:
                right[game] = np.int64(watch.may_make[position]) & wrong == 0
        elif right.size > 0:
            right[game] = False  # a softmax may make any move
        epsilon = next_epsilon(rule, learner.tally[GAMES], learner.tally[DISTINCT_GAMES], epsilon)
    learner.epsilon[0] = epsilon
    learner.random[0] = state
