"""The game compiled once into flat arrays, over which every algorithm is a loop.

Positions are numbered: the open ones first (0 to 4,519), then the ended ones (to 5,477), each part
by number of marks, so that a loop over the open positions from the last to the first has seen
every child before its parent.
"""

from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttt_core.game import board as rules
from ttt_core.game.symmetry import SYMMETRIES, equivalents, transform

N_POSITIONS = 5_478
N_OPEN = 4_520
N_GAMES = 255_168

_Array = TypeVar("_Array", bound=NDArray[Any])

X_TO_MOVE, O_TO_MOVE = 0, 1
X_WON, O_WON, DRAWN = 0, 1, 2


class Graph(NamedTuple):
    """The arrays of the game graph, as the numba kernels take them. All are read-only.

    Attributes
    ----------
    child : int16 array (4520, 9)
        Position after each move, -1 where the cell is taken.
    side : int8 array (5478,)
        0 where X is to move, 1 where O is. For ended positions: the loser or, after a draw, O.
    moves : int8 array (4520, 10)
        The legal cells of each open position in ascending order, then -1; their number last.
    result : int8 array (958,)
        Of the ended positions, from index 4520 on: 0 X won, 1 O won, 2 draw.
    own_slot : int32 array (4520, 9)
        The slot of each (position, cell) pair in a flat table of 4520 × 9 entries: 9 s + c.
    class_slot : int32 array (4520, 9)
        The same, but pairs that a symmetry carries into each other share the slot of the first
        of them; 2,096 distinct slots on legal pairs (the 627 representatives have 2,270 moves,
        some of which their own symmetries carry into each other).
    game_offset : int32 array (4520, 9)
        Number of games that begin with the same moves but a lower cell here. Summed along a
        game's moves it numbers the 255,168 games from 0.
    """

    child: NDArray[np.int16]
    side: NDArray[np.int8]
    moves: NDArray[np.int8]
    result: NDArray[np.int8]
    own_slot: NDArray[np.int32]
    class_slot: NDArray[np.int32]
    game_offset: NDArray[np.int32]


class Layout(NamedTuple):
    """The legal moves of every open position as lists, in the order in which training keeps values.

    Without symmetry each position has a row of values of its own. With symmetry its twins share
    that of the first of them, and list their moves in the same order: as the slots ascend. Entries
    after the last move mean nothing. All arrays are read-only.

    Attributes
    ----------
    n_moves : uint8 array (4520,)
        How many moves there are.
    cell : uint8 array (4520, 9)
        The cell of each move.
    slot : uint16 array (4520, 9)
        Where the value of each move is kept; slot // 9 is the row.
    child : uint16 array (4520, 9)
        The position after each move.
    child_row : uint16 array (4520, 9)
        The row of that position, 0 if the game is over there.
    game_offset : int32 array (4520, 9)
        As in `Graph`, but move by move.
    result : int8 array (958,)
        That of `Graph`: it costs the kernels 3% to be handed it apart.
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
    """Return the 5,478 board strings in the order of their position numbers."""
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
    return position_numbers()[rules.parse_board(text)]


@cache
def symmetry_class() -> NDArray[np.int16]:
    """Return an array (5478,) with the number of each position's representative."""
    number = position_numbers()
    return frozen(np.array([number[equivalents(board)[0]] for board in boards()], np.int16))


@cache
def legal() -> NDArray[np.bool_]:
    """Return a boolean array (4520, 9): True where the move is legal."""
    return frozen(graph().child >= 0)


@cache
def graph() -> Graph:
    """Return the compiled game graph."""
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


def slots_of(symmetry: bool) -> NDArray[np.int32]:
    """Return the slots (4520, 9) in which training with or without symmetry keeps values."""
    return graph().class_slot if symmetry else graph().own_slot


@cache
def layout(symmetry: bool) -> Layout:
    """Return the lists of moves for training with or without symmetry."""
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
    for position in range(N_OPEN - 1, -1, -1):
        below = np.where(child[position] >= 0, games_below[child[position]], 0)
        offsets[position] = np.cumsum(below) - below
        games_below[position] = below.sum()
    return offsets


def frozen(array: _Array) -> _Array:
    """Mark an array read-only and return it."""
    array.setflags(write=False)
    return array
