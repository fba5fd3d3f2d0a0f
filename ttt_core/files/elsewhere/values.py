"""The third step: what the numbers of a table are, as values of moves.

A `Meaning` says how one kind of numbers is read; the lists below are tried in order.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import DRAWN, N_OPEN, O_WON, X_WON, graph, legal
from ttt_core.sentences import tr_noop

Values = NDArray[np.float64]


class MoveMeaning(NamedTuple):
    """How values of moves (4520, 9) choose a move: a sentence, and the preferences they give."""

    sentence: str
    preference: Callable[[Values], Values]
    proportional: bool = False


LARGEST = MoveMeaning(tr_noop("the largest value is played"), lambda values: values)
SMALLEST = MoveMeaning(
    tr_noop("values are costs, so the smallest is played"), lambda values: -values
)
IN_PROPORTION = MoveMeaning(
    tr_noop("each move is as likely as its share of the values"), lambda values: values, True
)


def move_meanings(values: Values) -> tuple[MoveMeaning, ...]:
    """Return what the values of moves in a table, nan where it has none, can mean."""
    given = values[~np.isnan(values)]
    if given.size and (given >= 0).all() and _are_shares(values, given):
        return (IN_PROPORTION,)
    return (LARGEST, SMALLEST)


def _are_shares(values: Values, given: NDArray[np.float64]) -> bool:
    """Return whether values are numbers of beads, or probabilities that sum to 1."""
    if (given % 1 == 0).all():
        return bool(given.max() >= 4)
    sums = np.nansum(values, axis=1)[(~np.isnan(values)).any(axis=1)]
    sums = sums[sums > 0]
    return bool(sums.size and (np.abs(sums - 1) < 1e-3).mean() > 0.95)


class BoardMeaning(NamedTuple):
    """What a number for each board says: a sentence, and its sign for X and for O after a move."""

    sentence: str
    sign_of_x: int
    sign_of_o: int


MOVED = BoardMeaning(tr_noop("one value for each board, for the player who has just moved"), 1, 1)
OF_X = BoardMeaning(tr_noop("one value for each board, for X"), 1, -1)
TO_MOVE = BoardMeaning(tr_noop("one value for each board, for the player to move"), -1, -1)
OF_O = BoardMeaning(tr_noop("one value for each board, for O"), -1, 1)
BOARD_MEANINGS = (MOVED, OF_X, TO_MOVE, OF_O)


def moves_from_boards(values: Values, meaning: BoardMeaning) -> tuple[Values, Values]:
    """Return values of moves from values of boards.

    Parameters
    ----------
    values : float64 array (2, 5478)
        The value of each position for each of two tables: the one with which X chooses, and O's.
    meaning

    Returns
    -------
    array (4520, 9)
        The value of each move for the player who makes it: that of the board it leads to. A board
        that is not in the table counts 0; if the table has no finished boards, a win counts more
        than all others.
    array (4520, 9)
        The same, nan where the board is not in the table.
    """
    child, side = graph().child, graph().side[:N_OPEN]
    sign = np.where(side == 0, meaning.sign_of_x, meaning.sign_of_o)[:, None]
    given = np.where(legal(), sign * values[side[:, None], child], np.nan)
    filled = np.where(np.isnan(given), 0.0, given)
    if np.isnan(values[:, N_OPEN:]).all():
        won = np.full(len(graph().result) + N_OPEN, DRAWN)
        won[N_OPEN:] = graph().result
        wins = won[child] == np.where(side == 0, X_WON, O_WON)[:, None]
        filled[wins & legal()] = np.nanmax(np.abs(filled)) + 1
    return filled, given
