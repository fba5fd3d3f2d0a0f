"""The game tree as flat arrays, built once; every algorithm is a loop over them.

Open positions are numbered first (0 to 4,519), then finished ones (to 5,477), both by number of
marks. A loop over the open positions from last to first therefore reaches every child before its
parent.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttt_core.game import board as rules
from ttt_core.game.board import SYMMETRIES, equivalents, transform
from ttt_core.sentences import refusal

N_POSITIONS = 5_478
N_OPEN = 4_520
N_GAMES = 255_168

_Array = TypeVar("_Array", bound=NDArray[Any])

X_TO_MOVE, O_TO_MOVE = 0, 1
X_WON, O_WON, DRAWN = 0, 1, 2


class Graph(NamedTuple):
    """The arrays of the game graph, as the numba kernels use them. All are read-only.

    Attributes
    ----------
    child : int16 array (4520, 9)
        The position after each move; -1 if the cell is taken.
    side : int8 array (5478,)
        0 if X is to move, 1 if O is. In finished positions: the loser or, after a draw, O.
    moves : int8 array (4520, 10)
        The legal cells of each open position in ascending order, padded with -1; the last column
        is their number.
    result : int8 array (958,)
        The result of each finished position, from index 4520: 0 X won, 1 O won, 2 draw.
    own_slot : int32 array (4520, 9)
        The slot of each (position, cell) pair in a flat table of 4520 × 9 entries: 9 s + c.
    class_slot : int32 array (4520, 9)
        The same, but equivalent pairs share the slot of the first of them. Legal pairs have 2,096
        distinct slots: the 627 representatives have 2,270 moves, some of them equivalent to each
        other.
    game_offset : int32 array (4520, 9)
        How many games begin with the same moves but a lower cell here. Summed along a game's
        moves, it numbers the 255,168 games from 0.
    """

    child: NDArray[np.int16]
    side: NDArray[np.int8]
    moves: NDArray[np.int8]
    result: NDArray[np.int8]
    own_slot: NDArray[np.int32]
    class_slot: NDArray[np.int32]
    game_offset: NDArray[np.int32]


class Layout(NamedTuple):
    """The legal moves of every open position as lists, in the order of the stored values.

    Without symmetry each position has its own row of values. With symmetry, equivalent positions
    share the row of the first of them and list their moves in the same order, by ascending slot.
    Entries after the last move have no meaning. All arrays are read-only.

    Attributes
    ----------
    n_moves : uint8 array (4520,)
        The number of moves.
    cell : uint8 array (4520, 9)
        The cell of each move.
    slot : uint16 array (4520, 9)
        Where each move's value is stored; slot // 9 is the row.
    child : uint16 array (4520, 9)
        The position after each move.
    child_row : uint16 array (4520, 9)
        The row of that position; 0 if the game is over there.
    game_offset : int32 array (4520, 9)
        As in `Graph`, but in the order of these lists.
    result : int8 array (958,)
        As in `Graph`; the kernels would be 3% slower with a separate argument.
    """

    n_moves: NDArray[np.uint8]
    cell: NDArray[np.uint8]
    slot: NDArray[np.uint16]
    child: NDArray[np.uint16]
    child_row: NDArray[np.uint16]
    game_offset: NDArray[np.int32]
    result: NDArray[np.int8]


@cache
def boards() -> tuple[str, ...]:
    """Return the 5,478 board strings, ordered by position number."""
    reached = {rules.EMPTY_BOARD}
    frontier = [rules.EMPTY_BOARD]
    while frontier:
        frontier = sorted(
            {rules.play(parent, cell) for parent in frontier for cell in rules.legal_moves(parent)}
        )
        reached.update(frontier)
    return tuple(
        sorted(
            reached,
            key=lambda board: (
                rules.outcome(board) is not None,
                9 - board.count(rules.EMPTY),
                board,
            ),
        )
    )


@cache
def position_numbers() -> dict[str, int]:
    """Return the map from board string to position number."""
    return {board: number for number, board in enumerate(boards())}


def position_of(text: str) -> int:
    """Return the position number of a board string or pattern.

    Raises
    ------
    ValueError
        If the text is not a position of the game.
    """
    numbers = position_numbers()
    try:
        return numbers[text]
    except (KeyError, TypeError):
        return numbers[rules.parse_board(text)]


@cache
def symmetry_class() -> NDArray[np.int16]:
    """Return the number of each position's representative, an array (5478,)."""
    number = position_numbers()
    return frozen(np.array([number[equivalents(board)[0]] for board in boards()], np.int16))


@cache
def legal() -> NDArray[np.bool_]:
    """Return which moves are legal, a boolean array (4520, 9)."""
    return frozen(graph().child >= 0)


