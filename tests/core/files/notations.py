"""Writes an agent's values in the notations that people use, for the tests of `read_any`."""

import csv
import io
import json
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from tests.core.files.sample_files import assert_sentence
from ttt_core.game.board import legal_moves
from ttt_core.game.graph import N_OPEN, boards, graph, legal

Entries = dict[int, dict[int, float]]
"""By position and cell."""

MARKS: Mapping[str, tuple[Any, Any, Any]] = {
    "XO-": ("-", "X", "O"),
    "xo.": (".", "x", "o"),
    "XO space": (" ", "X", "O"),
    "012": (0, 1, 2),
    "021": (0, 2, 1),
    "-1": (0, 1, -1),
    "None": (None, 1, 2),
    "ab_": ("_", "a", "b"),
}
"""The free cell, the first mark and the second one."""


def _plain(cells: list[Any]) -> str:
    return "".join(map(str, cells))


def _rows(cells: list[Any]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(cells[first : first + 3]) for first in (0, 3, 6))


def _base(base: int, *, low_first: bool = False) -> Callable[[list[Any]], int]:
    def number(cells: list[Any]) -> int:
        digits = [2 if cell == -1 else cell for cell in cells]
        return sum(d * base**n for n, d in enumerate(digits if low_first else digits[::-1]))

    return number


KEYS: Mapping[str, tuple[Callable[[list[Any]], Any], tuple[str, ...]]] = {
    "plain": (_plain, ("XO-", "xo.", "XO space", "012", "021", "-1", "ab_")),
    "rows": (
        lambda cells: "|".join(_plain(list(row)) for row in _rows(cells)),
        ("XO-", "xo.", "012", "ab_"),
    ),
    "commas": (lambda cells: ",".join(map(str, cells)), ("XO-", "012", "-1", "None", "ab_")),
    "spaces": (lambda cells: " ".join(map(str, cells)), ("XO-", "xo.", "012", "-1", "ab_")),
    "list text": (str, tuple(MARKS)),
    "tuple text": (lambda cells: str(tuple(cells)), tuple(MARKS)),
    "nested text": (lambda cells: str(_rows(cells)), tuple(MARKS)),
    "array text": (lambda cells: str(np.array(cells, float)), ("012", "-1")),
    "grid text": (lambda cells: str(np.array(cells).reshape(3, 3)), ("012", "-1")),
    "base three": (_base(3), ("012", "021", "-1")),
    "base three, low first": (_base(3, low_first=True), ("012", "-1")),
    "two bits": (_base(4), ("012", "-1")),
    "two bits, low first": (_base(4, low_first=True), ("012",)),
    "shifted": (lambda cells: _base(3)([cell + 1 for cell in cells]), ("-1",)),
    "balanced": (lambda cells: sum(cell * 3**n for n, cell in enumerate(cells)), ("-1",)),
    "tuple": (tuple, tuple(MARKS)),
    "nested": (_rows, ("012", "-1", "XO-")),
}
"""By name: a board from nine marks, and the marks that make sense in it."""

