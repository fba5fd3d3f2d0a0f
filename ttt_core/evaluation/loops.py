"""Numba loops that make, check and evaluate policies, backwards from the end of the game.

All arrays are passed in: a loop that allocates nothing compiles without numba's runtime. Choices
between moves are branch-free, because the branches would be unpredictable. A policy with a tenth
column may resign, which counts as a win for the other side.
"""

from typing import Any

import numpy as np

from ttt_core.compiling import compiled_if_there, inlined
from ttt_core.game.graph import N_OPEN, N_POSITIONS, Graph

N_MOVES = 9  # the column of Graph.moves with the number of moves
ROUNDING = 2.0**-46
"""Probabilities with a relative difference below this count as equal.

They are sums of products of at most five shares, without subtraction. Rounding therefore changes
them by less than half of this, even if the shares are rounded themselves (1/3).
"""
RESIGNING = 9
"""The column of a policy with the probability of resigning, if the policy has it."""


# Policies


@compiled_if_there
def distance_from_policy(graph: Graph, policy: Any) -> float:
    """Return how far the row of a matrix (4520, 9 or 10) that is worst sums from 1.

    It is infinite if a probability is negative or nan, or an illegal move has one.
    """
    distance = 0.0
    for position in range(N_OPEN):
        fine = True
        total = 0.0
        if policy.shape[1] > RESIGNING:
            total = policy[position, RESIGNING]
            fine &= total >= 0.0
        for cell in range(9):
            share = policy[position, cell]
            fine &= (share >= 0.0) & ((share == 0.0) | (graph.child[position, cell] >= 0))
            total += share
        distance = max(distance, abs(total - 1.0)) if fine else np.inf
    return distance


@compiled_if_there
def choose_best(graph: Graph, q: Any, first_only: bool, policy: Any) -> bool:
    """Fill `policy`, all 0 before, with an even choice among the best legal moves by `q`.

    Return False if the value of a legal move is nan.
    """
    are_numbers = True
    for position in range(N_OPEN):
        n_moves = graph.moves[position, N_MOVES]
        best = -np.inf
        for order in range(n_moves):
            value = q[position, graph.moves[position, order]]
            are_numbers &= value == value
            best = value if value > best else best
        if first_only:
            order = 0
            while order < n_moves - 1 and q[position, graph.moves[position, order]] != best:
                order += 1
            policy[position, graph.moves[position, order]] = 1.0
        else:
            n_best = 0
            for order in range(n_moves):
                n_best += q[position, graph.moves[position, order]] == best
            share = 1.0 / n_best
            for order in range(n_moves):
                cell = graph.moves[position, order]
                policy[position, cell] = share if q[position, cell] == best else 0.0
    return are_numbers


@compiled_if_there
def count_right(graph: Graph, policy: Any, is_mistake: Any, right: Any) -> float:
    """Return the probability of a mistake, averaged over all open positions.

    Add to `right` (9,), by number of marks, how many positions have no mistake with any probability
    above 0.
    """
    total = 0.0
    for position in range(N_OPEN):
        can_go_wrong = False
        for cell in range(policy.shape[1]):
            if is_mistake[position, cell]:
                total += policy[position, cell]
                can_go_wrong |= policy[position, cell] > 0.0
        right[9 - graph.moves[position, N_MOVES]] += not can_go_wrong
    return total / N_OPEN


# Chances: arrays (5478, 3) with the probabilities that X wins, O wins and the game is a draw


@inlined
def begin(graph: Graph, chances: Any) -> None:
    """Fill in the results of the finished positions."""
    for ended in range(N_POSITIONS - N_OPEN):
        for result in range(3):
            chances[N_OPEN + ended, result] = result == graph.result[ended]


@inlined
def average(graph: Graph, policy: Any, chances: Any, position: Any) -> None:
    """Compute the chances of a position in which a policy moves."""
    x_wins = o_wins = drawn = 0.0
    for order in range(graph.moves[position, N_MOVES]):
        cell = graph.moves[position, order]
        share = policy[position, cell]
        child = graph.child[position, cell]
        x_wins += share * chances[child, 0]
        o_wins += share * chances[child, 1]
        drawn += share * chances[child, 2]
    if policy.shape[1] > RESIGNING:
        if graph.side[position] == 0:
            o_wins += policy[position, RESIGNING]
        else:
            x_wins += policy[position, RESIGNING]
    chances[position, 0] = x_wins
    chances[position, 1] = o_wins
    chances[position, 2] = drawn


