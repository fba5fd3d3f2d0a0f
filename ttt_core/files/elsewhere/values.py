"""The third step: what the numbers of a table are, as values of moves.

A `MoveMeaning` says how one kind of numbers is read; the lists below are tried in order.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import N_OPEN, O_WON, X_WON, graph, legal
from ttt_core.sentences import tr_noop

Values = NDArray[np.float64]


class MoveMeaning(NamedTuple):
    """How values of moves (4520, 9) choose a move: a sentence, and the preferences they give."""

    sentence: str
    preference: Callable[[Values], Values]
    proportional: bool = False


def _of_x() -> NDArray[np.bool_]:
    return np.asarray(graph().side[:N_OPEN, None] == 0)


LARGEST = MoveMeaning(tr_noop("the largest value is played"), lambda values: values)
SMALLEST = MoveMeaning(
    tr_noop("values are costs, so the smallest is played"), lambda values: -values
)
REVERSED = {
    "XO": MoveMeaning(tr_noop("the smallest value is played"), lambda values: -values),
    "X": MoveMeaning(
        tr_noop("X plays the smallest value and O the largest"),
        lambda values: np.where(_of_x(), -values, values),
    ),
    "O": MoveMeaning(
        tr_noop("X plays the largest value and O the smallest"),
        lambda values: np.where(_of_x(), values, -values),
    ),
}
"""By the sides whose values look reversed."""
FOR_X = MoveMeaning(
    tr_noop("all values are for X, so X plays the largest and O the smallest"),
    lambda values: np.where(_of_x(), values, -values),
)
IN_PROPORTION = MoveMeaning(
    tr_noop("each move is as likely as its share of the values"), lambda values: values, True
)
_COSTS = re.compile(r".*\b(?:costs?|penalty|penalties|regrets?|loss(?:es)?)\b.*", re.I | re.DOTALL)


def move_meaning(values: Values, names: Sequence[str]) -> MoveMeaning:
    """Return what the values of moves in a table mean, nan where it has none.

    The largest is played, unless a name in the file says that they are costs: nothing else tells a
    cost from a value whose learner has a wrong sign. What is called beads is drawn.
    """
    given = values[~np.isnan(values)]
    if given.size and (given >= 0).all() and ("beads" in names or _are_shares(values, given)):
        return IN_PROPORTION
    return SMALLEST if any(_COSTS.fullmatch(name.replace("_", " ")) for name in names) else LARGEST


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


def board_meanings(values: Values) -> tuple[BoardMeaning, ...]:
    """Return what one value for each board, (2, 5478), can mean; nan where the table has none.

    A table of the boards after the moves of one side was learned by that side. The values of
    finished games, where a table of both sides has them, show whose values they are.
    """
    side, won = graph().side, _winner()
    given = ~np.isnan(values).all(axis=0)
    if min(float((side == number)[given].mean()) for number in (0, 1)) < _STRAY:
        return (MOVED,)
    known = np.nanmax(np.where(np.isnan(values), -np.inf, values), axis=0)
    middle = known[given].mean()
    x_won, o_won = (known[given & (won == side)] for side in (X_WON, O_WON))
    if min(len(x_won), len(o_won)) < _LEAST_FINISHED:
        return BOARD_MEANINGS
    after = np.sign(x_won.mean() - middle), np.sign(o_won.mean() - middle)
    told = [
        meaning for meaning in BOARD_MEANINGS if (meaning.sign_of_x, meaning.sign_of_o) == after
    ]
    return tuple(told) or BOARD_MEANINGS


_STRAY = 0.02
_LEAST_FINISHED = 3


@cache
def _winner() -> NDArray[np.int64]:
    """Return how each position ended, (5478,); -1 where the game goes on."""
    return np.concatenate([np.full(N_OPEN, -1), graph().result])


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
        that is not in the table counts 0.
    array (4520, 9)
        The same, nan where the board is not in the table.
    """
    child, side = graph().child, graph().side[:N_OPEN]
    sign = np.where(side == 0, meaning.sign_of_x, meaning.sign_of_o)[:, None]
    given = np.where(legal(), sign * values[side[:, None], child], np.nan)
    return np.where(np.isnan(given), 0.0, given), given
