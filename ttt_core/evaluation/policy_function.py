"""A player given as a function of what it sees: a board, or the observation of another library."""

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import ROUNDED, Policy, tolerance
from ttt_core.game.board import (
    EMPTY,
    SIDES,
    Side,
    open_spiel_planes,
    pattern,
    pettingzoo_planes,
    side_to_move,
)
from ttt_core.game.graph import N_OPEN, boards, legal

Reads = Literal["board", "array", "pettingzoo", "open_spiel"]
Returns = Literal["move", "values"]

_SAME = 1e-6
"""Probabilities that differ by less are the same: a network's last digits may."""


def policy_from(
    function: Callable[..., Any],
    *,
    reads: Reads = "board",
    view: Side | Literal["mover"] = "mover",
    returns: Returns = "move",
    illegal: Literal["loses"] | None = None,
    samples: int | None = None,
) -> Policy:
    """Return the policy of a player given as a function.

    Parameters
    ----------
    function
        Called twice for each of the 4,520 open boards. It returns the cell to play, 0 to 8, or nine
        probabilities, one for each cell; also as an array such as (1,) or (1, 9), as a tensor, or
        with a state behind it, as other libraries do.
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
    illegal
        ``"loses"`` if choosing a taken cell loses the game; of values, the best of all nine cells
        is then played. Otherwise a taken cell is an error, and values of taken cells are ignored.
    samples
        How many times to ask for each board if the function chooses at random. The policy is then
        the mean of its answers: sampled, not exact.

    Returns
    -------
    float64 array (4520, 9)
        Or (4520, 10) with `illegal`: the last column is the probability of choosing a taken cell.

    Raises
    ------
    ValueError
        If it returns anything else, a cell that is not free, or probabilities that are negative,
        are not 0 for a taken cell, or whose sum is not 1 within 1e-6; or if its two answers to
        a board differ. The message names the board. Also if an argument is not as described, or
        `view` is given though nothing depends on it.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> first_free = ttt.policy_from(lambda board: board.index("-"))
    >>> round(ttt.match(first_free, ttt.uniform()).win, 4)
    0.7812
    """
    _check("reads", reads, get_args(Reads))
    _check("returns", returns, get_args(Returns))
    _check("view", view, ("mover", *SIDES))
    _check("illegal", illegal, ("loses", None))
    if view != "mover" and reads != "array":
        raise ValueError(f"view={view!r} has no effect with reads={reads!r}, only with 'array'.")
    given: object = samples
    if given is not None and not (isinstance(given, int | np.integer) and given >= 2):
        raise ValueError(f"samples must be a whole number of at least 2, not {samples!r}.")
    understood = _best if returns == "values" else _chances
    policy = np.zeros((N_OPEN, RESIGNING + 1))
    for position, board in enumerate(boards()[:N_OPEN]):
        free = legal()[position]
        answers = [function(*_seen(board, free, reads, view)) for _ in range(samples or 2)]
        rows = []
        for answer in answers:
            try:
                rows.append(understood(_plain(answer), free, bool(illegal)))
            except ValueError as error:
                raise ValueError(
                    f"For {pattern(board)} the function returns {answer!r}: {error}"
                ) from None
        if samples is None and abs(rows[0] - rows[1]).max() > _SAME:
            raise ValueError(
                f"For {pattern(board)} the function returns {answers[0]!r}, then {answers[1]!r}. "
                "If it chooses at random, samples=100 judges the mean of 100 answers to each board."
            )
        row = np.mean(rows, axis=0) if samples else rows[0]
        policy[position, :9] = np.where(free, row, 0.0)
        policy[position, RESIGNING] = row[~free].sum()
    return policy if illegal else policy[:, :9].copy()


def _check(name: str, given: object, allowed: tuple[object, ...]) -> None:
    if given not in allowed:
        listed = ", ".join(map(repr, allowed))
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


def _plain(answer: Any) -> NDArray[Any]:
    """Return what a library returns as a number or nine: without a state, a batch or a gradient."""
    if isinstance(answer, tuple) and len(answer) == 2 and not np.isscalar(answer[1]):
        answer = answer[0]
    if hasattr(answer, "detach"):
        answer = answer.detach().cpu()
    array = np.asarray(answer)
    return array.squeeze() if array.size in (1, 9) and 1 in array.shape else array


def _chances(answer: NDArray[Any], free: NDArray[np.bool_], any_cell: bool) -> NDArray[np.float64]:
    """Return each cell's probability; a `ValueError` says what is wrong with the answer."""
    kind = answer.dtype.kind
    if answer.shape == () and kind in "iuf" and answer == np.round(answer):
        if not 0 <= answer < 9 or not (any_cell or free[int(answer)]):
            raise ValueError("the cell is out of range or taken.")
        return np.asarray(np.eye(9)[int(answer)])
    if answer.shape != (9,) or kind not in "iuf" or not np.isfinite(answer).all():
        raise ValueError("it must be a cell from 0 to 8, or nine probabilities.")
    chances = answer.astype(np.float64)
    total = float(chances.sum())
    if (chances < 0).any():
        raise ValueError("probabilities must not be negative.")
    if chances[~free].any() and not any_cell:
        raise ValueError("a taken cell must have probability 0.")
    if abs(total - 1) > tolerance(answer.dtype):
        raise ValueError(f"probabilities must sum to 1, not to {total:.9g}.")
    return chances / total if abs(total - 1) > ROUNDED else chances


def _best(answer: NDArray[Any], free: NDArray[np.bool_], any_cell: bool) -> NDArray[np.float64]:
    """Return an even choice among the cells with the highest value: the free ones, or all."""
    if answer.shape != (9,) or answer.dtype.kind not in "iuf" or np.isnan(answer[free]).any():
        raise ValueError("it must be nine values.")
    allowed = free | ~np.isnan(answer) if any_cell else free
    best = allowed & (answer == answer[allowed].max())
    return np.asarray(best / best.sum())
