"""The fourth step: of the readings of a table that fit, the one that plays best.

What a file tells is never asked. The marks must make positions of the game, and the cells must be
free: that excludes most readings. Each of the others becomes a policy, and the share of positions
in which it plays correctly decides. Readings within a margin count as equal: then the usual one is
taken.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import NoneType
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy, Ties, greedy, optimal, uniform
from ttt_core.evaluation.sides import sides_known
from ttt_core.files.elsewhere.boards import Boards, View, readings_of, split, split_text, views
from ttt_core.files.elsewhere.moves import CELLS, players_of
from ttt_core.files.elsewhere.pairs import Table, tables_of
from ttt_core.files.elsewhere.values import (
    BOARD_MEANINGS,
    LARGEST,
    MOVED,
    TO_MOVE,
    MoveMeaning,
    move_meanings,
    moves_from_boards,
)
from ttt_core.files.sentences import AgentFileError, file_refusal, quoted
from ttt_core.game.graph import (
    N_OPEN,
    N_POSITIONS,
    boards,
    frozen,
    legal,
    symmetry_class,
)
from ttt_core.game.symmetry import SYMMETRIES, transform
from ttt_core.game.tactics import winning_moves
from ttt_core.sentences import Sentence, sentence, tr_noop

Array = NDArray[Any]

_FLOATS = {float, NoneType}
_MOST_TABLES = 4
_MOST_ALTERNATIVES = 5
_LEAST_BOARDS = 0.8
"""At least this share of the keys must be positions of the game."""
_SLACK = 0.02
"""Readings whose shares of fitting keys or of free cells differ by less fit equally well."""
_SPARSE = 40
"""Among so many known positions some are equivalent, unless the program keeps one of each set."""


@dataclass(frozen=True, eq=False)
class TableReading:
    """One reading of a table.

    Attributes
    ----------
    values : float64 array (4520, 9)
        The value of each move for the player to move; 0 where the table has none, nan where the
        move is not legal.
    has_value : bool array (4520, 9)
        The moves for which the table has a value.
    taken : float64 array (4520, 9)
        The values that the table has for taken cells; nan elsewhere.
    meaning : MoveMeaning
        How the values choose a move.
    how : Sentence
        How the table was read.
    fit : float
        The share of its entries that fit this reading.
    notes : tuple of str
        What was assumed, a sentence each.
    weights : float64 array or None
        Of a network like ours, its weights; see `ttt_core.learning.network`.
    """

    values: Array
    has_value: Array
    taken: Array
    meaning: MoveMeaning
    how: Sentence
    fit: float
    ties: Ties = "random"
    without_value: Literal["as 0", "never"] = "as 0"
    illegal: Literal["never", "as a forfeit"] = "never"
    notes: tuple[str, ...] = ()
    weights: Array | None = None

    @property
    def preference(self) -> Array:
        """How much each move is preferred, (4520, 9); all moves equally in unknown positions."""
        values = self.meaning.preference(self.values)
        if self.without_value == "never":
            some = self.has_value.any(axis=1, keepdims=True)
            values = np.where(some & ~self.has_value & legal(), -np.inf, values)
        return np.asarray(values)

    def policy(self) -> Policy:
        """Return the policy; moves of equal value, and all in unknown positions, are as likely."""
        preference = np.where(legal(), self.preference, 0.0)
        if self.meaning.proportional:
            total = preference.sum(axis=1, keepdims=True)
            return np.where(total > 0, preference / np.where(total > 0, total, 1), uniform())
        policy = greedy(preference, self.ties)
        if self.illegal == "never":
            return policy
        best = np.where(legal(), preference, -np.inf).max(axis=1)
        taken = self.meaning.preference(self.taken)
        forfeits = self.has_value.any(axis=1) & (
            np.nan_to_num(taken, nan=-np.inf).max(axis=1) > best
        )
        return np.hstack([np.where(forfeits[:, None], 0.0, policy), forfeits[:, None]])

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Boolean array (4520,): the positions with a value other than 0."""
        return np.asarray((self.has_value & (self.values != 0)).any(axis=1))

    @property
    def sides(self) -> str:
        """The sides it has learned: ``"XO"``, ``"X"``, ``"O"`` or none."""
        return sides_known(self.known)


