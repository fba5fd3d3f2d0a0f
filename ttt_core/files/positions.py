"""Positions as files name them, and what must hold of them and of their cells."""

from collections.abc import Iterable, Sized
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.sentences import AgentFileError, quoted
from ttt_core.game.board import parse_board, pattern
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, position_numbers


@cache
def _numbers_by_spelling() -> dict[str, int]:
    spellings = dict(position_numbers())
    for board, number in position_numbers().items():
        spellings[pattern(board)] = spellings[pattern(board) + "|"] = number
    return spellings


def positions_of(names: Iterable[str]) -> NDArray[np.int64]:
    """Return the position numbers of boards or patterns.

    Raises
    ------
    AgentFileError
        If one is no position of the game, or two are the same position.
    """
    positions = [_position_of(name) for name in names]
    if len(set(positions)) < len(positions):
        counts = np.bincount(positions, minlength=N_POSITIONS)
        raise AgentFileError(f"{named(int(counts.argmax()))} stands in the file twice.")
    return np.array(positions, np.int64)


def refuse_surplus(field: str, patterns: Sized) -> None:
    """Raise `AgentFileError` if a field has more patterns than there are positions."""
    if len(patterns) > N_POSITIONS:
        raise AgentFileError(
            f"{quoted(field)} has {len(patterns):,} positions: the game has {N_POSITIONS:,}."
        )


def _position_of(name: str) -> int:
    number = _numbers_by_spelling().get(name)
    if number is not None:
        return number
    try:
        return position_numbers()[parse_board(name)]
    except ValueError as error:
        raise AgentFileError(f"{quoted(name)} is not a position of the game. {error}") from None


def named(position: int) -> str:
    """Return a position as the beginning of a sentence."""
    return f"The position {pattern(boards()[position])}"


def refuse_ended(positions: NDArray[np.int64], found: str) -> None:
    """Raise `AgentFileError` if the game is over in a position of which a file has more to say.

    Parameters
    ----------
    positions : array (n,)
    found
        What the file says of them, as the middle of a sentence: "has values".
    """
    ended = positions[positions >= N_OPEN]
    if ended.size:
        raise AgentFileError(f"{named(int(ended[0]))} {found}, but the game is over there.")


def refuse_cells(positions: NDArray[np.int64], wrong: NDArray[np.bool_], fault: str) -> None:
    """Raise `AgentFileError` if a cell is wrong.

    Parameters
    ----------
    positions : array (n,)
    wrong : boolean array (n, 9)
    fault
        What is wrong with such a cell, as the end of a sentence to which its number is added.
    """
    if wrong.any():
        row, cell = np.argwhere(wrong)[0]
        raise AgentFileError(f"{named(int(positions[row]))} {fault} {cell}.")
