"""The second step: a part of a key as a cell, and as a player."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ttt_core.sentences import tr_noop

_PAIR = re.compile(r"\D*(\d)\D*(\d)\D*")
_ONE = re.compile(r"[^\d-]*(\d)(?:\.0*)?\D*")
_CHESS = re.compile(r"\W*([a-cA-C])([1-3])\W*")
_WORDS = (
    "topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright",
)  # fmt: skip
_PLAYERS = (
    re.compile(
        r"(?:.*[\W_])?(?:player|agent|side|mark|table|values?|policy|p|q)?[\W_]*(x|o)(?:[\W_].*)?",
        re.I,
    ),
    re.compile(r"(?:.*?)(1|2|-1|0)(?:\.0)?", re.I),
    re.compile(r"(?:.*[\W_])?(first|second)(?:[\W_].*)?", re.I),
    re.compile(r"(?:.*[\W_])?(cross|nought|circle)(?:[\W_].*)?", re.I),
)


class CellNotation(NamedTuple):
    """How cells are written: a sentence about it, and the cell (0 to 8) of a part, or None."""

    sentence: str
    read: Callable[[Any], int | None]


def _single(part: Any) -> int | None:
    if isinstance(part, list | tuple) and len(part) == 1:
        part = part[0]
    if part is None or isinstance(part, bool | list | tuple):
        return None
    if isinstance(part, float):
        return int(part) if part in range(10) else None
    if isinstance(part, int):
        return part if 0 <= part <= 9 else None
    match = _ONE.fullmatch(str(part))
    return int(match[1]) if match else None


def _two(part: Any) -> tuple[int, int] | None:
    if isinstance(part, list | tuple):
        if len(part) != 2 or not all(
            isinstance(coordinate, int | float | str) for coordinate in part
        ):
            return None
        part = f"{part[0]} {part[1]}"
    elif isinstance(part, int):
        part = f"{part:02d}"
    match = _PAIR.fullmatch(re.sub(r"\.0*(?=\D|$)", "", str(part)))
    return (int(match[1]), int(match[2])) if match else None


def _from(first: int) -> Callable[[Any], int | None]:
    def read(part: Any) -> int | None:
        cell = _single(part)
        return cell - first if cell is not None and 0 <= cell - first <= 8 else None

    return read


def _keypad(part: Any) -> int | None:
    cell = _single(part)
    return None if cell is None or cell == 0 else 3 * (2 - (cell - 1) // 3) + (cell - 1) % 3


def _by_column(first: int) -> Callable[[Any], int | None]:
    read_row_first = _from(first)

    def read(part: Any) -> int | None:
        cell = read_row_first(part)
        return None if cell is None else 3 * (cell % 3) + cell // 3

    return read


def _row_column(first: int, *, swapped: bool) -> Callable[[Any], int | None]:
    def read(part: Any) -> int | None:
        pair = _two(part)
        if pair is None or not all(0 <= coordinate - first <= 2 for coordinate in pair):
            return None
        row, column = reversed(pair) if swapped else pair
        return 3 * (row - first) + column - first

    return read


def _chess(part: Any) -> int | None:
    match = _CHESS.fullmatch(str(part))
    return 3 * (int(match[2]) - 1) + "abc".index(match[1].lower()) if match else None


def _named(part: Any) -> int | None:
    word = re.sub(r"[\W_]", "", str(part).lower()).replace("middle", "center")
    word = {"centre": "center", "centercenter": "center", "topcenter": "top"}.get(word, word)
    word = {"centerleft": "left", "centerright": "right", "bottomcenter": "bottom"}.get(word, word)
    return _WORDS.index(word) if word in _WORDS else None


CELLS: tuple[CellNotation, ...] = (
    CellNotation(tr_noop("cells count from 0"), _from(0)),
    CellNotation(tr_noop("cells count from 1"), _from(1)),
    CellNotation(tr_noop("cells are rows and columns from 0"), _row_column(0, swapped=False)),
    CellNotation(tr_noop("cells are rows and columns from 1"), _row_column(1, swapped=False)),
    CellNotation(tr_noop("cells are columns and rows from 0"), _row_column(0, swapped=True)),
    CellNotation(tr_noop("cells are columns and rows from 1"), _row_column(1, swapped=True)),
    CellNotation(tr_noop("cells are letters and digits, a1 to c3"), _chess),
    CellNotation(tr_noop("cells have names"), _named),
    CellNotation(tr_noop("cells count down the columns from 0"), _by_column(0)),
    CellNotation(tr_noop("cells count down the columns from 1"), _by_column(1)),
    CellNotation(tr_noop("cells count as on a keypad"), _keypad),
)
"""In the order in which they are preferred."""


def cell_names(names: Sequence[str]) -> list[str]:
    """Return the names of nine columns if they name the nine cells, otherwise none."""
    for notation in CELLS:
        cells = [notation.read(name) for name in names]
        if None not in cells and len(set(cells)) == 9:
            return list(names) if cells != list(range(9)) else []
    return []


def players_of(labels: Sequence[Any]) -> dict[Any, str] | None:
    """Return the player each label names, as ``"x"``, ``"o"``, ``"1"``…; None if not all do."""
    if len(labels) > 2:
        return None
    for pattern in _PLAYERS:
        matches = {label: pattern.fullmatch(str(label)) for label in labels}
        if all(matches.values()):
            named = {label: str(match[1]).lower() for label, match in matches.items() if match}
            if len(set(named.values())) == len(named) <= 2:
                return named
    return None
