"""The eight symmetries of the square: four rotations, each with and without a reflection."""

import numpy as np

_SQUARE = np.arange(9).reshape(3, 3)

SYMMETRIES = np.array(
    [
        np.rot90(square, turns).ravel()
        for square in (_SQUARE, np.fliplr(_SQUARE))
        for turns in range(4)
    ]
)
"""Integer array (8, 9): row t sends a board to the board whose cell i is cell ``[t, i]`` of it.

Row 0 is the identity.
"""

SYMMETRIES.setflags(write=False)


def transform(board: str, symmetry: int) -> str:
    """Return `board` turned or reflected by row `symmetry` of `SYMMETRIES`."""
    return "".join(board[cell] for cell in SYMMETRIES[symmetry])


def equivalents(board: str) -> list[str]:
    """Return the distinct boards of the same symmetry class, sorted (1, 2, 4 or 8 of them)."""
    return sorted({transform(board, symmetry) for symmetry in range(8)})
