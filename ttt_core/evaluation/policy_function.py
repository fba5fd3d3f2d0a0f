"""A player given as a function of what it sees: a board, or the observation of another library."""

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import ROUNDED, Policy, tolerance
from ttt_core.game.board import EMPTY, SIDES, Side, pattern, side_to_move
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.game.observations import open_spiel_planes, pettingzoo_planes

Reads = Literal["board", "array", "pettingzoo", "open_spiel"]
Returns = Literal["move", "values"]


def policy_from(
    function: Callable[..., Any],
    *,
    reads: Reads = "board",
    view: Side | Literal["mover"] = "mover",
    returns: Returns = "move",
) -> Policy:
    """Return the policy of a player given as a function.

    Parameters
    ----------
    function
        Called once for each of the 4,520 open boards. It returns the cell to play, 0 to 8, or nine
        probabilities, one for each cell.
    reads
        What the function is given:

        - ``"board"``: the board, a string of nine ``X``, ``O`` or ``-``;
        - ``"array"``: a float32 array (9,) with 1 for the marks of the `view`, -1 for the
          opponent's and 0 for free cells;
        - ``"pettingzoo"``: two arguments, the observation (an int8 array (3, 3, 2)) and the action
          mask (an int8 array (9,)) of PettingZoo's ``tictactoe_v3``;
        - ``"open_spiel"``: two arguments, the observation tensor (a float32 array (27,), three
          planes of nine: free cells, O's marks, X's marks) and the list of legal actions of
          OpenSpiel's ``tic_tac_toe``.
    view
        Whose marks are 1 in an ``"array"``: those of ``"mover"``, the side to move, or always
        those of ``"X"`` or ``"O"``.
    returns
        ``"move"``, or ``"values"`` if the function returns nine values: the best legal move is
        played, and equal ones are equally likely.

    Raises
    ------
    ValueError
        If it returns anything else, a cell that is not free, or probabilities that are negative,
        are not 0 for a taken cell, or whose sum is not 1 within 1e-6. The message names the board.
    """
    _check("reads", reads, get_args(Reads))
    _check("returns", returns, get_args(Returns))
    _check("view", view, ("mover", *SIDES))
    understood = _best if returns == "values" else _chances
    policy = np.zeros((N_OPEN, 9))
    for position, board in enumerate(boards()[:N_OPEN]):
        free = legal()[position]
        answer = function(*_seen(board, free, reads, view))
        try:
            policy[position] = understood(np.asarray(answer), free)
        except ValueError as error:
            raise ValueError(
                f"For {pattern(board)} the function returns {answer!r}: {error}"
            ) from None
    return policy


def _check(name: str, given: object, allowed: tuple[str, ...]) -> None:
    if given not in allowed:
        listed = ", ".join(repr(word) for word in allowed)
        raise ValueError(f"{name} must be one of {listed}, not {given!r}.")


def _seen(board: str, free: NDArray[np.bool_], reads: Reads, view: str) -> tuple[object, ...]:
    """Return the arguments of the function for a board."""
    match reads:
        case "board":
            return (board,)
        case "array":
            own = side_to_move(board) if view == "mover" else view
            marks = [0.0 if mark == EMPTY else 1.0 if mark == own else -1.0 for mark in board]
            return (np.array(marks, np.float32),)
        case "pettingzoo":
            return pettingzoo_planes(board, side_to_move(board)), free.astype(np.int8)
        case "open_spiel":
            return open_spiel_planes(board), np.flatnonzero(free).tolist()


def _chances(answer: NDArray[Any], free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return each cell's probability; a `ValueError` says what is wrong with the answer."""
    kind = answer.dtype.kind
    if answer.shape == () and kind in "iu":
        if not 0 <= answer < 9 or not free[answer]:
            raise ValueError("the cell is out of range or taken.")
        return np.asarray(np.eye(9)[answer])
    if answer.shape != (9,) or kind not in "iuf" or not np.isfinite(answer).all():
        raise ValueError("it must be a cell from 0 to 8, or nine probabilities.")
    chances = answer.astype(np.float64)
    total = float(chances.sum())
    if (chances < 0).any():
        raise ValueError("probabilities must not be negative.")
    if chances[~free].any():
        raise ValueError("a taken cell must have probability 0.")
    if abs(total - 1) > tolerance(answer.dtype):
        raise ValueError(f"probabilities must sum to 1, not to {total:.9g}.")
    return chances / total if abs(total - 1) > ROUNDED else chances


def _best(answer: NDArray[Any], free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return an even choice among the legal cells with the highest value."""
    if answer.shape != (9,) or answer.dtype.kind not in "iuf" or np.isnan(answer[free]).any():
        raise ValueError("it must be nine values.")
    best = free & (answer == answer[free].max())
    return np.asarray(best / best.sum())
