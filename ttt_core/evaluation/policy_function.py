"""A player given as a function of the board."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy
from ttt_core.game.board import pattern
from ttt_core.game.graph import N_OPEN, boards, legal


def policy_from(function: Callable[[str], int | Sequence[float] | NDArray[np.float64]]) -> Policy:
    """Return the policy of a player given as a function.

    Parameters
    ----------
    function
        Called once for each of the 4,520 open boards, a string of nine ``X``, ``O`` or ``-``.
        It returns the cell to play, 0 to 8, or nine probabilities, one for each cell.

    Raises
    ------
    ValueError
        If it returns anything else, a cell that is not free, or probabilities that are negative,
        do not sum to 1, or are not 0 for a taken cell. The message names the board.
    """
    policy = np.zeros((N_OPEN, 9))
    for position, board in enumerate(boards()[:N_OPEN]):
        answer = function(board)
        try:
            policy[position] = _chances(np.asarray(answer), legal()[position])
        except ValueError as error:
            raise ValueError(
                f"For {pattern(board)} the function returns {answer!r}: {error}"
            ) from None
    return policy


def _chances(answer: NDArray[Any], free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return each cell's probability; a `ValueError` says what is wrong with the answer."""
    kind = answer.dtype.kind
    if answer.shape == () and kind in "iu":
        if not 0 <= answer < 9 or not free[answer]:
            raise ValueError("the cell is out of range or taken.")
        return np.asarray(np.eye(9)[answer])
    if answer.shape != (9,) or kind not in "iuf" or not np.isfinite(answer).all():
        raise ValueError("it must be a cell from 0 to 8, or nine probabilities.")
    if (answer < 0).any() or abs(answer.sum() - 1) >= 1e-9:
        raise ValueError("probabilities must not be negative and must sum to 1.")
    if answer[~free].any():
        raise ValueError("a taken cell must have probability 0.")
    return np.asarray(answer, np.float64)
