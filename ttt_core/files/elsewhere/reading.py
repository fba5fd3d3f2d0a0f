"""The fourth step: of the readings of a table that fit, the likeliest.

What a file tells is never asked. A reading must explain most of the entries: two entries that it
puts into one place, and boards that are not positions of the game, speak against it. That excludes
nearly all readings; free cells decide next. Each of the others becomes a policy, and the share of
positions in which it plays correctly decides. Readings within a margin are rivals: the usual one
is taken, and the others are told. Marks X and O are what they are called, unless another reading
plays clearly better.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain
from types import NoneType
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.likely_faults import (
    ENOUGH,
    can_go_wrong,
    reversed_sides,
    share_correct,
)
from ttt_core.evaluation.policy import Policy, Ties, greedy, sides_known, uniform
from ttt_core.files.elsewhere.boards import (
    Boards,
    View,
    bitboards,
    looks_like_board,
    readings_of,
    split,
    split_boards,
    split_pair,
    split_text,
    views,
    whole_numbers,
)
from ttt_core.files.elsewhere.moves import CELLS, players_of
from ttt_core.files.elsewhere.pairs import BEADS, COUNT_NAME, MOVE_NAME, Table, tables_of
from ttt_core.files.elsewhere.refusals import no_values, refusal_of
from ttt_core.files.elsewhere.values import (
    BOARD_MEANINGS,
    FOR_X,
    LARGEST,
    MOVED,
    TO_MOVE,
    MoveMeaning,
    board_meanings,
    move_meaning,
    moves_from_boards,
)
from ttt_core.files.positions import spread_to_equivalents
from ttt_core.game.graph import (
    N_OPEN,
    N_POSITIONS,
    frozen,
    graph,
    legal,
    symmetry_class,
)
from ttt_core.game.solution import winning_moves
from ttt_core.sentences import Sentence, sentence, tr_noop

Array = NDArray[Any]

_FLOATS = {float, NoneType}
_MOST_TABLES = 4
_SAMPLE = 50
_MOST_ALTERNATIVES = 5
_LEAST_EXPLAINED = 0.6
"""At least this share of its entries must be explained by a reading."""
_SLACK = 0.02
"""Readings whose shares of entries or of free cells differ by less fit equally well."""
_ALL_FREE = 0.97
"""Of moves to play, and of beads, at least this share must be on free cells."""
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
    explained : float
        The share of its entries that this reading puts into a place of their own.
    fit : float
        The share of these that are on free cells.
    contrary : bool
        As of a `View`.
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
    explained: float
    fit: float
    ties: Ties = "random"
    wins: Literal["as in the table", "always"] = "as in the table"
    without_value: Literal["as 0", "never"] = "as 0"
    illegal: Literal["never", "as a forfeit"] = "never"
    contrary: bool = False
    notes: tuple[str, ...] = ()
    weights: Array | None = None

    @property
    def preference(self) -> Array:
        """How much each move is preferred, (4520, 9); all moves equally in unknown positions."""
        values = self.meaning.preference(self.values)
        if self.wins == "always":
            values = np.where(winning_moves(), np.inf, values)
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


class RankedReadings(NamedTuple):
    """The readings of a table, and how many of those after the first are as likely."""

    readings: list[TableReading]
    rivals: int


def readings_of_tree(tree: Any) -> RankedReadings:
    """Return the readings of a tree that fit, the likeliest first.

    Raises
    ------
    AgentFileError
        If there is none; the message says why.
    """
    tables = tables_of(tree)
    found: list[TableReading] = []
    read = None
    zeros = False
    for table in tables[:_MOST_TABLES]:
        all_readings = _of_table(table)
        readings = [reading for reading in all_readings if reading.known.any()]
        zeros |= bool(all_readings) and not readings
        if _explain(readings) and (not found or _are_moves(readings)):
            found, read = readings, table
            if _are_moves(readings) or table.size == 9:
                break
    if read is None:
        raise no_values() if zeros else refusal_of(tree, tables)
    ranked = _ranked(found)
    others = [table for table in tables if table is not read and _has_values_of_boards(table)]
    if not others or _are_moves(found):  # a score next to the move to play says no more
        return ranked
    return _of_whole_file(ranked, _n_values([read]), _n_values(others))


def _has_values_of_boards(table: Table) -> bool:
    """Return whether the keys of a table are boards, and its values are not counts of visits."""
    return (
        table.size in (1, 9)
        and not COUNT_NAME.fullmatch(table.name)
        and any(all(map(looks_like_board, part[:_SAMPLE])) for part in table.keys)
    )


def _n_values(tables: Sequence[Table]) -> int:
    """Return how many values other than 0 tables have."""
    rows = (table.values if table.size == 1 else chain(*table.values) for table in tables)
    return int(np.count_nonzero(np.nan_to_num(_numbers(list(chain(*rows))))))


def _of_whole_file(ranked: RankedReadings, read: int, others: int) -> RankedReadings:
    """Return readings with the share that they explain of a file with values in other tables."""
    note = sentence(
        "The file has other tables of boards. Their {n:,} values other than 0 were not read.",
        n=others,
    )
    share = read / max(read + others, 1)
    readings = [
        replace(one, explained=round(one.explained * share, 6), notes=(*one.notes, note))
        for one in ranked.readings
    ]
    return RankedReadings(readings, ranked.rivals)


def _explain(readings: Sequence[TableReading]) -> bool:
    return any(reading.explained >= _LEAST_EXPLAINED for reading in readings)


def _are_moves(readings: Sequence[TableReading]) -> bool:
    """Return whether a table says the move to play, which counts more than a score next to it."""
    return all(reading.how.values["values"] == THE_MOVE for reading in readings)


THE_MOVE = tr_noop("the move to play")


def _of_table(table: Table) -> list[TableReading]:
    readings: list[TableReading] = []
    names = [
        table.name,
        *(str(part[0]) for part in table.keys if len(set(map(str, part[:99]))) == 1),
    ]
    named = any(map(MOVE_NAME.fullmatch, names))
    for rows in rows_of(table):
        if rows.size == 9:
            readings += _of_moves(rows, _nine_values(rows), names)
            continue
        if rows.size == BEADS:
            readings += _of_beads(rows)
            continue
        best = _best_moves(rows, 1) if named else []
        if best:
            readings += best
            continue
        column = _cells_in(rows.others)
        if column is not None and rows.size == 1:
            variants = _in_cells(rows, column)
            codes = (rows.boards.marks[rows.board] + 1) @ 4 ** np.arange(9)
            once = _n_distinct(codes) == len(codes) >= ENOUGH
            readings += _of_moves(rows, _as_played(variants) if once else variants, names)
        elif column is None:
            best = [] if named else _best_moves(rows, 4)
            readings += best or (_of_boards(rows) if rows.size == 1 and not named else [])
    return readings


def _as_played(variants: Sequence["_Entries"]) -> list["_Entries"]:
    """Return one move for each board as the one to play, whatever its value."""
    return [entries._replace(value=np.ones(len(entries.cell)), sentence=THE_MOVE)
            for entries in variants]  # fmt: skip


# Keys


def rows_of(table: Table) -> Iterator[_Rows]:
    """Read the keys: each part that is boards, in each notation, the most different one first."""
    keys = [column for parts in table.keys for column in split(parts)]
    for divided in (split_boards, split_text, split_pair, split):
        rows = _with_boards_in([column for parts in keys for column in divided(parts)], table)
        if rows:
            yield from rows
            return


def _with_boards_in(keys: list[list[Any]], table: Table) -> list[_Rows]:
    choices = []
    distinct: list[tuple[list[Any], Array]] = [_numbered(parts) for parts in keys]
    for place in sorted(range(len(distinct)), key=lambda number: -len(distinct[number][0])):
        parts, row = distinct[place]
        for read in readings_of(parts):
            others = [column for other, column in enumerate(keys) if other != place]
            rests = _rest_columns(read)
            others += [[column[row_number] for row_number in row.tolist()] for column in rests]
            choices.append(_Rows(read, row, _varied(others), table.values, table.size))
    are_whole = [whole_numbers(parts[:1]) is not None for parts in keys]
    for first in range(len(keys) - 1):
        if not (are_whole[first] and are_whole[first + 1]):
            continue
        pairs, row = _numbered(list(zip(keys[first], keys[first + 1], strict=True)))
        for read in bitboards(*zip(*pairs, strict=True)):
            others = keys[:first] + keys[first + 2 :]
            choices.append(_Rows(read, row, _varied(others), table.values, table.size))
    return choices


def _varied(columns: list[list[Any]]) -> list[list[Any]]:
    return [column for column in columns if len(set(map(str, column))) > 1]


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


def _cells_in(others: list[list[Any]]) -> Sequence[Any] | None:
    """Return the part of the keys that is a cell, or pairs of the two that are row and column."""
    kinds = [{str(part): part for part in column} for column in others]
    singles = [
        place
        for place, kind in enumerate(kinds)
        if 2 < len(kind) <= 12 and any(_reads(read, kind.values()) for _, read in CELLS)
    ]
    if singles:
        place = max(singles, key=lambda part: len(kinds[part]))
        if len(kinds[place]) > 3 or len(others) == 1:
            return others[place]
    for first in range(len(others)):
        for second in range(first + 1, len(others)):
            if all(len(kinds[part]) == 3 and _are_digits(kinds[part]) for part in (first, second)):
                return list(zip(others[first], others[second], strict=True))
    if singles:
        return others[singles[0]]
    small = [place for place, kind in enumerate(kinds) if players_of(list(kind.values())) is None
             and any(_reads(read, kind.values()) for _, read in CELLS)]  # fmt: skip
    return others[small[0]] if small else None


def _are_digits(kind: dict[str, Any]) -> bool:
    return set(kind) <= set("0123")


def _reads(read: Callable[[Any], int | None], parts: Any) -> bool:
    return all(read(part) is not None for part in parts)


def _in_cells(rows: _Rows, column: Sequence[Any]) -> list[_Entries]:
    """Return the values of the cells in a column, in each notation of cells that fits."""
    labels, row = _numbered([tuple(part) if isinstance(part, list) else part for part in column])
    values = _numbers(rows.values)
    variants = []
    for notation in CELLS:
        cells = [notation.read(label) for label in labels]
        if None not in cells and len(set(cells)) == len(labels):
            cell = np.array(cells, np.int64)[row]
            variants.append(_Entries(rows.board, cell, values, notation.sentence))
    return variants


def _nine_values(rows: _Rows) -> list[_Entries]:
    values = _numbers([number for value in rows.values for number in value])
    board = np.repeat(rows.board, 9)
    cell = np.tile(np.arange(9), len(rows.values))
    return [_Entries(board, cell, values, tr_noop("nine values for each board"))]


def _of_beads(rows: _Rows) -> list[TableReading]:
    """Return the readings of boxes whose beads are listed, a move for each."""
    counts = Counter(
        (board, cell)
        for board, box in zip(rows.board.tolist(), rows.values, strict=True)
        for cell in box
    )
    board, cell = np.array(list(counts)).T
    boxes = rows._replace(board=board, others=[], values=list(counts.values()))
    readings = _of_moves(boxes, _in_cells(boxes, cell.tolist()), ("beads",))
    return [reading for reading in readings if reading.fit > _ALL_FREE]


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


class _Placed(NamedTuple):
    """Entries in their places: the position of each, -1 if it has none, and how well that fits."""

    view: View
    entries: _Entries
    position: Array
    explained: float
    fit: float
    notes: tuple[str, ...]


def _of_moves(
    rows: _Rows, variants: Sequence[_Entries], names: Sequence[str]
) -> list[TableReading]:
    """Return the readings of values of moves: each view of the boards with each of the cells."""
    placed = [
        _placed(rows, view, entries, view.position[entries.board])
        for view in views(rows.boards, with_after=False)
        for entries in variants
    ]
    if rows.size != 9 and max((one.fit for one in placed), default=0.0) < 0.5:
        for view in views(rows.boards, with_after=True):
            for entries in variants:
                after = view.position[entries.board]
                before = np.where(after >= 0, _before()[after, entries.cell], -1)
                placed.append(_placed(rows, _after_the_move(view), entries, before))
    explained = max((one.explained for one in placed), default=0.0)
    placed = [one for one in placed if one.explained >= explained - _SLACK]
    fit = max((one.fit for one in placed), default=0.0)
    readings = []
    for one in placed:
        if one.fit < fit - _SLACK:
            continue
        values, has_value, taken = _filled(one)
        how = sentence(
            "{keys}; {marks}; {values}",
            keys=Sentence(rows.boards.sentence),
            marks=one.view.sentence,
            values=Sentence(one.entries.sentence),
        )
        given = np.where(has_value, values, np.nan)
        meanings = [move_meaning(given, names)]
        is_move = one.entries.sentence == THE_MOVE
        if (
            meanings == [LARGEST]
            and not (one.view.relative or is_move)
            and _are_for_x(values, has_value)
        ):
            meanings.insert(0, FOR_X)
        for meaning in meanings:
            readings.append(
                TableReading(
                    values,
                    has_value,
                    taken,
                    meaning,
                    how,
                    round(one.explained, 6),
                    one.fit,
                    contrary=one.view.contrary,
                    notes=one.notes,
                )
            )
    return readings


def _after_the_move(view: View) -> View:
    return view._replace(sentence=sentence("{marks}, after the move", marks=view.sentence))


@cache
def _before() -> Array:
    """Return the position before a move, (5478, 9), by the one after it and the cell; or -1."""
    before = np.full((N_POSITIONS, 9), -1)
    position, cell = np.nonzero(legal())
    before[graph().child[position, cell], cell] = position
    return frozen(before)


def _placed(rows: _Rows, view: View, entries: _Entries, position: Array) -> _Placed:
    position = np.where(position < N_OPEN, position, -1)
    says = _says_something(view, entries, whole=rows.size == 9)
    explained = _explained(position, entries.cell, says)
    notes: tuple[str, ...] = ()
    if explained < 1 - _SLACK:  # of two players, each may have values for the other's turns
        for owner in _owners(rows, len(position)):
            own = np.where(owner == graph().side[position], position, -1)
            share = _explained(position, entries.cell + 9 * owner, says)
            if share > explained + _SLACK and (own >= 0).mean() > 0.3:
                left_out = int((says & (own < 0) & (position >= 0)).sum())
                notes = (
                    sentence(
                        "The file has a table for each player, which is read for the player’s own "
                        "turns. The tables have {n:,} values for other turns, too.",
                        n=left_out,
                    ),
                )
                position, explained = own, share
                break
    return _Placed(view, entries, position, explained, _share_free(position, entries), notes)


def _says_something(view: View, entries: _Entries, *, whole: bool) -> Array:
    """Return which entries say something: not 0, nor a row in which all moves are worth the same.

    Programs that look up the best value of the next board make such rows for it too, on either
    side's turn. Of nine values, those of taken cells say nothing.
    """
    values = entries.value
    counted = ~np.isnan(values) & (np.abs(values) < 1e299)
    if whole:
        counted &= view.free[entries.board, entries.cell]
    size = len(view.position)
    low, high, count = np.full(size, np.inf), np.full(size, -np.inf), np.zeros(size, np.int64)
    np.minimum.at(low, entries.board[counted], values[counted])
    np.maximum.at(high, entries.board[counted], values[counted])
    np.add.at(count, entries.board[counted], 1)
    varied = (low < high) | (count == 1)
    return np.asarray(counted & (values != 0) & varied[entries.board])


def _explained(position: Array, cell: Array, says: Array) -> float:
    """Return the share of entries that have a place of their own."""
    placed = says & (position >= 0)
    return _n_distinct(position[placed] * 18 + cell[placed]) / max(int(says.sum()), 1)


def _n_distinct(places: Array) -> int:
    """Return how many different small whole numbers there are, without sorting them."""
    return int(np.count_nonzero(np.bincount(places)))


def _owners(rows: _Rows, n: int) -> list[Array]:
    """Return which side each entry may belong to, (n,), if a part of the keys names two players."""
    for column in rows.others:
        named = players_of(list(dict.fromkeys(column)))
        if named and len(named) == 2:
            one = _who_is_first(named)
            first = np.repeat([label == one for label in column], n // len(column))
            return [np.where(first, 0, 1), np.where(first, 1, 0)]
    return []


def _are_for_x(values: Array, has_value: Array) -> bool:
    """Return whether O's values look like values for X: X plays well by the largest, O does not."""
    known = (has_value & (values != 0)).any(axis=1)
    side = graph().side[:N_OPEN]
    x, o = (known & (side == number) for number in (0, 1))
    return (
        (x & can_go_wrong()).sum() >= ENOUGH
        and share_correct(greedy(values), x) >= share_correct(greedy(-values), x)
        and reversed_sides(values, o) == "O"
    )


