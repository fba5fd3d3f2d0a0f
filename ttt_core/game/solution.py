"""The solved game: the true value of every position and move, and lines to complete and block."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import LINES
from ttt_core.game.graph import (
    DRAWN,
    N_OPEN,
    N_POSITIONS,
    X_TO_MOVE,
    boards,
    frozen,
    graph,
    legal,
    position_of,
)

WIN, DRAW, LOSS = 1, 0, -1


@cache
def minimax_scores(depth: int = 9) -> NDArray[np.int8]:
    """Return each position's score for the side to move, by minimax with depth.

    A win n moves away scores 10 - n, a loss n - 10, a draw 0, so that quick wins and slow losses
    score higher ("Adaptive tic-tac-toe AI", freeCodeCamp 2025, up to the sign).

    Parameters
    ----------
    depth
        How many moves it looks ahead. What it does not see the end of scores 0, like a draw.

    Returns
    -------
    int8 array (5478,)
        In finished positions: -10 if the side that would be next has lost, 0 after a draw.
    """
    child = graph().child
    scores = np.zeros(N_POSITIONS, np.int8)
    scores[N_OPEN:] = np.where(graph().result == DRAWN, 0, -10)
    for _ in range(depth):
        best = np.where(child >= 0, -scores[child], -10).max(axis=1)
        scores[:N_OPEN] = best - np.sign(best)
    return frozen(scores)


@cache
def move_scores(depth: int = 9) -> NDArray[np.int8]:
    """Return each move's score for the player that makes it, as in `minimax_scores`.

    Parameters
    ----------
    depth
        How many moves it looks ahead, this one included; with 0, every move scores 0.

    Returns
    -------
    int8 array (4520, 9)
        0 where the move is not legal.
    """
    child = graph().child
    seen = (child >= 0) & (depth > 0)
    return frozen(np.where(seen, -minimax_scores(max(depth - 1, 0))[child], 0).astype(np.int8))


@cache
def position_values() -> NDArray[np.int8]:
    """Return each position's true value for the side to move (WIN, DRAW or LOSS), (5478,)."""
    return frozen(np.sign(minimax_scores()))


@cache
def move_values() -> NDArray[np.int8]:
    """Return each move's true value for its mover (WIN, DRAW or LOSS), (4520, 9); 0 if illegal."""
    return frozen(np.sign(move_scores()))


@cache
def moves_to_end() -> NDArray[np.int8]:
    """Return how many moves of both sides remain under perfect play, an array (5478,).

    The winner hurries and the loser delays; draws fill the board. 0 in finished positions.
    """
    free = np.array([board.count("-") for board in boards()])
    to_end = np.where(minimax_scores() == 0, free, 10 - np.abs(minimax_scores()))
    return frozen(to_end.astype(np.int8))


def best_move(board: str) -> int:
    """Return the best move (quick wins, slow losses); of equal moves, the lowest cell.

    Raises
    ------
    ValueError
        If the board is not a position of the game, or the game is over.
    """
    position = position_of(board)
    if position >= N_OPEN:
        raise ValueError("The game on this board is over, so there is no move to make.")
    return int(np.where(legal()[position], move_scores()[position], -11).argmax())


@cache
def winning_moves() -> NDArray[np.bool_]:
    """Return the moves that complete a line, a boolean array (4520, 9)."""
    ended = np.where(graph().child >= N_OPEN, graph().child - N_OPEN, 0)
    return frozen((graph().child >= N_OPEN) & (graph().result[ended] != DRAWN))


@cache
def threatened_cells() -> NDArray[np.bool_]:
    """Return the free cells where the opponent would complete a line, a boolean array (4520, 9)."""
    marks = np.array([list(board) for board in boards()[:N_OPEN]])
    opponent = np.where(graph().side[:N_OPEN] == X_TO_MOVE, "O", "X")[:, None]
    theirs = marks == opponent
    threatened = np.zeros((N_OPEN, 9), np.bool_)
    for line in LINES:
        for cell in line:
            others = [other for other in line if other != cell]
            threatened[:, cell] |= theirs[:, others].all(axis=1)
    return frozen(threatened & legal())
