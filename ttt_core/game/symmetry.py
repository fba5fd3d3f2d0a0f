"""The eight symmetries of the square: four rotations, each with and without a reflection."""

from operator import itemgetter

import numpy as np

_SQUARE = np.arange(9).reshape(3, 3)

SYMMETRIES = np.array(
    [
        np.rot90(square, turns).ravel()
        for square in (_SQUARE, np.fliplr(_SQUARE))
        for turns in range(4)
    ]
)
"""Integer array (8, 9): row t maps a board to one whose cell i is the old board's cell ``[t, i]``.

Row 0 is the identity.
"""

SYMMETRIES.setflags(write=False)

_TURNED = [itemgetter(*cells) for cells in SYMMETRIES.tolist()]


def transform(board: str, symmetry: int) -> str:
    """Return `board` rotated or reflected by row `symmetry` of `SYMMETRIES`."""
    return "".join(_TURNED[symmetry](board))


def equivalents(board: str) -> list[str]:
    """Return the distinct boards equivalent to `board`, itself included, sorted (1, 2, 4 or 8)."""
    return sorted({transform(board, symmetry) for symmetry in range(8)})
