"""A player's choice in a position, and what it does to the game, in words."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation import RESIGNING
from ttt_core.game import DRAW, LOSS, WIN, move_values, position_of, position_values
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr, tr_in
from ttt_ui.wording import cell_code, cell_name, percent

_MANY_MOVES = 3

_LOST = tr_noop("Every move loses here against perfect play.")
_KEEPS = {WIN: tr_noop("This keeps the win."), DRAW: tr_noop("This keeps the draw.")}
_TURNS = {
    (WIN, DRAW): tr_noop("That is a mistake: it turns a win into a draw."),
    (WIN, LOSS): tr_noop("That is a mistake: it turns a win into a loss."),
    (DRAW, LOSS): tr_noop("That is a mistake: it turns a draw into a loss."),
}
_MAY_TURN = {
    (WIN, DRAW): tr_noop("That is a mistake: it turns a win into a draw ({chance})."),
    (WIN, LOSS): tr_noop("That is a mistake: it turns a win into a loss ({chance})."),
    (DRAW, LOSS): tr_noop("That is a mistake: it turns a draw into a loss ({chance})."),
}
_WIN_INTO_EITHER = tr_noop(
    "That is a mistake: it turns a win into a draw ({draw}) and into a loss ({loss})."
)


def best_cells(chances: NDArray[np.float64]) -> list[int]:
    """Return the cells that a player is most likely to choose, from its row of a policy.

    They are all the cells that a greedy agent may choose, and none if it resigns.
    """
    cells = chances[:RESIGNING]
    return np.flatnonzero((cells > 0) & (cells == cells.max())).tolist()


def choice(chances: NDArray[np.float64]) -> str:
    """Name the cells that a player is most likely to choose, in Markdown."""
    cells = best_cells(chances)
    if len(cells) > _MANY_MOVES:
        return tr("one of {moves} moves it values equally", moves=len(cells))
    return tr_in("list", " or ").join(f"**{cell_name(cell)}**" for cell in cells)


def in_short(cells: Iterable[int]) -> str:
    """Name cells in a table."""
    return " · ".join(map(cell_code, cells))


def consequence(board: str, chances: NDArray[np.float64]) -> str:
    """Say what a player's choice does to the true value of the game."""
    position = position_of(board)
    value = int(position_values()[position])
    chances_of = {
        true_value: float(chances[:RESIGNING][move_values()[position] == true_value].sum())
        for true_value in (DRAW, LOSS)
    }
    likely = {worse: chance for worse, chance in chances_of.items() if worse < value and chance > 0}
    if not likely:
        return tr(_LOST if value == LOSS else _KEEPS[value])
    if len(likely) == 2:
        return tr(_WIN_INTO_EITHER, draw=percent(likely[DRAW]), loss=percent(likely[LOSS]))
    ((worse, chance),) = likely.items()
    if chance > 1 - 1e-12:
        return tr(_TURNS[value, worse])
    return tr(_MAY_TURN[value, worse], chance=percent(chance))