class _Rows(NamedTuple):
    """A table with its keys read: for each row the board, the other parts of its key, the value.

    Attributes
    ----------
    boards : Boards
    board : int array (n,)
        The place of each row's board in `boards`.
    others : list of list
        The other parts of the keys, each a column of n.
    values : list
    size : int
        As in `Table`.
    """

    boards: Boards
    board: Array
    others: list[list[Any]]
    values: list[Any]
    size: int


class _Entries(NamedTuple):
    """Values of moves by board: for each entry the row's board, the cell and the value."""

    board: Array
    cell: Array
    value: Array
    sentence: str


def readings_of_tree(tree: Any) -> list[TableReading]:
    """Return the readings of a tree that fit, the best first.

    Raises
    ------
    AgentFileError
        If there is none; the message says why.
    """
    tables = tables_of(tree)
    readings: list[TableReading] = []
    for table in tables[:_MOST_TABLES]:
        readings += [reading for reading in _of_table(table) if reading.known.any()]
        if readings:
            break
    if not readings:
        raise _refusal(tables)
    return _ranked(readings)


def _refusal(tables: Sequence[Table]) -> AgentFileError:
    if not tables:
        return file_refusal("The file contains no table: it has no numbers with a key.")
    table = tables[0]
    keys = len(table.values)
    if table.size not in (0, 1, 9) and keys > 1:
        return file_refusal(
            "This is not a table for tic-tac-toe: it has {keys:,} keys with {size} values each, "
            "but a board has nine cells.",
            keys=keys,
            size=table.size,
        )
    return file_refusal(
        "This is not a table for tic-tac-toe: keys such as {key} are not boards of nine cells.",
        key=quoted(" ".join(str(part[0]) for part in table.keys)),
    )


def _of_table(table: Table) -> list[TableReading]:
    readings: list[TableReading] = []
    for rows in _rows_of(table):
        if rows.size == 9:
            readings += _of_moves(rows, _nine_values(rows))
            continue
        cells = _cells_of(rows.others)
        if cells is not None and rows.size == 1:
            readings += _of_moves(rows, cells(rows))
        elif cells is None:
            best = _best_moves(rows)
            readings += best or (_of_boards(rows) if rows.size == 1 else [])
    return readings


# Keys


def _rows_of(table: Table) -> Iterator[_Rows]:
    """Read the keys: the part with the most different values that are boards, in each notation."""
    keys = [column for parts in table.keys for column in split(parts)]
    yield from _with_boards_in(keys, table) or _with_boards_in(
        [column for parts in keys for column in split_text(parts)], table
    )


def _with_boards_in(keys: list[list[Any]], table: Table) -> list[_Rows]:
    choices = []
    distinct: list[tuple[list[Any], Array]] = [_numbered(parts) for parts in keys]
    for place in sorted(range(len(distinct)), key=lambda number: -len(distinct[number][0])):
        parts, row = distinct[place]
        for read in readings_of(parts):
            others = [column for other, column in enumerate(keys) if other != place]
            rests = _rest_columns(read)
            others += [[column[row_number] for row_number in row.tolist()] for column in rests]
            others = [column for column in others if len(set(map(str, column))) > 1]
            choices.append(_Rows(read, row, others, table.values, table.size))
        if choices:
            break
    return choices


def _numbered(parts: Sequence[Any]) -> tuple[list[Any], Array]:
    """Return the distinct parts, and the number of each part among them."""
    numbers: dict[Any, int] = {}
    row = [numbers.setdefault(part, len(numbers)) for part in parts]
    return list(numbers), np.array(row, np.int64)