def _share_free(position: Array, entries: _Entries) -> float:
    """Return the share of entries on free cells, of those that say something.

    What stands most often on taken cells (0, −99, nan) says nothing there.
    """
    fine = position >= 0
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


def _filled(placed: _Placed) -> tuple[Array, Array, Array]:
    """Return the values by position, the moves that have one, and the values of taken cells."""
    position, entries = placed.position, placed.entries
    fine = (position >= 0) & ~np.isnan(entries.value)
    in_table = np.full((N_OPEN, 9), np.nan)
    for some in (fine & (entries.value == 0), fine & (entries.value != 0)):  # 0 says least
        in_table[position[some], entries.cell[some]] = entries.value[some]
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
    return spread_to_equivalents(values, known)


# Values of boards


def _of_boards(rows: _Rows) -> list[TableReading]:
    """Return the readings of one value for each board."""
    values = _numbers(rows.values)
    readings = []
    for view in views(rows.boards, with_after=True):
        by_side, explained = _values_by_side(rows, view, values)
        if explained < _LEAST_EXPLAINED or np.isnan(by_side[:, :N_OPEN]).all():
            continue  # boards of finished games alone are a record of games
        meanings = board_meanings(by_side)
        if view.relative:
            own = MOVED if view.after else TO_MOVE
            meanings = tuple(meaning for meaning in meanings if meaning is own)
        for meaning in meanings:
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
                    round(explained, 6),
                    1.0,
                    contrary=view.contrary,
                )
            )
    return readings


