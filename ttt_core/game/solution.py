"""What every position and every move is worth under best play: the game solved."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, frozen, graph, legal, position_of

WIN, DRAW, LOSS = 1, 0, -1


@cache
def minimax_scores() -> NDArray[np.int8]:
    """Score every position for the side to move, by minimax with depth.

    A win with n moves to go scores 10 - n, a loss n - 10, a draw 0, so that a quicker win and a
    slower loss are better ("Adaptive tic-tac-toe AI", freeCodeCamp 2025, up to the sign).

    Returns
    -------
    int8 array (5478,)
        For an ended position, -10 where the side that would be next has lost, 0 for a draw.
    """
    arrays = graph()
    scores = np.zeros(N_POSITIONS, np.int8)
    scores[N_OPEN:] = np.where(arrays.result == DRAWN, 0, -10)
    for position in range(N_OPEN - 1, -1, -1):
        children = arrays.child[position]
        best = (-scores[children[children >= 0]]).max()
        scores[position] = best - np.sign(best)
    return frozen(scores)


@cache
def move_scores() -> NDArray[np.int8]:
    """Score every move for its mover, as `minimax_scores` does.

    Returns
    -------
    int8 array (4520, 9)
        Meaningful only where the move is legal; 0 elsewhere.
    """
    child = graph().child
    scores = np.where(child >= 0, -minimax_scores()[child], 0).astype(np.int8)
    return frozen(scores)


@cache
def position_values() -> NDArray[np.int8]:
    """Return an array (5478,) with WIN, DRAW or LOSS for the side to move."""
    return frozen(np.sign(minimax_scores()))


@cache
def move_values() -> NDArray[np.int8]:
    """Return an array (4520, 9) with WIN, DRAW or LOSS for the mover; 0 where not legal."""
    return frozen(np.sign(move_scores()))


def best_move(board: str) -> int:
    """Return the best move under best play (quick wins, slow losses), the first of equals.

    Raises
    ------
    ValueError
        If the board is not a position of the game, or the game is over.
    """
    position = position_of(board)
    if position >= N_OPEN:
        raise ValueError("The game is over on this board: there is nothing to move.")
    return int(np.where(legal()[position], move_scores()[position], -11).argmax())
