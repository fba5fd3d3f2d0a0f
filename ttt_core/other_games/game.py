"""A game of two sides on a board: its declaration, compiled into flat arrays and solved.

A declaration says what the board is, which moves there are, which of them are legal, which lines
win and how the board can be turned. Learning and evaluation know nothing else of a game.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import EMPTY, SIDES, Side
from ttt_core.game.board import other as other_side
from ttt_core.pictures import Shown, facts_html

FROM_HAND = -1  # the origin of a man that is placed, not moved
DRAWN = 2

Place = tuple[str, Side]  # a board and the side to move
Move = tuple[int, int]  # where a man comes from, `FROM_HAND` if it is placed, and where it goes
Men = NDArray[np.bool_]
"""Boolean array (n, cells): where a side has men, on each of n boards."""


@dataclass(frozen=True, repr=False)
class BoardGame(Shown):
    """The declaration of a game. X moves first, in turn with O.

    A side wins when it completes a line. The game is drawn if the side to move cannot move.

    Attributes
    ----------
    name : str
    columns, rows : int
        The cells are numbered row by row, from the top.
    lines : tuple of tuples of int
        The cells of each line.
    moves : tuple of Move
        Every move that a position may allow, in the order in which moves are listed.
    legal : callable
        Returns which of `moves` are legal, a boolean array (n, moves), from the men of the side to
        move and those of the other side. Whether the game is over need not be checked.
    symmetries : tuple of tuples of int
        How the board can be turned without changing the game, apart from not at all: for each cell,
        the cell whose man comes there.
    """

    name: str
    columns: int
    rows: int
    lines: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    legal: Callable[[Men, Men], NDArray[np.bool_]]
    symmetries: tuple[tuple[int, ...], ...] = ()

    def _facts(self) -> Mapping[str, object]:
        return {
            "name": self.name,
            "columns": self.columns,
            "rows": self.rows,
            "lines": len(self.lines),
            "moves": len(self.moves),
        }

    @property
    def start(self) -> Place:
        """The empty board, with X to move."""
        return EMPTY * self.cells, "X"

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.columns * self.rows


class GameGraph(NamedTuple):
    """All positions of a game that can occur, open ones first. All arrays are read-only.

    Attributes
    ----------
    game : BoardGame
    board : int8 array (n, cells)
        0 for a free cell, 1 for X, 2 for O. The empty board is the first.
    side : int8 array (n,)
        The side to move: 0 for X, 1 for O.
    n_open : int
        In how many positions the game goes on.
    n_moves : int8 array (n_open,)
    child : int32 array (n_open, most moves)
        The position after each move; 0 after the last one.
    move : int8 array (n_open, most moves)
        Each move, as its place in `BoardGame.moves`; 0 after the last one.
    result : int8 array (n - n_open,)
        How the other positions ended: 0 if X won, 1 if O won, `DRAWN`.
    outcome : int8 array (n,)
        With perfect play on both sides: 1 if the side to move wins, -1 if it loses, 0 for a draw.
    plies : int16 array (n,)
        How many moves that takes, the winner hurrying and the loser delaying; 0 for a draw.
    """

    game: BoardGame
    board: NDArray[np.int8]
    side: NDArray[np.int8]
    n_open: int
    n_moves: NDArray[np.int8]
    child: NDArray[np.int32]
    move: NDArray[np.int8]
    result: NDArray[np.int8]
    outcome: NDArray[np.int8]
    plies: NDArray[np.int16]

    def __repr__(self) -> str:
        """Return a line with the number of positions."""
        return f"<GameGraph: {self.game.name}, {self.side.size:,} positions>"

    def _repr_html_(self) -> str:
        shapes = {name: np.shape(array) for name, array in self._asdict().items()}
        return facts_html(self.game.name, {**shapes, "game": self.game.name, "n_open": self.n_open})

    @property
    def is_move(self) -> NDArray[np.bool_]:
        """Which entries of `child` are moves, a boolean array (n_open, most moves)."""
        return np.asarray(np.arange(self.child.shape[1]) < self.n_moves[:, None])

    def place(self, position: int) -> Place:
        """Return a position as its board, in characters X, O and -, and the side to move."""
        cells = "".join((EMPTY, *SIDES)[man] for man in self.board[position].tolist())
        return cells, SIDES[self.side[position]]

    def moves(self, position: int) -> list[Move]:
        """Return the moves in a position, in the order of `child`; none if the game is over."""
        if position >= self.n_open:
            return []
        return [self.game.moves[move] for move in self.move[position, : self.n_moves[position]]]

    def position_of(self, board: str, side: Side) -> int:
        """Return the number of a position.

        Raises
        ------
        ValueError
            If it cannot occur, or is not the one that stands for its equivalents.
        """
        found = self._find(board, side)
        if found is None:
            raise ValueError(
                f"This position of {self.game.name} cannot occur: {board!r}, {side} to move."
            )
        return found

    def values_of_moves(
        self, values: NDArray[np.floating], board: str, side: Side
    ) -> dict[Move, float]:
        """Return what an array like `child` says of the moves on a board, also up to symmetry."""
        itself = tuple(range(self.game.cells))
        for turn in (itself, *self.game.symmetries):
            position = self._find("".join(board[cell] for cell in turn), side)
            if position is not None:
                moves = (
                    (origin if origin == FROM_HAND else turn[origin], turn[target])
                    for origin, target in self.moves(position)
                )
                return dict(zip(moves, values[position].tolist(), strict=False))
        raise ValueError(f"This position of {self.game.name} cannot occur: {board!r}.")

    def _find(self, board: str, side: Side) -> int | None:
        men = [(EMPTY, *SIDES).index(cell) for cell in board if cell in (EMPTY, *SIDES)]
        if len(men) != len(board) or len(board) != self.game.cells or side not in SIDES:
            return None
        (found,) = np.nonzero((self.board == men).all(axis=1) & (self.side == SIDES.index(side)))
        return int(found[0]) if found.size else None


class _Level(NamedTuple):
    """The positions that occur for the first time after a number of moves."""

    keys: NDArray[np.int64]
    boards: NDArray[np.int8]
    side: int
    lost: NDArray[np.bool_]  # whether the other side has completed a line
    n_moves: NDArray[np.int64]
    moves: NDArray[np.int64]  # of all positions, one after the other
    after: NDArray[np.int64]  # the keys of the positions that these moves lead to


@lru_cache(maxsize=8)
def compiled(game: BoardGame, *, symmetry: bool = False) -> GameGraph:
    """Return the graph of a game, solved.

    With `symmetry`, one position stands for all those that turning the board makes of it.
    """
    levels = list(_levels(game, symmetry=symmetry))
    keys, boards, lost, n_moves = (
        np.concatenate([getattr(level, name) for level in levels])
        for name in ("keys", "boards", "lost", "n_moves")
    )
    side = np.concatenate([np.full(level.keys.size, level.side, np.int8) for level in levels])
    order = np.argsort(n_moves == 0, kind="stable")  # the empty board stays the first
    n_open = int((n_moves > 0).sum())
    number = np.empty(keys.size, np.int32)
    number[order] = np.arange(keys.size)
    by_key = np.argsort(keys)

    counts = n_moves[n_moves > 0]
    row = np.repeat(np.arange(n_open), counts)
    entry = np.arange(row.size) - np.repeat(counts.cumsum() - counts, counts)
    child = np.zeros((n_open, counts.max()), np.int32)
    move = np.zeros(child.shape, np.int8)
    after = np.concatenate([level.after for level in levels])
    child[row, entry] = number[by_key[np.searchsorted(keys[by_key], after)]]
    move[row, entry] = np.concatenate([level.moves for level in levels])

    ended = order[n_open:]
    result = np.where(lost[ended], 1 - side[ended], DRAWN).astype(np.int8)
    lost_at_the_end = np.concatenate([np.zeros(n_open, np.bool_), lost[ended]])
    outcome, plies = _solved(child, counts, lost_at_the_end)
    graph = GameGraph(
        game,
        boards[order],
        side[order],
        n_open,
        counts.astype(np.int8),
        child,
        move,
        result,
        outcome,
        plies,
    )
    for array in graph:
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return graph


def _levels(game: BoardGame, *, symmetry: bool) -> Iterator[_Level]:
    """Yield the positions move by move, in the order in which they are found."""
    origin, target = np.array(game.moves).T
    boards, side = np.zeros((1, game.cells), np.int8), 0
    keys = known = _keys(boards, side)
    while keys.size:
        own, other = boards == 1 + side, boards == 2 - side
        lost = _has_line(game, other)
        legal = game.legal(own, other) & ~lost[:, None]
        parents, moves = np.nonzero(legal)
        children = boards[parents]
        rows = np.arange(parents.size)
        slides = origin[moves] != FROM_HAND
        children[rows[slides], origin[moves][slides]] = 0
        children[rows, target[moves]] = 1 + side
        if symmetry:
            children = _first_of_equivalent(game, children)
        after = _keys(children, 1 - side)
        yield _Level(keys, boards, side, lost, legal.sum(axis=1), moves, after)
        unique, first = np.unique(after, return_index=True)
        near = known[np.searchsorted(known, unique).clip(max=known.size - 1)]
        first = np.sort(first[near != unique])
        boards, keys, side = children[first], after[first], 1 - side
        known = np.sort(np.concatenate([known, keys]))


def _keys(boards: NDArray[np.int8], side: int) -> NDArray[np.int64]:
    """Return a number for each board with a side to move."""
    keys = np.full(len(boards), side, np.int64)
    for cell in boards.T:
        keys = 3 * keys + cell
    return keys


def _first_of_equivalent(game: BoardGame, boards: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return for each board the one of its equivalents with the lowest key."""
    first, lowest = boards.copy(), _keys(boards, 0)
    for turn in game.symmetries:
        turned = boards[:, turn]
        keys = _keys(turned, 0)
        is_lower = keys < lowest
        first[is_lower], lowest[is_lower] = turned[is_lower], keys[is_lower]
    return first