def _rest_columns(read: Boards) -> list[list[Any]]:
    fine = read.marks[:, 0] >= 0
    lengths = np.array([len(rest) for rest in read.rests])
    if not fine.any():
        return []
    length = int(np.bincount(lengths[fine]).argmax())
    return [
        [rest[place] if len(rest) == length else None for rest in read.rests]
        for place in range(length)
    ]


_CellReader = Callable[[_Rows], list[_Entries]]


def _cells_of(others: list[list[Any]]) -> _CellReader | None:
    """Return what reads the part of the keys that is a cell, or the two that are row and column."""
    kinds = [{str(part): part for part in column} for column in others]
    singles = [
        place
        for place, kind in enumerate(kinds)
        if 2 < len(kind) <= 12 and any(_reads(read, kind.values()) for _, read in CELLS)
    ]
    if singles:
        place = max(singles, key=lambda part: len(kinds[part]))
        if len(kinds[place]) > 3 or len(others) == 1:
            return _reader(others[place])
    for first in range(len(others)):
        for second in range(first + 1, len(others)):
            if all(len(kinds[part]) == 3 and _are_digits(kinds[part]) for part in (first, second)):
                return _reader(list(zip(others[first], others[second], strict=True)))
    if singles:
        return _reader(others[singles[0]])
    small = [place for place, kind in enumerate(kinds) if players_of(list(kind.values())) is None
             and any(_reads(read, kind.values()) for _, read in CELLS)]  # fmt: skip
    return _reader(others[small[0]]) if small else None


def _are_digits(kind: dict[str, Any]) -> bool:
    return set(kind) <= set("0123")


def _reads(read: Callable[[Any], int | None], parts: Any) -> bool:
    return all(read(part) is not None for part in parts)


def _reader(column: Sequence[Any]) -> _CellReader:
    labels, row = _numbered([tuple(part) if isinstance(part, list) else part for part in column])

    def entries(rows: _Rows) -> list[_Entries]:
        values = _numbers(rows.values)
        choices = []
        for notation in CELLS:
            cells = [notation.read(label) for label in labels]
            if None not in cells and len(set(cells)) == len(labels):
                cell = np.array(cells, np.int64)[row]
                choices.append(_Entries(rows.board, cell, values, notation.sentence))
        return choices

    return entries


def _nine_values(rows: _Rows) -> list[_Entries]:
    values = _numbers([number for value in rows.values for number in value])
    board = np.repeat(rows.board, 9)
    cell = np.tile(np.arange(9), len(rows.values))
    return [_Entries(board, cell, values, tr_noop("nine values for each board"))]


def _numbers(values: list[Any]) -> Array:
    """Return values as numbers up to 1e300, nan for what is not one."""
    if _FLOATS.issuperset(map(type, values)):
        return np.clip(np.array(values, np.float64), -1e300, 1e300)
    return np.array([_number(value) for value in values], np.float64)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else (
        float(np.clip(value, -1e300, 1e300)) if isinstance(value, float) and value == value
        else np.nan
    )  # fmt: skip


# Values of moves


def _of_moves(rows: _Rows, variants: Sequence[_Entries]) -> list[TableReading]:
    """Return the readings of values of moves: each view of the boards with each of the cells."""
    fits: list[tuple[float, View, _Entries]] = []
    for view in _fitting(rows, views(rows.boards, with_after=False)):
        for entries in variants:
            fits.append((_share_free(view, entries), view, entries))
    best = max((fit for fit, _, _ in fits), default=0.0)
    readings = []
    for fit, view, entries in fits:
        if fit < best - _SLACK:
            continue
        values, has_value, taken = _filled(view, entries)
        how = sentence(
            "{keys}; {marks}; {values}",
            keys=Sentence(rows.boards.sentence),
            marks=view.sentence,
            values=Sentence(entries.sentence),
        )
        for meaning in move_meanings(np.where(has_value, values, np.nan)):
            readings.append(TableReading(values, has_value, taken, meaning, how, fit))
    return readings


