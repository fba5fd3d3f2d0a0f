"""The first step, second half: the contents of a file as pairs of a key and a value.

A key is the path to the value: the names, boards, players and cells on the way to it, in order.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any

import numpy as np

from ttt_core.files.bounded_json import MAX_PARTS, too_many
from ttt_core.files.elsewhere.boards import looks_like_board
from ttt_core.files.elsewhere.containers import Sheet
from ttt_core.files.elsewhere.moves import cell_names, players_of
from ttt_core.files.elsewhere.python_text import as_key, parse_python

BEADS = -1
"""The size of a list of moves, one for each bead in the box of a board."""
Key = tuple[Any, ...]
Pair = tuple[Key, Any]

MAX_DEPTH = 40
_LONGEST_VALUE = 81
_VALUE = re.compile(
    r"q|q?_?values?|.*q[_ ]?values?|scores?|weights?|beads?|prob.*|utility|rewards?|v|u|w|estimate|"
    r"estimation|count|policy|chance",
    re.I,
)
MOVE_NAME = re.compile(r"(?!.*(?:value|prob|score|reward)).*(?:move|action|best).*|cell|play", re.I)
COUNT_NAME = re.compile(
    r"n|.*visit.*|.*count.*|times|plays|games|episodes?|index|id|unnamed.*", re.I
)


@dataclass(frozen=True)
class Table:
    """Pairs whose keys have the same length and whose values are of one kind.

    Attributes
    ----------
    keys : list of list
        The parts of the keys, by place in the key.
    values : list
    size : int
        The numbers in each value; 0 if the values are texts; `BEADS` if they are lists of moves.
    name : str
        What the file calls it; empty if it does not.
    """

    keys: list[list[Any]]
    values: list[Any]
    size: int
    name: str = ""


def tables_of(tree: Any) -> list[Table]:
    """Return the tables in a tree, the likeliest to have been learned first."""
    groups: dict[tuple[int, int], list[Pair]] = defaultdict(list)
    left = MAX_PARTS
    for key, value in _pairs(tree, (), 0):
        size = 1 if type(value) in _PLAIN_NUMBERS else _size(value)
        left -= max(1, size)
        if left < 0:
            raise too_many()
        groups[len(key), size].append((key, value))
    _join_beads(groups)
    tables: list[Table] = []
    for (length, size), pairs in sorted(groups.items(), key=lambda group: -len(group[1])):
        if not (length and pairs):
            continue
        keys = [list(parts) for parts in zip(*(key for key, _ in pairs), strict=True)]
        tables += _by_name(Table(keys, [value for _, value in pairs], size))
    return sorted(
        tables, key=lambda table: (bool(COUNT_NAME.fullmatch(table.name)), -len(table.values))
    )


def _join_beads(groups: dict[tuple[int, int], list[Pair]]) -> None:
    """Make one group of values of many lengths that list moves, a move for each bead.

    Texts of digits are such lists if one of them cannot be a number.
    """
    for length in {length for length, _ in groups}:
        texts = groups[length, 0]
        digits = [pair for pair in texts if pair[1].isdecimal()]
        groups[length, 0] = [pair for pair in texts if not pair[1].isdecimal()]
        if any(len(text) > _LONGEST_NUMBER or text[0] == "0" != text for _, text in digits):
            for key, text in digits:
                groups[length, len(text)].append((key, list(map(int, text))))
        else:
            groups[length, 1] += [(key, int(text)) for key, text in digits]
        boxes = [
            pair for other, size in groups if other == length for pair in groups[length, size]
            if _are_cells(pair[1])
        ]  # fmt: skip
        sizes = {len(value) for _, value in boxes}
        if len(sizes) >= _LENGTHS_OF_BOXES and max(sizes) > 9:
            groups[length, BEADS] = boxes


_LONGEST_NUMBER = 15
_LENGTHS_OF_BOXES = 4


def _are_cells(value: Any) -> bool:
    return isinstance(value, list) and all(type(cell) is int and 0 <= cell <= 9 for cell in value)


def _size(value: Any) -> int:
    if isinstance(value, _NUMBERS):
        return 1
    if isinstance(value, str):
        return 0
    return len(value)


def _by_name(table: Table) -> list[Table]:
    """Divide a table where a part of its keys names several, such as values and visits."""
    for place, parts in enumerate(table.keys):
        names = list(dict.fromkeys(parts))
        if not 2 <= len(names) <= 6 or not all(isinstance(name, str) for name in names):
            continue
        if any(map(looks_like_board, names)) or players_of(names):
            continue
        if not any(
            kind.fullmatch(str(name)) for name in names for kind in (COUNT_NAME, _VALUE, MOVE_NAME)
        ):
            continue
        divided = []
        for name in names:
            rows = [row for row, part in enumerate(parts) if part == name]
            keys = [[column[row] for row in rows] for column in table.keys]
            values = [table.values[row] for row in rows]
            divided.append(Table(keys[:place] + keys[place + 1 :], values, table.size, str(name)))
        return divided
    return [table]


_PARTS = (dict, list, tuple, np.ndarray, Sheet, str)


def _pairs(node: Any, path: Key, depth: int) -> Iterator[Pair]:
    if depth > MAX_DEPTH:
        return
    if isinstance(node, np.ndarray):
        yield from _of_array(node, path)
    elif isinstance(node, Sheet):
        yield from _of_sheet(node, path)
    elif isinstance(node, dict):
        yield from _of_dict(node, path, depth)
    elif isinstance(node, list | tuple):
        yield from _of_list(node, path, depth)
    elif path:
        read = _read_again(node)
        if read is node or isinstance(read, str | int | float):
            yield path, _plain(read)
        else:
            yield from _pairs(read, path, depth + 1)


def _plain(value: Any) -> Any:
    """Return a number of NumPy as one of Python."""
    return value.item() if isinstance(value, np.generic) else value


def _of_dict(node: dict[Any, Any], path: Key, depth: int) -> Iterator[Pair]:
    sheet = _as_sheet(node)
    if sheet is not None:
        yield from _of_sheet(sheet, path)
        return
    for key, value in node.items():
        if type(value) in _PLAIN_NUMBERS:
            yield (*path, key), value
        elif isinstance(value, _PARTS):
            yield from _pairs(value, (*path, key), depth + 1)
        else:
            yield (*path, key), _plain(value)


def _as_sheet(node: dict[Any, Any]) -> Sheet | None:
    """Return a dictionary of columns as a sheet: lists of equal length, one of them of boards."""
    if not 2 <= len(node) <= 40 or type(next(iter(node.values()))) in _PLAIN_NUMBERS:
        return None
    columns = [
        column.tolist() if isinstance(column, np.ndarray) else column for column in node.values()
    ]
    if not all(isinstance(column, list | tuple) for column in columns):
        return None
    if any(map(looks_like_board, node)):
        return None
    if len({len(column) for column in columns}) != 1 or not columns[0]:
        return None
    if not any(all(map(looks_like_board, column[:20])) for column in columns):
        return None
    return Sheet(tuple(map(str, node)), tuple(columns))


_NUMBERS = (bool, int, float, np.number, NoneType)
_PLAIN_NUMBERS = {bool, int, float, NoneType}


def _is_number(value: Any) -> bool:
    return isinstance(value, _NUMBERS)


def _are_all_numbers(values: Sequence[Any]) -> bool:
    return _PLAIN_NUMBERS.issuperset(map(type, values)) or all(map(_is_number, values))


def _of_list(node: Sequence[Any], path: Key, depth: int) -> Iterator[Pair]:
    if not node:
        return
    first = node[0]
    if _are_all_numbers(node):
        if path and (len(node) <= _LONGEST_VALUE or any(map(looks_like_board, path))):
            yield path, list(map(_plain, node))
        else:
            for number, value in enumerate(node):
                yield (*path, number), _plain(value)
    elif path and _is_square(node):
        yield path, [part for row in node for part in row]
    elif isinstance(first, dict) and all(isinstance(entry, dict) for entry in node):
        yield from _of_records(node, path, depth)
    elif _are_rows(node):
        if len(first) == 2 or isinstance(first[-1], dict | list | tuple | np.ndarray):
            for *key, value in node:
                yield from _pairs(value, (*path, *map(as_key, key)), depth + 1)
        else:
            yield from _of_sheet(Sheet(("",) * len(first), tuple(zip(*node, strict=True))), path)
    else:
        for number, value in enumerate(node):
            yield from _pairs(value, (*path, number), depth + 1)


def _is_square(node: Sequence[Any]) -> bool:
    return len(node) == 3 and all(
        isinstance(row, list | tuple) and len(row) == 3 and _are_all_numbers(row) for row in node
    )


def _are_rows(node: Sequence[Any]) -> bool:
    """Return whether a list contains rows: equally long, each beginning with or being a board."""
    widths = {len(row) if isinstance(row, list | tuple) else 0 for row in node}
    if len(widths) != 1 or min(widths) < 2:
        return False
    sample = node[:20]
    if widths == {2} and not any(isinstance(row[0], list | tuple | dict) for row in sample):
        return all(isinstance(row[1], list | tuple | dict | str) for row in sample)
    return all(looks_like_board(row[0]) for row in sample) or (
        min(widths) >= 11 and all(_has_marks(row[:9]) for row in sample)
    )


def _has_marks(parts: Sequence[Any]) -> bool:
    return all(isinstance(part, int | float | str) for part in parts) and len(set(parts)) <= 3


def _of_records(node: Sequence[dict[Any, Any]], path: Key, depth: int) -> Iterator[Pair]:
    """Return the pairs of a list of records; the field named like a value has the value."""
    fullest = max(node, key=lambda record: len(record))
    names = list(fullest)
    if not names:
        return
    if any(map(looks_like_board, names)):  # each record is a table of its own
        for number, record in enumerate(node):
            yield from _pairs(record, (*path, number), depth + 1)
        return
    columns = tuple(tuple(record.get(name) for record in node) for name in names)
    yield from _of_sheet(Sheet(tuple(map(str, names)), columns), path)


def _of_sheet(sheet: Sheet, path: Key) -> Iterator[Pair]:
    names, columns = list(sheet.names), [list(column) for column in sheet.columns]
    if sum(map(looks_like_board, names)) > len(names) / 2:  # a board heads each column
        for name, column in zip(names, columns, strict=True):
            if looks_like_board(name):
                yield from _pairs(column, (*path, name), 0)
        return
    names, columns = _with_boards_joined(names, columns)
    boards = [
        place for place, column in enumerate(columns)
        if not _VALUE.fullmatch(names[place]) and _holds_boards(column)
    ]  # fmt: skip
    others = [
        place for place, name in enumerate(names)
        if not (_VALUE.fullmatch(name) or COUNT_NAME.fullmatch(name))
    ]  # fmt: skip
    key = boards[:1] or others[:1] or [0]
    rest = [place for place in range(len(columns)) if place not in key]
    values = _nine_values(rest, columns)
    if values:
        labels = cell_names([names[place] for place in values])
        wanted = [columns[place] for place in values]
        keep = [
            place for place in rest
            if place not in values and (place < values[0] or _may_be_player(columns[place]))
            and not _counts_rows(columns[place])
        ]  # fmt: skip
        for row, parts in enumerate(zip(*wanted, strict=True)):
            start = (*path, *(as_key(columns[place][row]) for place in (*key, *keep)))
            if labels:
                for label, value in zip(labels, parts, strict=True):
                    yield (*start, label), _number(value)
            else:
                yield start, [_number(value) for value in parts]
        return
    value = _value_column(rest, names, columns)
    keep = [
        place for place in rest
        if place != value
        and not COUNT_NAME.fullmatch(names[place])
        and not _counts_rows(columns[place])
        and (
            MOVE_NAME.fullmatch(names[place])
            or not any(isinstance(part, float) for part in columns[place][:50])
        )
    ]  # fmt: skip
    keys = [list(map(as_key, columns[place])) for place in (*key, *keep)]
    for *own, one in zip(*keys, columns[value], strict=True):
        yield from _pairs(one, (*path, *own, names[value]), 0)


def _with_boards_joined(
    names: list[str], columns: list[list[Any]]
) -> tuple[list[str], list[list[Any]]]:
    """Join nine columns that are the cells of a board."""
    if any(_holds_boards(column) for column in columns):
        return names, columns
    for first in range(len(columns) - 9):
        cells = columns[first : first + 9]
        marks = set().union(*(set(column[:2_000]) for column in cells))
        if 2 <= len(marks) <= 3 and all(len(set(column[:2_000])) > 1 for column in cells[1:]):
            board = [tuple(parts) for parts in zip(*cells, strict=True)]
            return (
                [*names[:first], "board", *names[first + 9 :]],
                [*columns[:first], board, *columns[first + 9 :]],
            )
    return names, columns


def _holds_boards(column: Sequence[Any]) -> bool:
    sample = column[:50]
    return sum(map(looks_like_board, sample)) > 0.6 * len(sample)


def _nine_values(rest: list[int], columns: list[list[Any]]) -> list[int]:
    """Return nine neighbouring columns of numbers, or none: the last nine but for other kinds."""
    numeric = [place for place in rest if _are_numbers(columns[place])]
    for first in range(len(numeric) - 9, -1, -1):
        window = numeric[first : first + 9]
        if window[-1] - window[0] == 8 and (
            first == 0 or len(numeric) == 9 or not _counts_rows(columns[window[-1]])
        ):
            extra = len(numeric) - 9
            return numeric[extra - _trailing(numeric, columns) :][:9] if extra else window
    return []


def _trailing(numeric: list[int], columns: list[list[Any]]) -> int:
    """Return how many columns follow the nine: 1 if the last is a count or a player."""
    last = columns[numeric[-1]]
    whole = all(isinstance(part, int) for part in last[:200])
    others = any(isinstance(part, float) for part in columns[numeric[-2]][:200])
    return int(whole and others)


def _are_numbers(column: Sequence[Any]) -> bool:
    sample = column[:200]
    numbers = sum(_is_number(_number(part)) for part in sample)
    return numbers > 0.95 * len(sample)


def _number(value: Any) -> Any:
    if value == "":
        return None
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def _may_be_player(column: Sequence[Any]) -> bool:
    return 1 <= len(set(map(str, column[:200]))) <= 2


def _counts_rows(column: Sequence[Any]) -> bool:
    return len(column) > 3 and list(column[:200]) == list(range(len(column[:200])))


def _value_column(rest: list[int], names: list[str], columns: list[list[Any]]) -> int:
    named = [place for place in rest if _VALUE.fullmatch(names[place])]
    floats = [
        place for place in rest if any(isinstance(part, float) for part in columns[place][:99])
    ]
    best = [place for place in named if place in floats] or named or floats
    return (best or rest or [0])[-1]


def _read_again(value: Any) -> Any:
    """Return a value that is a number, list or dictionary written as text, read; digits remain."""
    if isinstance(value, str) and value[:1] in "[{(-.0123456789" and not value.isdecimal():
        try:
            return parse_python(value)
        except ValueError:
            return value
    return value


def _of_array(array: Any, path: Key) -> Iterator[Pair]:
    """Return the rows of an array: the last axis (or the last two, 3 × 3) has the nine values."""
    if array.dtype.kind not in "biufU" or not array.size:
        return
    if not array.ndim:
        yield from _pairs(array.item(), path, 0)
        return
    if array.ndim >= 9 and array.shape[:9] == (3,) * 9:  # an axis for each cell of the board
        array = array.reshape(3**9, *array.shape[9:])
    if array.ndim >= 3 and array.shape[-2:] == (3, 3):
        array = array.reshape(*array.shape[:-2], 9)
    if array.ndim == 1 and path and array.size <= _LONGEST_VALUE:
        yield path, array.tolist()
        return
    if array.ndim == 1:
        for number, value in enumerate(array.tolist()):
            yield (*path, number), value
        return
    rows = array.reshape(-1, array.shape[-1])
    leading = array.shape[:-1]
    records = (
        np.flatnonzero((rows != 0).any(axis=1)) if rows.dtype.kind in "biuf" else range(len(rows))
    )
    for row in np.asarray(records).tolist():
        index = tuple(int(number) for number in np.unravel_index(row, leading))
        yield (*path, *index), rows[row].tolist()
