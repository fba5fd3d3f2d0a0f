"""Positions as named in files, and checks of them and of their cells."""

from collections.abc import Iterable, Sized
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.sentences import AgentFileError, quoted
from ttt_core.game.board import parse_board, pattern
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, frozen, legal, position_numbers
from ttt_core.sentences import sentence, tr_noop


@cache
def _numbers_by_spelling() -> dict[str, int]:
    spellings = dict(position_numbers())
    for board, number in position_numbers().items():
        spellings[pattern(board)] = spellings[pattern(board) + "|"] = number
    return spellings


def positions_of(names: Iterable[str]) -> NDArray[np.int64]:
    """Return the position numbers of boards or patterns; refuse others, and the same one twice."""
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
    """Refuse a file if the game is over in one of the positions (n,)."""
    ended = positions[positions >= N_OPEN]
    if ended.size:
        raise AgentFileError(sentence(template, position=name_of(int(ended[0]))))


def refuse_cells(
    positions: NDArray[np.int64], wrong: NDArray[np.bool_], template: str, **values: object
) -> None:
    """Refuse a file if a cell of the positions (n,) is `wrong`, (n, 9).

    The message is the template with the ``{position}``, the ``{cell}`` and the values.
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


def filled_in(
    first: NDArray[np.float64],
    positions: NDArray[np.int64],
    rows: list[list[Any]],
    counts: list[list[int]],
    *,
    taken: str,
    missing: str,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return the values and visits of all positions, (4520, 9) each.

    Parameters
    ----------
    first : float64 array (4520, 9)
        The values of the positions that are not listed.
    positions : array (n,)
    rows, counts
        The values and the visits of these positions, nine each; None is no value.
    taken, missing
        Templates for a value on an occupied cell and none on a free one.
    """
    listed = np.array(rows, np.float64).reshape(-1, 9)
    visited = np.array(counts, np.int32).reshape(-1, 9)
    free = legal()[positions]
    refuse_cells(positions, ~free & ~np.isnan(listed), taken)
    refuse_cells(positions, free & np.isnan(listed), missing)
    refuse_visits(positions, ~free & (visited > 0))
    values, visits = first.copy(), np.zeros((N_OPEN, 9), np.int32)
    values[positions], visits[positions] = listed, visited
    return frozen(values), frozen(visits)
