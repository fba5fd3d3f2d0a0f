"""Connect Four on a small board.

A move drops a man into a column, where it falls to the lowest free cell. Four in a row, straight or
diagonal, win; a full board is a draw.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.other_games.game import FROM_HAND, BoardGame, Men

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # row and column


@cache
def connect_four(columns: int = 4, rows: int = 4, in_a_row: int = 4) -> BoardGame:
    """Return the declaration of Connect Four on a board of this size."""
    cells = columns * rows

    def legal(own: Men, other: Men) -> NDArray[np.bool_]:
        free = ~(own | other)
        under = np.ones_like(free)
        under[:, :-columns] = ~free[:, columns:]
        return np.asarray(free & under)

    return BoardGame(
        name=f"Connect Four on {columns} by {rows}",
        columns=columns,
        rows=rows,
        lines=_lines(columns, rows, in_a_row),
        moves=tuple((FROM_HAND, cell) for cell in range(cells)),
        legal=legal,
        symmetries=(
            tuple(
                row * columns + columns - 1 - column
                for row in range(rows)
                for column in range(columns)
            ),
        ),
    )


def _lines(columns: int, rows: int, in_a_row: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple((row + step * down) * columns + column + step * right for step in range(in_a_row))
        for row in range(rows)
        for column in range(columns)
        for down, right in _DIRECTIONS
        if row + (in_a_row - 1) * down < rows and 0 <= column + (in_a_row - 1) * right < columns
    )