@compiled_if_there
def fill_outcome_chances(graph: Graph, policy_x: Any, policy_o: Any, chances: Any) -> None:
    """Compute the chances when two policies play each other."""
    begin(graph, chances)
    for position in range(N_OPEN - 1, -1, -1):
        policy = policy_x if graph.side[position] == 0 else policy_o
        average(graph, policy, chances, position)


@inlined
def strongest_reply(graph: Graph, chances: Any, position: Any, side: Any) -> Any:
    """Return the lowest cell with which `side` wins most often and then loses least often."""
    most = 0.0
    for order in range(graph.moves[position, N_MOVES]):
        wins = chances[graph.child[position, graph.moves[position, order]], side]
        most = wins if wins > most else most
    fewest = 2.0
    reply = graph.moves[position, 0]
    for order in range(graph.moves[position, N_MOVES]):
        cell = graph.moves[position, order]
        wins = chances[graph.child[position, cell], side]
        losses = chances[graph.child[position, cell], 1 - side]
        better = (wins >= most * (1.0 - ROUNDING)) & (losses < fewest * (1.0 - ROUNDING))
        fewest = losses if better else fewest
        reply = cell if better else reply
    return reply


@inlined
def safest_reply(graph: Graph, chances: Any, position: Any, side: Any) -> Any:
    """Return the lowest cell with which `side` loses least often and then wins most often."""
    fewest = 1.0
    for order in range(graph.moves[position, N_MOVES]):
        losses = chances[graph.child[position, graph.moves[position, order]], 1 - side]
        fewest = losses if losses < fewest else fewest
    most = -1.0
    reply = graph.moves[position, 0]
    for order in range(graph.moves[position, N_MOVES]):
        cell = graph.moves[position, order]
        wins = chances[graph.child[position, cell], side]
        losses = chances[graph.child[position, cell], 1 - side]
        better = (losses <= fewest * (1.0 + ROUNDING)) & (wins > most * (1.0 + ROUNDING))
        most = wins if better else most
        reply = cell if better else reply
    return reply


@compiled_if_there
def fill_responses(
    graph: Graph, policy: Any, responder: int, safety_first: bool, chances: Any, reply: Any
) -> None:
    """Compute the best response of side `responder` to `policy`, and the resulting chances.

    It maximises its wins, then minimises its losses; with `safety_first` in the opposite order.
    `reply` (4520,) gets its cell where it is to move, and -1 elsewhere.
    """
    begin(graph, chances)
    for position in range(N_OPEN - 1, -1, -1):
        if graph.side[position] != responder:
            reply[position] = -1
            average(graph, policy, chances, position)
        else:
            if safety_first:
                cell = safest_reply(graph, chances, position, responder)
            else:
                cell = strongest_reply(graph, chances, position, responder)
            reply[position] = cell
            child = graph.child[position, cell]
            for result in range(3):
                chances[position, result] = chances[child, result]


@compiled_if_there
def fill_can_lose(graph: Graph, policy: Any, side: int, can_lose: Any) -> None:
    """Find the positions from which a policy as `side` can lose, with any probability above 0.

    `can_lose` is a boolean array (5478,). The policy may make every move with a probability above
    0, its opponent every legal move.
    """
    for ended in range(N_POSITIONS - N_OPEN):
        can_lose[N_OPEN + ended] = graph.result[ended] == 1 - side
    for position in range(N_OPEN - 1, -1, -1):
        its_turn = graph.side[position] == side
        loses = False
        if policy.shape[1] > RESIGNING:
            loses = its_turn & (policy[position, RESIGNING] > 0.0)
        for order in range(graph.moves[position, N_MOVES]):
            cell = graph.moves[position, order]
            possible = (not its_turn) | (policy[position, cell] > 0.0)
            loses |= possible & can_lose[graph.child[position, cell]]
        can_lose[position] = loses