CELLS: Mapping[str, Callable[[int], Any]] = {
    "0 to 8": lambda cell: cell,
    "1 to 9": lambda cell: cell + 1,
    "text": str,
    "row, column": lambda cell: (cell // 3, cell % 3),
    "row, column from 1": lambda cell: (cell // 3 + 1, cell % 3 + 1),
    "column, row": lambda cell: (cell % 3, cell // 3),
    "pair as text": lambda cell: str((cell // 3, cell % 3)),
    "chess": lambda cell: "abc"[cell % 3] + str(cell // 3 + 1),
}


@dataclass(frozen=True)
class Written:
    """How a table is written."""

    marks: str
    key: str
    relative: bool = False
    cell: str = "0 to 8"
    illegal: float | None = 0.0

    def board(self, position: int) -> Any:
        blank, first, second = MARKS[self.marks]
        board = boards()[position]
        swapped = self.relative and graph().side[position] == 1
        names = {"-": blank, "X": second if swapped else first, "O": first if swapped else second}
        return KEYS[self.key][0]([names[mark] for mark in board])


def entries_of(agent: ttt.Agent, sides: str = "XO") -> Entries:
    """Return the values of the moves that an agent has learned, on some sides."""
    wanted = [("X", "O")[side] in sides for side in graph().side[:N_OPEN]]
    return {
        position: {cell: float(agent.q[position, cell]) for cell in legal_moves(boards()[position])}
        for position in np.flatnonzero(agent.known & wanted).tolist()
    }


@cache
def agent(seed: int = 1, games: int = 60) -> ttt.Agent:
    return ttt.train(ttt.TrainingConfig(games=games, seed=seed, rule="q-learning", symmetry=False))


@cache
def learned(games: int = 40) -> Entries:
    return entries_of(agent(games=games))


def policy_of(entries: Entries) -> NDArray[np.float64]:
    """Return the policy that plays by these values."""
    values = np.where(legal(), 0.0, np.nan)
    for position, by_cell in entries.items():
        for cell, value in by_cell.items():
            values[position, cell] = value
    return ttt.greedy(values)


def assert_read(data: Any, entries: Entries, sides: str = "XO") -> ttt.Reading:
    """Check that data is read as the policy of these entries, with these sides."""
    reading, policy = ttt.read_any(data, "Somebody"), policy_of(entries)
    assert reading.sides == reading.agent.sides == sides
    assert np.array_equal(reading.policy(), policy), reading.how
    assert np.array_equal(reading.agent.policy(), policy)
    assert reading.known == sum(any(values.values()) for values in entries.values())
    assert_sentence(reading.how)
    assert reading.name == "Somebody"
    return reading


# Tables: from entries to a Python object


def nine_values(entries: Entries, how: Written) -> Any:
    return {how.board(p): [moves.get(c, how.illegal) for c in range(9)]
            for p, moves in entries.items()}  # fmt: skip


def by_cell(entries: Entries, how: Written) -> Any:
    return {how.board(p): {CELLS[how.cell](c): v for c, v in moves.items()}
            for p, moves in entries.items()}  # fmt: skip


def _moves(entries: Entries, how: Written) -> Iterator[tuple[Any, Any, float]]:
    """Yield the board, cell and value of each move."""
    for position, moves in entries.items():
        for cell, value in moves.items():
            yield how.board(position), CELLS[how.cell](cell), value


def one_key(entries: Entries, how: Written) -> Any:
    return {(board, cell): value for board, cell, value in _moves(entries, how)}


def with_bar(entries: Entries, how: Written) -> Any:
    return {f"{board}|{cell}": value for board, cell, value in _moves(entries, how)}


def players_outside(entries: Entries, how: Written) -> Any:
    halves: tuple[Entries, Entries] = ({}, {})
    for position, moves in entries.items():
        halves[graph().side[position]][position] = moves
    return {name: nine_values(half, how) for name, half in zip("XO", halves, strict=True)}


def records(entries: Entries, how: Written) -> Any:
    return [
        {"state": board, "action": cell, "value": value}
        for board, cell, value in _moves(entries, how)
    ]


def pairs(entries: Entries, how: Written) -> Any:
    return [[key, values] for key, values in nine_values(entries, how).items()]


def wrapped(entries: Entries, how: Written) -> Any:
    return {"alpha": 0.1, "episodes": 5000, "q_table": nine_values(entries, how), "name": "me"}


TABLES: Mapping[str, Callable[[Entries, Written], Any]] = {
    "nine values": nine_values,
    "by cell": by_cell,
    "one key": one_key,
    "with a bar": with_bar,
    "players outside": players_outside,
    "records": records,
    "pairs": pairs,
    "wrapped": wrapped,
}

# Containers: from a Python object to a file


def _for_json(node: Any) -> Any:
    if isinstance(node, dict):
        return {key if isinstance(key, str) else str(key): _for_json(v) for key, v in node.items()}
    return [_for_json(part) for part in node] if isinstance(node, list) else node


def _as_csv(table: Any, delimiter: str = ",", *, header: bool = False) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    if isinstance(table, list) and isinstance(table[0], dict):
        writer.writerow(table[0])
        writer.writerows(record.values() for record in table)
        return out.getvalue()
    rows = table.items() if isinstance(table, dict) else table
    if header:
        writer.writerow(["board", *(f"a{cell}" for cell in range(9))])
    writer.writerows([str(key), *values] for key, values in rows)
    return out.getvalue()


CONTAINERS: Mapping[str, Callable[[Any], Any]] = {
    "object": lambda table: table,
    "JSON": lambda table: json.dumps(_for_json(table)),
    "JSON with spaces": lambda table: json.dumps(_for_json(table), indent=1).encode(),
    "Python text": repr,
    "pickle": pickle.dumps,
    "pickle, protocol 0": lambda table: pickle.dumps(table, protocol=0),
    "pickled defaultdict": lambda table: pickle.dumps(
        defaultdict(float, table) if isinstance(table, dict) else table, protocol=2
    ),
}
SHEETS: Mapping[str, Callable[[Any], Any]] = {
    "CSV": _as_csv,
    "CSV with header": lambda table: _as_csv(table, header=True),
    "TSV": lambda table: _as_csv(table, "\t").encode(),
}
"""Only of nine values for each board, and of records."""
