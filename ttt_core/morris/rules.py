"""Three Men's Morris, compiled into flat arrays and solved.

Three men each on the nine points of a tic-tac-toe board. X places first, in turn. When all six
stand, a move slides one man along a line to a neighbouring free point; rows, columns and diagonals
are lines, and the centre touches all other points. Three in a row wins, in either phase, and a side
that cannot move loses. A game that goes on for ever is a draw.

A position can come again. It is a board and the side to move, which six men do not tell.
"""

from collections import deque
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import EMPTY, EMPTY_BOARD, LINES, SIDES, Side, X, other, winning_lines

MEN = 3
MOST_MOVES = 9
PLACED = -1  # the origin of a man that is placed, not moved

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        sorted(
            {
                near
                for a, b, c in LINES
                for pair in ((a, b), (b, c))
                for near in pair
                if point in pair and near != point
            }
        )
    )
    for point in range(9)
)
"""Of each point, the points next to it on a line."""

Place = tuple[str, Side]  # a board and the side to move
Move = tuple[int, int]  # where a man comes from, `PLACED` if from the hand, and where it goes


def moves(board: str, side: Side) -> list[Move]:
    """Return the moves of a side, or an empty list if the opponent has three in a row."""
    if winning_lines(board, other(side)):
        return []
    free = [point for point in range(9) if board[point] == EMPTY]
    if board.count(side) < MEN:
        return [(PLACED, point) for point in free]
    men = [point for point in range(9) if board[point] == side]
    return [(man, point) for man in men for point in NEIGHBOURS[man] if point in free]


def play(board: str, side: Side, move: Move) -> str:
    """Return the board after a move of a side."""
    points, (origin, target) = list(board), move
    if origin != PLACED:
        points[origin] = EMPTY
    points[target] = side
    return "".join(points)


class Morris(NamedTuple):
    """All positions that can occur, open ones first. All arrays are read-only.

    Attributes
    ----------
    places : tuple of (board, side)
        The positions; the empty board is the first.
    n_open : int
        How many are open: neither side has three in a row, and the side to move can move.
    n_moves : int8 array (n_open,)
    child : int16 array (n_open, 9)
        The position after each move; 0 after the last one.
    origin, target : int8 array (n_open, 9)
        Where the man comes from (`PLACED` if from the hand) and where it goes.
    side : int8 array (n,)
        The side to move: 0 for X, 1 for O. It has lost if the game is over.
    outcome : int8 array (n,)
        With perfect play on both sides: 1 if the side to move wins, -1 if it loses, 0 for a draw.
    plies : int16 array (n,)
        How many moves that takes, the winner hurrying and the loser delaying; 0 for a draw.
    """

    places: tuple[Place, ...]
    n_open: int
    n_moves: NDArray[np.int8]
    child: NDArray[np.int16]
    origin: NDArray[np.int8]
    target: NDArray[np.int8]
    side: NDArray[np.int8]
    outcome: NDArray[np.int8]
    plies: NDArray[np.int16]


@cache
def morris() -> Morris:
    """Return the compiled and solved game."""
    after: dict[Place, dict[Move, Place]] = {}
    waiting: deque[Place] = deque([(EMPTY_BOARD, X)])
    while waiting:
        place = waiting.popleft()
        if place not in after:
            after[place] = {move: (play(*place, move), other(place[1])) for move in moves(*place)}
            waiting.extend(after[place].values())
    places = sorted(after, key=lambda place: not after[place])  # stable: the empty board is first
    number = {place: index for index, place in enumerate(places)}
    n_open = sum(map(bool, after.values()))
    child = np.zeros((n_open, MOST_MOVES), np.int16)
    origin, target = np.zeros((2, n_open, MOST_MOVES), np.int8)
    for index, place in enumerate(places[:n_open]):
        for order, (move, reached) in enumerate(after[place].items()):
            child[index, order] = number[reached]
            origin[index, order], target[index, order] = move
    n_moves = np.array([len(after[place]) for place in places[:n_open]], np.int8)
    outcome, plies = _solved(child, n_moves, len(places))
    side = np.array([SIDES.index(side) for _, side in places], np.int8)
    for array in (n_moves, child, origin, target, side, outcome, plies):
        array.setflags(write=False)
    return Morris(tuple(places), n_open, n_moves, child, origin, target, side, outcome, plies)


def _solved(
    child: NDArray[np.int16], n_moves: NDArray[np.int8], n: int
) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Solve the game backwards: each round finds the positions decided one move earlier."""
    n_open = len(child)
    is_move = np.arange(MOST_MOVES) < n_moves[:, None]
    outcome, plies = np.zeros(n, np.int8), np.zeros(n, np.int16)
    outcome[n_open:] = -1
    ply = 0
    decided = True
    while decided:
        ply += 1
        undecided = outcome[:n_open] == 0
        after = np.where(is_move, outcome[child], 1)
        wins = undecided & (after == -1).any(axis=1)
        loses = undecided & (after == 1).all(axis=1)
        outcome[:n_open][wins], outcome[:n_open][loses] = 1, -1
        plies[:n_open][wins | loses] = ply
        decided = bool((wins | loses).any())
    return outcome, plies


def position_of(board: str, side: Side) -> int:
    """Return the number of a position.

    Raises
    ------
    ValueError
        If it cannot occur.
    """
    if (board, side) not in _numbers():
        raise ValueError(f"This position of Morris cannot occur: {board!r}, {side} to move.")
    return _numbers()[board, side]


@cache
def _numbers() -> dict[Place, int]:
    return {place: index for index, place in enumerate(morris().places)}