def _fitting(rows: _Rows, views: Sequence[View]) -> list[View]:
    """Return the views in which most boards are positions, and no other view has more."""
    used = np.unique(rows.board)
    shares = [float((view.position[used] >= 0).mean()) for view in views]
    best = max(shares, default=0.0)
    if best < _LEAST_BOARDS:
        return []
    return [view for view, share in zip(views, shares, strict=True) if share >= best - _SLACK]


def _share_free(view: View, entries: _Entries) -> float:
    """Return the share of entries on free cells, of those that say something.

    What stands most often on taken cells (0, −99, nan) says nothing there.
    """
    position = view.position[entries.board]
    fine = (position >= 0) & (position < N_OPEN)
    free = np.zeros(len(position), np.bool_)
    free[fine] = legal()[position[fine], entries.cell[fine]]
    says = ~np.isnan(entries.value) & (entries.value != 0) & (np.abs(entries.value) < 1e299)
    on_taken = entries.value[fine & ~free & says]
    if on_taken.size:
        kinds, counts = np.unique(on_taken, return_counts=True)
        filler = kinds[counts.argmax()]
        if counts.max() > 0.5 * on_taken.size:
            says &= entries.value != filler
    return float(free[says].mean()) if says.any() else float(free.mean()) if free.size else 0.0


def _filled(view: View, entries: _Entries) -> tuple[Array, Array, Array]:
    """Return the values by position, the moves that have one, and the values of taken cells."""
    position = view.position[entries.board]
    fine = (position >= 0) & (position < N_OPEN) & ~np.isnan(entries.value)
    order = np.argsort(entries.value[fine] != 0, kind="stable")  # 0 says least, so it goes first
    in_table = np.full((N_OPEN, 9), np.nan)
    in_table[position[fine][order], entries.cell[fine][order]] = entries.value[fine][order]
    in_table = _spread(in_table)
    has_value = legal() & ~np.isnan(in_table)
    values = np.where(legal(), np.where(has_value, in_table, 0.0), np.nan)
    return frozen(values), frozen(has_value), frozen(np.where(legal(), np.nan, in_table))


def _spread(values: Array) -> Array:
    """Give values to equivalent positions, if the table keeps one of each set."""
    known = np.flatnonzero((~np.isnan(values)).any(axis=1))
    classes = symmetry_class()[known]
    if len(known) < _SPARSE or len(np.unique(classes)) < len(known):
        return values
    kept = np.full(N_POSITIONS, -1)
    kept[classes] = known
    source = kept[symmetry_class()[:N_OPEN]]
    spread = values.copy()
    for position in np.flatnonzero(source >= 0).tolist():
        if source[position] != position:
            spread[position, _cells_to(position, int(source[position]))] = values[source[position]]
    return spread


def _cells_to(position: int, source: int) -> Array:
    """Return where the cells of an equivalent position are on the board of this one."""
    board, wanted = boards()[position], boards()[source]
    return next(SYMMETRIES[t] for t in range(8) if transform(board, t) == wanted)


# Values of boards


def _of_boards(rows: _Rows) -> list[TableReading]:
    """Return the readings of one value for each board."""
    values = _numbers(rows.values)
    readings = []
    for view in _fitting(rows, views(rows.boards, with_after=True)):
        by_side = _values_by_side(rows, view, values)
        for meaning in BOARD_MEANINGS:
            if view.relative and meaning is not (MOVED if view.after else TO_MOVE):
                continue
            filled, given = moves_from_boards(by_side, meaning)
            how = sentence(
                "{keys}; {marks}; {values}",
                keys=Sentence(rows.boards.sentence),
                marks=view.sentence,
                values=Sentence(meaning.sentence),
            )
            readings.append(
                TableReading(
                    frozen(np.where(legal(), filled, np.nan)),
                    frozen(~np.isnan(given)),
                    _nothing(),
                    LARGEST,
                    how,
                    1.0,
                )
            )
    return readings


@cache
def _nothing() -> Array:
    return frozen(np.full((N_OPEN, 9), np.nan))