@cache
def _nothing() -> Array:
    return frozen(np.full((N_OPEN, 9), np.nan))


def _values_by_side(rows: _Rows, view: View, values: Array) -> tuple[Array, float]:
    """Return the values (2, 5478) with which X and O choose, and the share of entries in them.

    Of two players, each has its own.
    """
    position = view.position[rows.board]
    by_side = np.full((2, N_POSITIONS), np.nan)
    labels = next(
        (column for column in rows.others if players_of(list(dict.fromkeys(column)))), None
    )
    of_x, of_o = _sides_of(labels, position)
    given = ~np.isnan(values)
    for number, side in enumerate((of_x, of_o)):
        chosen = (position >= 0) & side & given
        by_side[number, position[chosen]] = values[chosen]
    if values[given].size == 0 or np.ptp(values[given]) == 0:
        return by_side, 0.0
    places = position * 2 + (0 if of_o is of_x else of_o)
    distinct = _n_distinct(places[given & (position >= 0)])
    return by_side, distinct / int(given.sum())


def _sides_of(labels: Sequence[Any] | None, position: Array) -> tuple[Array, Array]:
    """Return which rows belong to X and which to O: all to both, if no player is named."""
    everything = np.ones(len(position), np.bool_)
    named = players_of(list(dict.fromkeys(labels))) if labels is not None else None
    if labels is None or named is None or len(named) < 2:
        return everything, everything
    first = _who_is_first(named)
    of_first = np.array([label == first for label in labels])
    of_x = graph().side[np.maximum(position, 0)] == 1  # boards after a move of X
    fine = position >= 0
    shares = [float(of_x[fine & rows].mean()) if (fine & rows).any() else 0.5
              for rows in (of_first, ~of_first)]  # fmt: skip
    return (~of_first, of_first) if shares[1] > shares[0] + 0.2 else (of_first, ~of_first)


