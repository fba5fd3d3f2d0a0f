"""Positions as named in files, and checks of them and of their cells."""

from collections.abc import Iterable, Sized
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.sentences import AgentFileError, quoted
from ttt_core.game.board import parse_board, pattern
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, position_numbers
from ttt_core.sentences import sentence, tr_noop


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
        If a name is not a position of the game, or two names are the same position.
    """
    positions = [_position_of(name) for name in names]
    if len(set(positions)) < len(positions):
        counts = np.bincount(positions, minlength=N_POSITIONS)
        raise AgentFileError(
            sentence(
                "The position {position} appears twice in the file.",
                position=name_of(int(counts.argmax())),
            )
        )
    return np.array(positions, np.int64)


def refuse_surplus(field: str, patterns: Sized) -> None:
    """Raise `AgentFileError` if a field has more entries than the game has positions."""
    if len(patterns) > N_POSITIONS:
        raise AgentFileError(
            sentence(
                "{field} has {n:,} positions, but the game has only {most:,}.",
                field=quoted(field),
                n=len(patterns),
                most=N_POSITIONS,
            )
        )


def _position_of(name: str) -> int:
    number = _numbers_by_spelling().get(name)
    if number is not None:
        return number
    try:
        return position_numbers()[parse_board(name)]
    except ValueError as error:
        raise AgentFileError(
            sentence(
                "{name} is not a position of the game. {error}",
                name=quoted(name),
                error=error.args[0],
            )
        ) from None


def name_of(position: int) -> str:
    """Return a position as files name it."""
    return pattern(boards()[position])


def refuse_ended(positions: NDArray[np.int64], template: str) -> None:
    """Raise `AgentFileError` if the game is over in one of the positions.

    Parameters
    ----------
    positions : array (n,)
    template
        The message, with a placeholder for the ``{position}``.
    """
    ended = positions[positions >= N_OPEN]
    if ended.size:
        raise AgentFileError(sentence(template, position=name_of(int(ended[0]))))


def refuse_cells(
    positions: NDArray[np.int64], wrong: NDArray[np.bool_], template: str, **values: object
) -> None:
    """Raise `AgentFileError` if a cell is wrong.

    Parameters
    ----------
    positions : array (n,)
    wrong : boolean array (n, 9)
    template
        The message, with placeholders for the ``{position}``, the ``{cell}`` and the values.
    **values
    """
    if wrong.any():
        row, cell = np.argwhere(wrong)[0]
        raise AgentFileError(
            sentence(template, position=name_of(int(positions[row])), cell=cell, **values)
        )


def refuse_visits(positions: NDArray[np.int64], wrong: NDArray[np.bool_]) -> None:
    """Raise `AgentFileError` if an occupied cell has visits."""
    refuse_cells(
        positions, wrong, tr_noop("The position {position} has visits on the occupied cell {cell}.")
    )
