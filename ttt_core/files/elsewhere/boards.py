"""The second step: a part of a key as a board, in the notations that people use.

A notation finds nine marks in a part, and the rest of it (a player, a cell). What the marks mean is
told by counting them: `views` lists the meanings that make positions of the game.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.elsewhere.python_text import as_key, parse_python
from ttt_core.game.graph import N_POSITIONS, boards, frozen
from ttt_core.sentences import Sentence, sentence, tr_noop

Marks = tuple[str, ...]
MarksAndRest = tuple[Marks, tuple[Any, ...]] | None
"""The nine marks of a part, and the rest of it; None if it is not in the notation."""

_BLANKS = ("-", ".", "_", " ", "", "0", "None", "e", "empty", "b", "n", "#", "*", "?", "·", "nan")
_FIRST = ("x", "1", "p1", "a", "cross", "2")
_ROWS = re.compile(r"(.{3})([|/,;:\n])(.{3})\2(.{3})\2?(?:\W*(.*))?", re.DOTALL)
_AROUND = re.compile(r"(.{9})[^\w\s]+\s*(.+)|(.{9})[_ ](\w+)", re.DOTALL)
_BEFORE = re.compile(r"(\w+?)[^\w\s]\s*(.{9})|(\w+)[_ ](.{9})", re.DOTALL)
_SIGNED = re.compile(r"((?:-?[012]){9})(?:(?:[^\w-]+|_)(.*)|-(\d))?")
_WORDS = re.compile(r"\b[a-cA-C][1-3]\b|'[^']*'|\"[^\"]*\"|-?\d+(?:\.\d*)?|[A-Za-z]+|[-._#*?~]")
_REST = re.compile(r"[a-cA-C][1-3]\b|(?:(?<![A-Za-z0-9])-)?\d+|[A-Za-z]+")
_LEAST = 0.6
"""At least this share of the parts must be boards."""
_LEAST_NUMBERS = 20
"""Fewer numbers may be boards by chance."""
_SAMPLE = 100
_MANY = 2_000
_MOST_CELLS = 9
_NOISE = frozenset({"array", "dtype", "float", "int", "object", "np", "tensor", "list", "str"})


_LISTS = {list, tuple}
_TEXT = {str}


class Notation(NamedTuple):
    """How boards are written: a sentence about it, and how one is read."""

    sentence: str
    read: Callable[[Any], MarksAndRest]


def _spelled(values: Sequence[Any]) -> Marks:
    """Return marks in one spelling: ``1.``, ``1.0`` and 1 are the same, so are x and X."""
    if isinstance(values, str) or _TEXT.issuperset(map(type, values)):
        return tuple(map(_spelling, values))
    return tuple(
        str(value) if isinstance(value, bool) or value is None else _spelling(str(value))
        for value in values
    )


@lru_cache
def _spelling(text: str) -> str:
    if len(text) > 1 and text[0] in "'\"":
        text = text[1:-1]
    if text.lower() in ("none", "nan"):
        return "None"
    try:
        return (
            str(int(float(text)))
            if text and text[-1] in "0123456789." and text != "."
            else text.lower()
        )
    except (ValueError, OverflowError):
        return text.lower()


def _flat(value: Any) -> list[Any]:
    """Return the innermost parts of a list of lists; of anything else, a list of it alone."""
    if not isinstance(value, list | tuple):
        return [value]
    if _LISTS.isdisjoint(map(type, value)):
        return list(value)
    return [inner for part in value for inner in _flat(part)]


def _nine_characters(part: Any) -> MarksAndRest:
    if not isinstance(part, str):
        return None
    if len(part) == 9:
        return _spelled(part), ()
    if len(part) == 10:  # a cell behind the marks, or a player before them
        marks, rest = (part[:9], part[9]) if part[9].isdigit() else (part[1:], part[0])
        return (_spelled(marks), (rest,)) if len(set(marks)) <= 3 else None
    found: list[tuple[str, str, tuple[Any, ...]]] = []  # separator, marks, rest
    if match := _AROUND.fullmatch(part):
        found.append((part[9], match[1] or match[3], tuple(_REST.findall(match[2] or match[4]))))
    if match := _BEFORE.fullmatch(part):
        first = match[1] or match[3]
        found.append((part[len(first)], match[2] or match[4], (first,)))
    # a separator is not a mark: in ``X:--------O`` the board is at the end
    found.sort(key=lambda one: (one[0] in one[1], one[0] in _BLANKS))
    return next(((_spelled(marks), rest) for _, marks, rest in found if len(set(marks)) <= 3), None)


def _nine_fields(part: Any) -> MarksAndRest:
    """Read nine fields between the same marks, some of them empty: ``X,,O,,,,,,``."""
    if not isinstance(part, str):
        return None
    for mark in ",|;/":
        fields = [field.strip() for field in part.split(mark)]
        if len(fields) == 9 and len(set(fields)) <= 3 and max(map(len, fields)) < 6:
            return _spelled(fields), ()
    return None


def _numbered_free(part: Any) -> MarksAndRest:
    """Read boards whose free cells are written as their number: ``12345678X``."""
    fields = re.findall(r"\w", part) if isinstance(part, str) else _listed_flat(part)
    if len(fields) not in (9, 10):
        return None
    for first in (1, 0):
        marks = tuple(
            "-" if str(field) == str(cell + first) else _spelling(str(field))
            for cell, field in enumerate(fields[:9])
        )
        if "-" in marks and len(set(marks)) <= 3 and not set("23456789") & set(marks):
            return marks, tuple(fields[9:])
    return None


def _listed_flat(part: Any) -> list[Any]:
    return _flat(part) if isinstance(part, list | tuple) else []


def _planes(part: Any, *, side_by_side: bool = False) -> MarksAndRest:
    """Read 18 or 27 numbers, 0 or 1: a plane of nine for each mark, or the marks of each cell."""
    if isinstance(part, str):
        if not 18 <= len(part) <= 200:
            return None
        digits = re.findall(r"(?<![\d.])[01](?:\.0*)?(?![\d.])", part) or (
            list(part) if set(part) <= {"0", "1"} else []
        )
    else:
        digits = _listed_flat(part)
    if len(digits) not in (18, 19, 27, 28):
        return None
    rest = tuple(digits[len(digits) // 9 * 9 :])
    try:
        bits = [int(float(digit)) for digit in digits[: len(digits) // 9 * 9]]
    except (TypeError, ValueError, OverflowError):
        return None
    if not set(bits) <= {0, 1}:
        return None
    kinds = len(bits) // 9
    cells = [tuple(bits[kinds * n : kinds * n + kinds] if side_by_side else bits[n::9])
             for n in range(9)]  # fmt: skip
    if max(map(sum, cells)) > 1 or (kinds == 3 and min(map(sum, cells)) == 0):
        return None
    return tuple(f"plane {cell.index(1) + 1}" if any(cell) else "0" for cell in cells), rest


def _three_rows(part: Any) -> MarksAndRest:
    match = _ROWS.fullmatch(part.strip("\n")) if isinstance(part, str) else None
    if match is None:
        return None
    return _spelled(match[1] + match[3] + match[4]), tuple(_REST.findall(match[5] or ""))


def _signed(part: Any) -> MarksAndRest:
    match = _SIGNED.fullmatch(part) if isinstance(part, str) else None
    if match is None:
        return None
    rest = _REST.findall(match[2]) if match[2] else [match[3]] if match[3] else []
    return tuple(re.findall(r"-?\d", match[1])), tuple(rest)


def _separated(part: Any) -> MarksAndRest:
    if not isinstance(part, str):
        return None
    if part[:1] in "[(" and ("'" in part or '"' in part):
        try:
            return _listed(parse_python(part))
        except ValueError:
            return None
    words = _WORDS.findall(part)
    if not _NOISE.isdisjoint(words):
        words = [word for word in words if word not in _NOISE]
    return _cut(words)


def _listed(part: Any) -> MarksAndRest:
    """Read a list or tuple: nine marks, nested or not, or a board and what follows it."""
    if not isinstance(part, list | tuple):
        return None
    flat = _flat(part)
    if len(flat) < 9:
        for place, inner in enumerate(part):
            inner_board = _of_text(inner) if isinstance(inner, str) else None
            if inner_board:
                others = (*part[:place], *part[place + 1 :])
                return inner_board[0], (
                    *inner_board[1],
                    *(_plain(other) for other in others),
                )
        return None
    if len(part) <= 3 and not _are_planes(part):  # a board and a cell, each a list of its own
        for place, inner in enumerate(part):
            if isinstance(inner, list | tuple) and len(_flat(inner)) == 9:
                others = (*part[:place], *part[place + 1 :])
                return _spelled(_flat(inner)), tuple(_plain(other) for other in others)
    return _cut(flat)


def _are_planes(part: Any) -> bool:
    return all(len(_listed_flat(inner)) == 9 for inner in part)


def _plain(part: Any) -> Any:
    return tuple(part) if isinstance(part, list | tuple) else part


def _cut(words: Sequence[Any]) -> MarksAndRest:
    """Return nine words as the marks, at the beginning or the end, and the others as the rest."""
    if not 9 <= len(words) <= 12:
        return None
    marks = _spelled(words)
    if len(set(marks[:9])) <= 3:
        return marks[:9], tuple(words[9:])
    if len(set(marks[-9:])) <= 3:
        return marks[-9:], tuple(words[:-9])
    return None


def _of_text(part: str) -> MarksAndRest:
    for notation in NOTATIONS[:5]:
        board = notation.read(part)
        if board and len(set(board[0])) <= 3:
            return board
    return None


NOTATIONS: tuple[Notation, ...] = (
    Notation(tr_noop("Keys are nine marks with separators"), _nine_fields),
    Notation(tr_noop("Keys are nine characters"), _nine_characters),
    Notation(tr_noop("Keys are three rows of three"), _three_rows),
    Notation(tr_noop("Keys are nine digits, some with a minus sign"), _signed),
    Notation(tr_noop("Keys are nine marks with separators"), _separated),
    Notation(tr_noop("Keys are lists of nine marks"), _listed),
    Notation(tr_noop("Keys are nine marks, free cells as their numbers"), _numbered_free),
    Notation(tr_noop("Keys are planes of zeros and ones, one for each mark"), _planes),
    Notation(
        tr_noop("Keys are zeros and ones, two or three for each cell"),
        partial(_planes, side_by_side=True),
    ),
)
"""Of texts and lists, in the order in which they are preferred."""


class NumberNotation(NamedTuple):
    """How a whole number is a board: a sentence, the digits (n, 9) of numbers (n,), their names."""

    sentence: str
    digits: Callable[[NDArray[np.int64]], NDArray[np.int64]]
    names: str = "0 1 2 3 4 5 6 7 8 9"


def _in_base(base: int) -> Callable[[NDArray[np.int64]], NDArray[np.int64]]:
    def digits(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        read = numbers[:, None] // base ** np.arange(8, -1, -1) % base
        return np.where(((numbers >= 0) & (numbers < base**9))[:, None], read, -1)

    return digits


def _balanced(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    return _in_base(3)(numbers + (3**9 - 1) // 2)


def _two_boards(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    cells = np.arange(8, -1, -1)
    high, low = (numbers >> 9)[:, None] >> cells & 1, numbers[:, None] >> cells & 1
    both = np.asarray((high & low) != 0)
    fine = ((numbers >= 0) & (numbers < 2**18) & ~both.any(axis=1))[:, None]
    return np.where(fine, low + 2 * high, -1)


def bitboards(first: Sequence[Any], second: Sequence[Any]) -> list["Boards"]:
    """Return the readings of pairs of numbers as the nine bits of each player."""
    low, high = whole_numbers(first), whole_numbers(second)
    if low is None or high is None:
        return []
    numbers = np.array([low, high], np.int64)
    if numbers.min(initial=0) < 0 or not 64 <= numbers.max(initial=0) < 512:
        return []
    digits = _two_boards(numbers[0] + (numbers[1] << 9))
    notation = NumberNotation(
        tr_noop("Keys are two numbers, nine bits for each player"), _two_boards
    )
    readings = [_of_digits(notation, order) for order in (digits, digits[:, ::-1])]
    return [reading for reading in readings if reading is not None]


NUMBERS: tuple[NumberNotation, ...] = (
    NumberNotation(tr_noop("Keys are numbers in base three"), _in_base(3)),
    NumberNotation(tr_noop("Keys are numbers with two bits for each cell"), _in_base(4)),
    NumberNotation(tr_noop("Keys are numbers of nine decimal digits"), _in_base(10)),
    NumberNotation(
        tr_noop("Keys are numbers in base three with digits −1, 0 and 1"), _balanced, "-1 0 1"
    ),
    NumberNotation(tr_noop("Keys are numbers with nine bits for each player"), _two_boards),
)
"""Of whole numbers, each also with its digits in the other order."""


def looks_like_board(part: Any) -> bool:
    """Return whether a part of a key is a board in one of the notations of texts and lists."""
    if isinstance(part, str):
        if not 9 <= len(part) <= 200:
            return False
    elif not isinstance(part, list | tuple):
        return False
    return any(
        board is not None and len(set(board[0])) <= 3
        for board in (notation.read(part) for notation in NOTATIONS)
    )


_LAST_REVERSED = re.compile(
    r"([\])]?\s*+[^\W_]++(?:\s*+,\s*+[^\W_]++)*+\s*+[\[(]?)(?:\s*+[|:;#@/_-]\s*+|\s++)(.+)",
    re.DOTALL,
)
"""From the end: a cell or a player, a separator, and the rest."""


def split(parts: Sequence[Any]) -> list[list[Any]]:
    """Divide parts that are tuples, or texts of tuples, into a column for each of their parts."""
    if all(isinstance(part, str) and part[:1] in "[(" for part in parts):
        if not all(_is_composite(_as_tuple(part)) for part in parts[:20]):
            return [list(parts)]
        parts = _as_tuples(parts)
    if not all(map(_is_composite, parts[:_SAMPLE])) or not _LISTS.issuperset(map(type, parts)):
        return [list(parts)]
    if len(set(map(len, parts))) != 1:
        return [list(parts)]
    return [list(column) for column in zip(*parts, strict=True)]


def _as_tuples(parts: Sequence[str]) -> list[Any]:
    """Return texts of tuples as tuples: read all at once, if they are plain, or one by one."""
    distinct = list(dict.fromkeys(parts))
    try:
        read = [as_key(part) for part in parse_python(f"[{','.join(distinct)}]")]
    except ValueError:
        read = []
    if len(read) != len(distinct):
        read = list(map(_as_tuple, distinct))
    tuples = dict(zip(distinct, read, strict=True))
    return [tuples[part] for part in parts]


def _as_tuple(part: str) -> Any:
    try:
        return as_key(parse_python(part))
    except ValueError:
        return None


def _is_composite(part: Any) -> bool:
    """Return whether a part is a short list of parts, and not itself a board."""
    if not isinstance(part, list | tuple) or not 2 <= len(part) <= 4:
        return False
    nested = all(isinstance(inner, list | tuple) for inner in part)
    return not (nested and len(_flat(part)) == 9) and not _are_planes(part)


def split_text(parts: Sequence[Any]) -> list[list[Any]]:
    """Divide texts such as ``8193|4`` at their last separator, if all have one."""
    if not _TEXT.issuperset(map(type, parts)):
        return [list(parts)]
    heads, tails = [], []
    for part in parts:
        match = _LAST_REVERSED.fullmatch(part[::-1])
        if match is None:
            return [list(parts)]
        heads.append(match[2][::-1])
        tails.append(match[1][::-1])
    return [heads, tails]


def split_boards(parts: Sequence[Any]) -> list[list[Any]]:
    """Divide texts as `split_text` does if that leaves far fewer boards, each with its cells.

    Then each board is read once.
    """
    if len(parts) < _MANY:
        return [list(parts)]
    divided = split_text(parts)
    heads = set(divided[0])
    if len(heads) > len(parts) / 2 or len(set(divided[-1])) > _MOST_CELLS:
        return [list(parts)]
    return divided if all(map(looks_like_board, heads)) else [list(parts)]


def split_pair(parts: Sequence[Any]) -> list[list[Any]]:
    """Divide texts such as ``257,16`` at their one comma, if all have one."""
    if not all(isinstance(part, str) and part.count(",") == 1 for part in parts):
        return [list(parts)]
    return [[part.split(",")[place] for part in parts] for place in (0, 1)]


@dataclass(frozen=True)
class Boards:
    """The distinct parts of a key, read as boards in one notation.

    Attributes
    ----------
    sentence : str
        The notation.
    symbols : tuple of str
        The marks that occur: three at most.
    marks : int8 array (n, 9)
        The marks by their place in `symbols`; -1 where a part is not a board.
    rests : list of tuple
        The rest of each part.
    """

    sentence: str
    symbols: tuple[str, ...]
    marks: NDArray[np.int8]
    rests: list[tuple[Any, ...]]


def readings_of(parts: Sequence[Any]) -> list[Boards]:
    """Return the readings of parts as boards, if most of them have nine marks of three kinds."""
    readings = []
    if any(isinstance(part, str) for part in parts):  # then digits without a leading 0 are, too
        parts = [str(part) if isinstance(part, int) else part for part in parts]
    sample = parts[:: max(1, len(parts) // _SAMPLE)]
    for notation in NOTATIONS:
        if sum(notation.read(part) is not None for part in sample) < _LEAST / 2 * len(sample):
            continue
        reading = _read_in(notation, parts)
        if reading is not None:
            readings.append(reading)
            if (reading.marks[:, 0] >= 0).all():
                break
    numbers = whole_numbers(parts)
    if numbers is not None:
        whole = np.array(numbers, np.int64)
        for number_notation in NUMBERS:
            digits = number_notation.digits(whole)
            for order in (digits, digits[:, ::-1]):
                reading = _of_digits(number_notation, order)
                if reading is not None:
                    readings.append(reading)
    return readings


def whole_numbers(parts: Sequence[Any]) -> list[int] | None:
    """Return parts as whole numbers; None as soon as one is not."""
    numbers = []
    for part in parts:
        number = _whole(part)
        if number is None:
            return None
        numbers.append(number)
    return numbers


_WHOLE = re.compile(r"-?\d{1,15}(?:\.0)?")


def _whole(part: Any) -> int | None:
    try:
        if isinstance(part, str) and not _WHOLE.fullmatch(part):
            return None
        number = float(part)
        return int(number) if number == int(number) and abs(number) < 2**53 else None
    except (TypeError, ValueError, OverflowError):
        return None


def _read_in(notation: Notation, parts: Sequence[Any]) -> Boards | None:
    """Return the parts as boards in a notation, unless too many of them are not."""
    boards_read: list[MarksAndRest] = []
    left = (1 - _LEAST) * len(parts)
    for part in parts:
        board = notation.read(part)
        boards_read.append(board)
        left -= board is None
        if left < 0:
            return None
    kinds: dict[Marks, int] = {}
    kind = np.array(
        [kinds.setdefault(board[0], len(kinds)) if board else -1 for board in boards_read]
    )
    counts = Counter[str]()
    for marks, times in zip(kinds, np.bincount(kind[kind >= 0]).tolist(), strict=True):
        for mark in marks:
            counts[mark] += times
    symbols = tuple(mark for mark, _ in counts.most_common(3))
    place = {mark: number for number, mark in enumerate(symbols)}
    of_kind = np.array(
        [*([place.get(mark, -1) for mark in marks] for marks in kinds), [-1] * 9], np.int8
    )
    of_kind[(of_kind < 0).any(axis=1)] = -1
    of_part = of_kind[kind]
    fine = of_part[:, 0] >= 0
    if fine.sum() < _LEAST * len(parts):
        return None
    rests = [board[1] if board and is_fine else ()
             for board, is_fine in zip(boards_read, fine.tolist(), strict=True)]  # fmt: skip
    return Boards(notation.sentence, symbols, of_part, rests)


def _of_digits(notation: NumberNotation, digits: NDArray[np.int64]) -> Boards | None:
    complete = digits[digits[:, 0] >= 0]
    counts = np.bincount(complete.ravel(), minlength=10) if complete.size else np.zeros(10)
    symbols = np.argsort(-counts, kind="stable")[:3]
    symbols = symbols[counts[symbols] > 0]
    place = np.full(11, -1)
    place[symbols] = np.arange(len(symbols))
    marks = place[digits]
    marks[(marks < 0).any(axis=1)] = -1
    if (marks[:, 0] >= 0).sum() < max(_LEAST * len(digits), _LEAST_NUMBERS):
        return None
    names = [notation.names.split()[symbol] for symbol in symbols.tolist()]
    return Boards(notation.sentence, tuple(names), marks.astype(np.int8), [()] * len(digits))


class View(NamedTuple):
    """What the marks mean.

    Attributes
    ----------
    sentence : Sentence
    position : int array (n,)
        The position of each board, -1 where there is none.
    free : bool array (n, 9)
        The free cells.
    relative, after : bool
        Whether a mark belongs to the player to move, or to the one who has just moved.
    contrary : bool
        Whether the marks are the letters X and O, but are not taken for X and O.
    """

    sentence: Sentence
    position: NDArray[np.int64]
    free: NDArray[np.bool_]
    relative: bool = False
    after: bool = False
    contrary: bool = False


def views(read: Boards, *, with_after: bool) -> list[View]:
    """Return the meanings that make positions of most boards, the usual ones first."""
    all_views: list[View] = []
    for blank, first, second in _meanings(read.symbols):
        is_board = read.marks[:, 0] >= 0
        ones = (read.marks == first) & is_board[:, None]
        twos = (read.marks == second) & is_board[:, None]
        empty = (read.marks == blank) & is_board[:, None]
        n_first, n_second = ones.sum(axis=1), twos.sum(axis=1)
        mark = _spelt(read.symbols, first)
        absolute = sentence("{mark} marks X", mark=mark)
        lettered = {"x", "o"} <= set(read.symbols)
        named = [read.symbols[mark] for mark in (first, second) if mark < len(read.symbols)]
        contrary = lettered and named != ["x", "o"]
        position = _positions(empty, ones, twos)
        all_views.append(View(absolute, position, empty, contrary=contrary))
        is_x = n_first == n_second
        mover = sentence("{mark} marks the player to move", mark=mark)
        position = _positions_seen_by(empty, ones, twos, is_x)
        all_views.append(View(mover, position, empty, relative=True, contrary=lettered))
        if with_after:
            moved = sentence("{mark} marks the player who has just moved", mark=mark)
            was_x = n_first == n_second + 1
            position = _positions_seen_by(empty, ones, twos, was_x)
            all_views.append(View(moved, position, empty, True, True, lettered))
    distinct: dict[bytes, View] = {}
    for view in all_views:
        kind = bytes([view.relative, view.after] if with_after else [])
        distinct.setdefault(view.position.tobytes() + kind, view)
    return list(distinct.values())


def _spelt(symbols: Sequence[str], mark: int) -> str:
    name = symbols[mark] if mark < len(symbols) else "–"
    return name.upper() if len(name) == 1 else name


def _meanings(symbols: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return which of three symbols is the free cell, and which the first mark."""

    def unusual(meaning: tuple[int, int, int]) -> tuple[int, int]:
        names = [symbols[symbol] if symbol < len(symbols) else "" for symbol in meaning]
        blank = _BLANKS.index(names[0]) if names[0] in _BLANKS else len(_BLANKS)
        return blank, _FIRST.index(names[1]) if names[1] in _FIRST else len(_FIRST)

    permutations = [(a, b, 3 - a - b) for a in range(3) for b in range(3) if a != b]
    return sorted(permutations, key=unusual)


def _positions(empty: Any, x: Any, o: Any) -> NDArray[np.int64]:
    whole = (empty | x | o).all(axis=1)
    code = (x + 2 * o) @ 3 ** np.arange(8, -1, -1)
    return np.where(whole, _by_code()[code], -1)


def _positions_seen_by(empty: Any, mine: Any, others: Any, is_x: Any) -> NDArray[np.int64]:
    x = np.where(is_x[:, None], mine, others)
    return _positions(empty, x, np.where(is_x[:, None], others, mine))


@cache
def _by_code() -> NDArray[np.int64]:
    """Return the position of each board in base three, (19683,); -1 where there is none."""
    numbers = np.full(3**9, -1, np.int64)
    marks = np.array([["-XO".index(mark) for mark in board] for board in boards()])
    numbers[marks @ 3 ** np.arange(8, -1, -1)] = np.arange(N_POSITIONS)
    return frozen(numbers)
