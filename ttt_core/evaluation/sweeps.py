"""The numba loops of exact evaluation: one sweep over the game graph, from its ends back.

A policy with a column more than there are cells may resign: the other side has won then.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled
from ttt_core.game.graph import N_OPEN, N_POSITIONS, Graph

N_MOVES = 9  # the column of Graph.moves that holds their number
TIE_TOLERANCE = 1e-12
RESIGNING = 9
"""The column of a policy that holds the chance that the player resigns, if it has that many."""


@compiled
def outcome_sweep(graph: Graph, policy_x: Any, policy_o: Any) -> NDArray[np.float64]:
    """Return an array (5478, 3): chances that X wins, O wins, the game is drawn, per position."""
    chances = np.zeros((N_POSITIONS, 3))
    for ended in range(N_POSITIONS - N_OPEN):
        chances[N_OPEN + ended, graph.result[ended]] = 1.0
    for position in range(N_OPEN - 1, -1, -1):
        policy = policy_x if graph.side[position] == 0 else policy_o
        for order in range(graph.moves[position, N_MOVES]):
            cell = graph.moves[position, order]
            share = policy[position, cell]
            if share > 0.0:
                child = graph.child[position, cell]
                for result in range(3):
                    chances[position, result] += share * chances[child, result]
        if policy.shape[1] > RESIGNING:
            chances[position, 1 - graph.side[position]] += policy[position, RESIGNING]
    return chances


@compiled
def response_sweep(graph: Graph, policy: Any, responder: int, safety_first: bool) -> Any:
    """Best response of side `responder` to `policy`, by backward induction.

    It maximises its chance to win, then minimises that to lose; with `safety_first` the other way
    round. Among equals the lowest cell is taken.

    Returns
    -------
    chances : float64 array (5478, 3)
    reply : int8 array (4520,)
        The cell it plays where it is to move, -1 elsewhere.
    """
    chances = np.zeros((N_POSITIONS, 3))
    reply = np.full(N_OPEN, -1, np.int8)
    for ended in range(N_POSITIONS - N_OPEN):
        chances[N_OPEN + ended, graph.result[ended]] = 1.0
    for position in range(N_OPEN - 1, -1, -1):
        if graph.side[position] != responder:
            for order in range(graph.moves[position, N_MOVES]):
                cell = graph.moves[position, order]
                share = policy[position, cell]
                if share > 0.0:
                    child = graph.child[position, cell]
                    for result in range(3):
                        chances[position, result] += share * chances[child, result]
            if policy.shape[1] > RESIGNING:
                chances[position, responder] += policy[position, RESIGNING]
            continue
        best = -1
        for order in range(graph.moves[position, N_MOVES]):
            child = graph.child[position, graph.moves[position, order]]
            win_gain = 1.0
            loss_gain = 1.0
            if best >= 0:
                win_gain = chances[child, responder] - chances[best, responder]
                loss_gain = chances[best, 1 - responder] - chances[child, 1 - responder]
            first, second = (loss_gain, win_gain) if safety_first else (win_gain, loss_gain)
            if first > TIE_TOLERANCE or (first > -TIE_TOLERANCE and second > TIE_TOLERANCE):
                best = child
                reply[position] = graph.moves[position, order]
        chances[position] = chances[best]
    return chances, reply
