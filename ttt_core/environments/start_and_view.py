"""What both environments share: the board where a game starts, and how a board is shown."""

from collections.abc import Mapping
from typing import Any

import gymnasium

from ttt_core.game.board import EMPTY_BOARD, pattern
from ttt_core.game.graph import N_OPEN, boards, position_of

RENDER_MODES = ("ansi", "human")


def start_by(options: Mapping[str, Any] | None) -> int:
    """Return the position that the options of a reset name: that of ``"board"``, or the empty one.

    Other options are ignored: PettingZoo's own check resets with one that does not exist.

    Raises
    ------
    ValueError
        If the board is not a position in which the game goes on.
    """
    position = position_of((options or {}).get("board", EMPTY_BOARD))
    if position >= N_OPEN:
        raise ValueError(f"The game is over on the board {pattern(boards()[position])}.")
    return position


def check_render_mode(mode: str | None) -> None:
    """Raise `ValueError` if the mode does not exist."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode must be 'ansi', 'human' or None, not {mode!r}.")


def rendered(mode: str | None, position: int) -> str | None:
    """Return a board as a text of three lines, in the mode ``"ansi"``."""
    if mode is None:
        gymnasium.logger.warn("render() shows nothing without a render_mode, such as 'ansi'.")
    return _text(position) if mode == "ansi" else None


def show(mode: str | None, position: int) -> None:
    """Print a board, in the mode ``"human"``."""
    if mode == "human":
        print(_text(position), end="\n\n")


def _text(position: int) -> str:
    return pattern(boards()[position]).replace("|", "\n")