def _who_is_first(named: dict[Any, str]) -> Any:
    return min(named, key=lambda label: _ORDER.index(named[label]) if named[label] in _ORDER else 9)


_ORDER = ("x", "1", "first", "cross", "o", "2", "-1", "0", "second", "nought", "circle")


def _best_moves(rows: _Rows, least_kinds: int) -> list[TableReading]:
    """Return the readings of a table whose values are the moves to play, or one of two parts is."""
    columns = [[tuple(value) if isinstance(value, list) else value for value in rows.values]]
    if rows.size == 2:
        columns += [[value[place] for value in columns[0]] for place in (1, 0)]
    for column in columns if rows.size in (0, 1, 2) else []:
        labels, row = _numbered(column)
        if not least_kinds <= len(labels) <= 40:
            continue
        variants = []
        for notation in CELLS:
            cells = [notation.read(label) for label in labels]
            if None not in cells:
                cell = np.array(cells, np.int64)[row]
                variants.append(_Entries(rows.board, cell, np.ones(len(cell)), THE_MOVE))
        readings = [reading for reading in _of_moves(rows, variants, ()) if reading.fit > _ALL_FREE]
        if readings:
            return readings
    return []


# The choice


def _ranked(readings: Sequence[TableReading]) -> RankedReadings:
    """Return the likeliest reading, then its rivals, then the others by how well they play."""
    explained = max(reading.explained for reading in readings)
    fitting = [reading for reading in readings if reading.explained >= explained - _SLACK]
    fit = max(reading.fit for reading in fitting)
    distinct: dict[bytes, TableReading] = {}
    for reading in fitting:
        if reading.fit >= fit - _SLACK:
            distinct.setdefault(reading.policy().tobytes(), reading)
    fitting = list(distinct.values())
    known = max(int(reading.known.sum()) for reading in fitting)
    margin = max(0.03, 0.5 / np.sqrt(max(known, 1)))
    handicap = max(0.05, 1.5 / np.sqrt(max(known, 1)))  # of one that is contrary to its letters
    strength = [_strength(reading) - handicap * reading.contrary for reading in fitting]
    best = next(number for number, share in enumerate(strength) if share >= max(strength) - margin)
    rivals = {
        number
        for number, reading in enumerate(fitting)
        if strength[number]
        >= max(strength) - (handicap / 2 if reading.contrary > fitting[best].contrary else margin)
        or _differ_in_whose(fitting[best], reading)
    } - {best}
    order = sorted(
        range(len(fitting)),
        key=lambda number: (number != best, number not in rivals, -strength[number]),
    )
    return RankedReadings(
        [fitting[number] for number in order[: _MOST_ALTERNATIVES + 1]], len(rivals)
    )


def _strength(reading: TableReading) -> float:
    """Return how often it plays correctly; of values of moves, or how often it would if reversed.

    Otherwise a table with a wrong sign would be read in whatever way plays it less badly.
    """
    usual = share_correct(reading.policy(), reading.known)
    of_boards = reading.how.values["values"] in {meaning.sentence for meaning in BOARD_MEANINGS}
    is_move = reading.how.values["values"] == THE_MOVE
    if reading.meaning is not LARGEST or of_boards or is_move:
        return usual
    return max(usual, share_correct(greedy(-reading.values), reading.known))


def _differ_in_whose(one: TableReading, other: TableReading) -> bool:
    """Return whether two readings differ only in whose values O's are."""
    return one.how == other.how and {one.meaning, other.meaning} == {FOR_X, LARGEST}


def looks_reversed(reading: TableReading) -> str:
    """Return the sides of a reading by the largest value whose values look reversed."""
    if reading.meaning is not LARGEST or reading.how.values["values"] == THE_MOVE:
        return ""
    return reversed_sides(reading.values, reading.known)