@cache
def graph() -> Graph:
    """Return the game graph."""
    number = position_numbers()
    child = np.full((N_OPEN, 9), -1, np.int16)
    moves = np.full((N_OPEN, 10), -1, np.int8)
    for position, board in enumerate(boards()[:N_OPEN]):
        for order, cell in enumerate(rules.legal_moves(board)):
            child[position, cell] = number[rules.play(board, cell)]
            moves[position, order] = cell
            moves[position, -1] = order + 1
    results = {rules.X: X_WON, rules.O: O_WON, "draw": DRAWN}
    sides = {rules.X: X_TO_MOVE, rules.O: O_TO_MOVE}
    own_slot = np.arange(N_OPEN * 9, dtype=np.int32).reshape(N_OPEN, 9)
    arrays = Graph(
        child=child,
        side=np.array([sides[rules.side_to_move(board)] for board in boards()], np.int8),
        moves=moves,
        result=np.array([results[str(rules.outcome(b))] for b in boards()[N_OPEN:]], np.int8),
        own_slot=own_slot,
        class_slot=_class_slots(own_slot),
        game_offset=_game_offsets(child),
    )
    for array in arrays:
        frozen(array)
    return arrays


@cache
def plies() -> tuple[slice, ...]:
    """Return the open positions, grouped by number of marks."""
    marks = 9 - legal().sum(axis=1)
    return tuple(slice(*np.searchsorted(marks, [ply, ply + 1]).tolist()) for ply in range(9))


def slots_of(symmetry: bool) -> NDArray[np.int32]:
    """Return the slots (4520, 9) of the stored values, with or without symmetry."""
    return graph().class_slot if symmetry else graph().own_slot


@cache
def layout(symmetry: bool) -> Layout:
    """Return the lists of moves for training, with or without symmetry."""
    arrays = graph()
    slots = slots_of(symmetry)
    order = np.argsort(np.where(legal(), slots, N_OPEN * 9), axis=1, kind="stable")
    slot = np.take_along_axis(slots, order, axis=1)
    child = np.take_along_axis(arrays.child, order, axis=1)
    row = np.zeros(N_POSITIONS, np.uint16)
    row[:N_OPEN] = slot[:, 0] // 9
    lists = Layout(
        n_moves=legal().sum(axis=1, dtype=np.uint8),
        cell=order.astype(np.uint8),
        slot=slot.astype(np.uint16),
        child=child.astype(np.uint16),
        child_row=row[child],
        game_offset=np.take_along_axis(arrays.game_offset, order, axis=1),
        result=arrays.result,
    )
    for array in lists:
        frozen(array)
    return lists


def _class_slots(own_slot: NDArray[np.int32]) -> NDArray[np.int32]:
    number = position_numbers()
    slots = own_slot.copy()
    for symmetry, cells in enumerate(SYMMETRIES):
        images = [number[transform(board, symmetry)] for board in boards()[:N_OPEN]]
        target_cell = np.argsort(cells)
        slots = np.minimum(slots, own_slot[np.array(images)[:, None], target_cell[None, :]])
    return slots


def _game_offsets(child: NDArray[np.int16]) -> NDArray[np.int32]:
    games_below = np.ones(N_POSITIONS, np.int32)
    offsets = np.zeros((N_OPEN, 9), np.int32)
    marks = 9 - (child >= 0).sum(axis=1)
    for ply in range(8, -1, -1):
        positions = np.flatnonzero(marks == ply)
        below = np.where(child[positions] >= 0, games_below[child[positions]], 0)
        offsets[positions] = np.cumsum(below, axis=1) - below
        games_below[positions] = below.sum(axis=1)
    return offsets


def frozen(array: _Array) -> _Array:
    """Mark an array read-only and return it."""
    array.setflags(write=False)
    return array


def walk(cells: Iterable[int]) -> list[int]:
    """Return the positions of a game: the empty board and the position after each move.

    Parameters
    ----------
    cells
        The game's moves, X first; it need not be finished.

    Raises
    ------
    ValueError
        If the rules forbid a move, or a cell is not a whole number.
    """
    child = graph().child
    position = 0
    positions = [position]
    for cell in cells:
        check_is_whole(cell)
        if position >= N_OPEN or not 0 <= cell < 9 or child[position, cell] < 0:
            _refuse(cell, positions)
        position = int(child[position, cell])
        positions.append(position)
    return positions


def check_is_whole(cell: object) -> None:
    """Raise `ValueError` if a cell is not a whole number."""
    if not isinstance(cell, int | np.integer) or isinstance(cell, bool):
        raise ValueError(f"A cell must be a whole number from 0 to 8, not {cell!r}.")


def _refuse(cell: int, positions: list[int]) -> None:
    try:
        rules.play(boards()[positions[-1]], cell)
    except ValueError as error:
        raise refusal(
            "Move {n}, on cell {cell}, is not legal. {error}",
            n=len(positions),
            cell=cell,
            error=error.args[0],
        ) from None