def _has_line(game: BoardGame, men: Men) -> NDArray[np.bool_]:
    """Return whether these men complete a line, a boolean array (n,)."""
    complete = np.zeros(len(men), np.bool_)
    for line in game.lines:
        complete |= men[:, line].all(axis=1)
    return complete


def legal_moves(game: BoardGame, board: str, side: Side) -> list[Move]:
    """Return the moves of a side, or an empty list if the game is over."""
    if completed_line(game, board) is not None:
        return []
    own, other = (np.array([[cell == mark for cell in board]]) for mark in (side, other_side(side)))
    return [game.moves[move] for move in np.flatnonzero(game.legal(own, other)[0])]


def play(board: str, side: Side, move: Move) -> str:
    """Return the board after a move of a side."""
    cells, (origin, target) = list(board), move
    if origin != FROM_HAND:
        cells[origin] = EMPTY
    cells[target] = side
    return "".join(cells)


def completed_line(game: BoardGame, board: str) -> tuple[int, ...] | None:
    """Return a line that a side has completed on a board, or None."""
    for line in game.lines:
        if board[line[0]] != EMPTY and len({board[cell] for cell in line}) == 1:
            return line
    return None


def _solved(
    child: NDArray[np.int32], n_moves: NDArray[np.int64], lost: NDArray[np.bool_]
) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Solve the game backwards: each round finds the positions decided one move earlier."""
    n_open = len(child)
    is_move = np.arange(child.shape[1]) < n_moves[:, None]
    outcome, plies = np.where(lost, -1, 0).astype(np.int8), np.zeros(lost.size, np.int16)
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