def _values_by_side(rows: _Rows, view: View, values: Array) -> Array:
    """Return the values (2, 5478) with which X and O choose: of two players, each its own."""
    position = view.position[rows.board]
    by_side = np.full((2, N_POSITIONS), np.nan)
    labels = next(
        (column for column in rows.others if players_of(list(dict.fromkeys(column)))), None
    )
    for number, side in enumerate(_sides_of(labels, position)):
        chosen = (position >= 0) & side
        by_side[number, position[chosen]] = values[chosen]
    return by_side


def _sides_of(labels: Sequence[Any] | None, position: Array) -> tuple[Array, Array]:
    """Return which rows belong to X and which to O: all to both, if no player is named."""
    everything = np.ones(len(position), np.bool_)
    named = players_of(list(dict.fromkeys(labels))) if labels is not None else None
    if labels is None or named is None or len(named) < 2:
        return everything, everything
    first = min(
        named, key=lambda label: _ORDER.index(named[label]) if named[label] in _ORDER else 9
    )
    of_first = np.array([label == first for label in labels])
    # boards after a move of X have an odd number of marks
    odd = _marks()[np.maximum(position, 0)] % 2 == 1
    fine = position >= 0
    shares = [float(odd[fine & rows].mean()) if (fine & rows).any() else 0.5
              for rows in (of_first, ~of_first)]  # fmt: skip
    return (~of_first, of_first) if shares[1] > shares[0] + 0.2 else (of_first, ~of_first)


@cache
def _marks() -> Array:
    return frozen(np.array([9 - board.count("-") for board in boards()]))


_ORDER = ("x", "1", "first", "cross", "o", "2", "-1", "0", "second", "nought", "circle")


def _best_moves(rows: _Rows) -> list[TableReading]:
    """Return the readings of a table whose values are the moves to play."""
    labels, row = _numbered(
        [tuple(value) if isinstance(value, list) else value for value in rows.values]
    )
    if len(labels) < 4 or len(labels) > 40 or rows.size not in (0, 1, 2):
        return []
    variants = []
    for notation in CELLS:
        cells = [notation.read(label) for label in labels]
        if None not in cells:
            cell = np.array(cells, np.int64)[row]
            ones = np.ones(len(cell))
            variants.append(_Entries(rows.board, cell, ones, tr_noop("the move to play")))
    readings = _of_moves(rows, variants)
    return [reading for reading in readings if reading.fit > 0.97 and reading.meaning is LARGEST]


# The choice


def _ranked(readings: Sequence[TableReading]) -> list[TableReading]:
    """Return the best reading, and after it the others by how well they play."""
    fit = max(reading.fit for reading in readings)
    fitting = [reading for reading in readings if reading.fit >= fit - _SLACK]
    strength = [strength_of(reading) for reading in fitting]
    known = max(int(reading.known.sum()) for reading in fitting)
    margin = max(0.03, 0.5 / np.sqrt(max(known, 1)))
    best = next(number for number, share in enumerate(strength) if share >= max(strength) - margin)
    order = sorted(range(len(fitting)), key=lambda number: (number != best, -strength[number]))
    distinct: dict[bytes, TableReading] = {}
    for number in order:
        distinct.setdefault(fitting[number].policy().tobytes(), fitting[number])
    return list(distinct.values())[: _MOST_ALTERNATIVES + 1]


def strength_of(reading: TableReading) -> float:
    """Return how often it plays correctly where that matters, and wins where it can at once."""
    policy, known = reading.policy(), reading.known
    shares = []
    for right in (_correct(), winning_moves()):
        matters = known & right.any(axis=1) & (right != legal()).any(axis=1)
        if matters.any():
            shares.append(float((policy * right).sum(axis=1)[matters].mean()))
    return sum(shares) / len(shares) if shares else 0.5


@cache
def _correct() -> Array:
    """Return a boolean array (4520, 9): the moves of the highest true value."""
    return frozen(optimal() > 0)
