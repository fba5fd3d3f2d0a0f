"""Positions as named in files, and checks of them and of their cells."""

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.sentences import file_refusal, quoted
from ttt_core.game.board import SYMMETRIES, parse_board, pattern, transform
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, position_numbers, symmetry_class


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
        raise file_refusal(
            "The position {position} appears twice in the file.",
            position=name_of(int(counts.argmax())),
        )
    return np.array(positions, np.int64)


def refuse_surplus(field: str, patterns: object) -> None:
    """Raise `AgentFileError` if a field has more entries than the game has positions."""
    if isinstance(patterns, dict | list) and len(patterns) > N_POSITIONS:
        raise file_refusal(
            "{field} has {n:,} positions, but the game has only {most:,}.",
            field=quoted(field),
            n=len(patterns),
            most=N_POSITIONS,
        )


def _position_of(name: str) -> int:
    number = _numbers_by_spelling().get(name)
    if number is not None:
        return number
    try:
        return position_numbers()[parse_board(name)]
    except ValueError as error:
        raise file_refusal(
            "{name} is not a position of the game. {error}", name=quoted(name), error=error.args[0]
        ) from None


def name_of(position: int) -> str:
    """Return a position as files name it."""
    return pattern(boards()[position])


def open_positions(names: Iterable[str], ended: str) -> NDArray[np.int64]:
    """Return the numbers of positions as `positions_of` does, or refuse one as `refuse_ended`."""
    positions = positions_of(names)
    refuse_ended(positions, ended)
    return positions


def refuse_ended(positions: NDArray[np.int64], template: str) -> None:
    """Refuse a file if the game is over in one of the positions (n,)."""
    ended = positions[positions >= N_OPEN]
    if ended.size:
        raise file_refusal(template, position=name_of(int(ended[0])))


def spread_to_equivalents(
    values: NDArray[np.float64], known: NDArray[np.int64], *, turned: bool = True
) -> NDArray[np.float64]:
    """Return values (4520, 9) with those of one position of each set for its equivalents, too.

    Cells are rotated with the board if `turned`; otherwise cell 0 goes to cell 0 and so on.
    `known` has the numbers of the positions with values.
    """
    source = np.full(N_POSITIONS, -1)
    source[symmetry_class()[known]] = known
    source = source[symmetry_class()[:N_OPEN]]
    spread = values.copy()
    for position in np.flatnonzero((source >= 0) & (source != np.arange(N_OPEN))).tolist():
        board, wanted = boards()[position], boards()[source[position]]
        turn = next(t for t in range(8) if transform(board, t) == wanted) if turned else 0
        cells = SYMMETRIES[turn]
        spread[position, cells] = values[source[position]]
    return spread
