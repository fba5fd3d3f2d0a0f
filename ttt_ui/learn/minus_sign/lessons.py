"""The effect of the two signs: two moves before the end of a game, and over whole games."""

from functools import cache
from typing import NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import legal, position_of
from ttt_core.learning import PLUS_SIGN
from ttt_ui.learn.trained import GAMES, Trained, train_on

BOARD = "-OXXOO-XX"
"""O to move; it must block."""
MISTAKE, BLOCK = 0, 6
_WAY = (2, 4, 3, 5, 8, 1, 7)
ENDS = ((*_WAY, MISTAKE, BLOCK), (*_WAY, BLOCK, MISTAKE))
"""The two games that lead through the board."""

CONFIG = ttt.TrainingConfig(games=GAMES[-1], seed=1, alpha=1.0, epsilon=0.3, epsilon_decay=1.0)
"""A move always leads to the same position, so α can be 1."""
_CELL_BY_CELL = ttt.TrainingConfig(alpha=CONFIG.alpha, symmetry=False, backward=True)
"""Each cell has its own value, and the last move is updated first."""


class Update(NamedTuple):
    """One update of a value.

    Attributes
    ----------
    board, cell
        The move whose value changes.
    reward : float
    ahead : float or None
        The best value the move leaves the opponent; None if it ends the game.
    old, new : float
    """

    board: str
    cell: int
    reward: float
    ahead: float | None
    old: float
    new: float


@cache
def updates(adds: bool) -> tuple[Update, ...]:
    """Learn from both games; return the updates of their last two moves in order."""
    run = ttt.TrainingRun(_CELL_BY_CELL, learning=PLUS_SIGN if adds else None)
    made = []
    for *_, first, last in ENDS:
        before = run.q()
        run.learn((*_WAY, first, last))
        after = run.q()
        middle = rules.play(BOARD, first)
        won = rules.outcome(rules.play(middle, last)) == rules.side_to_move(middle)
        made.append(_update(middle, last, before, after, reward=float(won)))
        made.append(_update(BOARD, first, before, after, ahead=middle))
    return tuple(made)


def _update(
    board: str,
    cell: int,
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    *,
    reward: float = 0.0,
    ahead: str | None = None,
) -> Update:
    move = position_of(board), cell
    best = None if ahead is None else float(np.nanmax(after[position_of(ahead)]))
    return Update(board, cell, reward, best, float(before[move]), float(after[move]))


def values_on(board: str, made: tuple[Update, ...]) -> NDArray[np.float64]:
    """Return the values (9,) of a board after some updates."""
    values = np.where(legal()[position_of(board)], 0.0, np.nan)
    for update in made:
        if update.board == board:
            values[update.cell] = update.new
    return values


def best_moves(made: tuple[Update, ...]) -> list[int]:
    """Return the moves with the highest value on the board."""
    values = values_on(BOARD, made)
    return np.flatnonzero(values == np.nanmax(values)).tolist()


@st.cache_resource(show_spinner=False, max_entries=2 * len(GAMES))
def over_whole_games(adds: bool, games: int) -> Trained:
    """Train with one of the signs."""
    return train_on(CONFIG, games, BOARD, PLUS_SIGN if adds else None)
