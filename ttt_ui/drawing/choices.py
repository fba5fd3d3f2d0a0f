"""A player's choice in a position, and what it does to the game, in words."""

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation import RESIGNING
from ttt_core.game import LOSS, move_values, position_of, position_values
from ttt_ui.wording import TRUE_VALUE_WORDS, cell_name, listed, percent

_MANY_MOVES = 3


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
        return f"one of {len(cells)} moves it values equally"
    return " or ".join(f"**{cell_name(cell)}**" for cell in cells)


def consequence(board: str, chances: NDArray[np.float64]) -> str:
    """Say what a player's choice does to the true value of the game."""
    position = position_of(board)
    value = int(position_values()[position])
    thrown = {
        true_value: float(chances[:RESIGNING][move_values()[position] == true_value].sum())
        for true_value in range(value - 1, LOSS - 1, -1)
    }
    likely = {
        TRUE_VALUE_WORDS[true_value]: chance for true_value, chance in thrown.items() if chance > 0
    }
    if likely:
        effects = listed(
            [
                f"into a {word}" if chance > 1 - 1e-12 else f"into a {word} ({percent(chance)})"
                for word, chance in likely.items()
            ]
        )
        return f"That is a mistake: it turns a {TRUE_VALUE_WORDS[value]} {effects}."
    if value == LOSS:
        return "Every move loses here against perfect play."
    return f"This keeps the {TRUE_VALUE_WORDS[value]}."
