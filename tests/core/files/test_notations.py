"""However a table is written, it is read as the policy that it is.

That is so in each way in the table of ``docs/any-agent.md``, in others that people use, and in any
mixture of a container, a table, a board, marks and cells.
"""

import bz2
import gzip
import io
import json
import lzma
import pickle
import re
import sqlite3
import zipfile
import zlib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import ttt_core as ttt
from tests.core.files.notations import (
    CELLS,
    CONTAINERS,
    KEYS,
    SHEETS,
    TABLES,
    Entries,
    Written,
    agent,
    assert_read,
    by_cell,
    entries_of,
    learned,
    nine_values,
    one_key,
    records,
)
from ttt_core.game.graph import boards, graph

pytestmark = pytest.mark.usefixtures("pickles_read_here")

DOCUMENT = Path(__file__).parents[3] / "docs" / "any-agent.md"
PLAIN, OWN = Written("XO-", "plain"), Written("-1", "plain", relative=True)
TUPLES = Written("-1", "tuple")


def nine(entries: Entries) -> dict[str, list[float]]:
    return nine_values(entries, PLAIN)  # type: ignore[no-any-return]


Writer = Callable[[Entries], Any]


def of_nine(write: Callable[[dict[str, list[float]]], Any]) -> Writer:
    return lambda entries: write(nine(entries))


def in_lines(row: Callable[[str, list[float]], str], before: str = "") -> Writer:
    return of_nine(lambda table: before + "\n".join(row(*entry) for entry in table.items()))


def each_board(write: Callable[[int, dict[int, float]], Any]) -> Writer:
    """Return what writes an entry for each position with the values of its moves."""
    return lambda entries: {boards()[p]: write(p, moves) for p, moves in entries.items()}


def each_move(entry: Callable[[int, int, float], Any]) -> Writer:
    """Return what writes an entry for each position, cell and value."""
    return lambda entries: [
        entry(p, c, value) for p, moves in entries.items() for c, value in moves.items()
    ]


def each_key(key: Callable[[int, int], Any]) -> Writer:
    """Return what writes a value for the key of each position and cell."""
    return lambda entries: dict(each_move(lambda p, c, value: (key(p, c), value))(entries))


def keyed(board: Callable[[str], Any]) -> Writer:
    return lambda entries: {board(boards()[p]): by for p, by in entries.items()}


def planes(marks: str) -> Callable[[str], tuple[int, ...]]:
    return lambda board: tuple(int(cell == mark) for mark in marks for cell in board)


def bits(board: str, mark: str) -> int:
    return sum(1 << (8 - cell) for cell in range(9) if board[cell] == mark)


def bitboards(board: str) -> tuple[int, int]:
    return bits(board, "X"), bits(board, "O")


def numbered(board: str) -> str:
    """Return a board whose free cells are their numbers, from 1."""
    return "".join(str(n) if mark == "-" else mark for n, mark in enumerate(board, 1))


def mover(position: int) -> str:
    return "XO"[graph().side[position]]


def board_after(position: int, cell: int) -> str:
    return boards()[graph().child[position, cell]]


def after_rows(entries: Entries) -> Any:
    """Return a table of its own view that has a row of zeros for the board after each move."""
    table = nine_values(entries, OWN)
    swap = {"X": "1", "O": "-1", "-": "0"}, {"X": "-1", "O": "1", "-": "0"}
    for position, moves in entries.items():
        for cell in moves:
            after = board_after(position, cell)
            key = "".join(swap[graph().side[position]][mark] for mark in after)
            table.setdefault(key, [0.0] * 9)
    return table


def best_move(moves: dict[int, float]) -> int:
    return max(moves, key=moves.__getitem__)


def sqlite(entries: Entries) -> bytes:
    rows = each_move(lambda p, c, value: (boards()[p], c, value))(entries)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE q(state TEXT, action INTEGER, value REAL)")
        connection.executemany("INSERT INTO q VALUES (?, ?, ?)", rows)
        connection.commit()
        return connection.serialize()


def zipped(table: Any, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr("table.json", json.dumps(table))
    return file.getvalue()


def base_three(entries: Entries) -> NDArray[np.float64]:
    """Return nine values for each board, at its number in base three."""
    table = np.zeros((3**9, 9))
    for number, values in nine_values(entries, Written("012", "base three")).items():
        table[number] = values
    return table


def npy(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def npz(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def frame(entries: Entries) -> pd.DataFrame:
    return pd.DataFrame.from_dict(nine(entries), orient="index")


KINDS: dict[str, Writer] = {
    "a dictionary, an array or a DataFrame": nine,
    "JSON": of_nine(json.dumps),
    "JSON in a text in JSON": of_nine(lambda table: json.dumps(json.dumps(table))),
    "JSON, an object a line": in_lines(
        lambda board, values: json.dumps({"board": board, "q": values})
    ),
    "a JavaScript module": of_nine(lambda table: f"export default {json.dumps(table)};\n"),
    "YAML": in_lines(lambda b, values: f"'{b}':\n" + "\n".join(f"- {v}" for v in values)),
    "CSV": in_lines(lambda board, values: ",".join([board, *map(str, values)])),
    "a table after a line of JSON": in_lines(
        lambda board, values: "\t".join([board, *map(str, values)]), before='{"alpha": 0.1}\n'
    ),
    "a board, a colon and nine numbers": in_lines(
        lambda board, values: f"{board}: {', '.join(map(str, values))}"
    ),
    "text of Python": lambda entries: repr(nine_values(entries, TUPLES)),
    "a pickle": of_nine(pickle.dumps),
    "a NumPy file": lambda entries: npy(base_three(entries)),
    "SQLite": sqlite,
    "zip": of_nine(zipped),
    "gzip": of_nine(lambda table: gzip.compress(json.dumps(table).encode())),
    "zlib, as joblib writes it": of_nine(lambda table: zlib.compress(pickle.dumps(table))),
    "bz2": of_nine(lambda table: bz2.compress(pickle.dumps(table))),
    "xz and lzma": of_nine(lambda table: lzma.compress(json.dumps(table).encode())),
    "nine characters": lambda entries: by_cell(entries, PLAIN),
    "three rows": keyed(lambda board: "|".join((board[:3], board[3:6], board[6:]))),
    "nine marks with commas, free cells empty": keyed(
        lambda board: ",".join(mark.strip("-") for mark in board)
    ),
    "free cells as their numbers": keyed(numbered),
    "a player before or behind the board": keyed(lambda b: f"{'XO'[b.count('-') % 2 == 0]}:{b}"),
    "a list, a tuple or an array": lambda entries: by_cell(entries, TUPLES),
    "a number in base three": lambda entries: by_cell(entries, Written("012", "base three")),
    "a number with two bits a cell": lambda entries: by_cell(entries, Written("012", "two bits")),
    "two numbers, nine bits for each player": keyed(bitboards),
    "18 zeros and ones": keyed(planes("XO")),
    "27 zeros and ones, as in OpenSpiel": keyed(planes("-OX")),
    "three zeros and ones for each cell": keyed(
        lambda board: tuple(int(cell == mark) for cell in board for mark in "-XO")
    ),
    "the player to move is always the same mark": lambda entries: nine_values(entries, OWN),
    "also rows of zeros for the board after one’s own move": after_rows,
    "nine numbers": nine,
    "a number for each cell": lambda entries: by_cell(entries, PLAIN),
    "a number for each board and cell": lambda entries: one_key(entries, PLAIN),
    "a number for the board after the move, and the cell": each_key(
        lambda p, c: str((board_after(p, c), c))
    ),
    "all numbers for X": lambda entries: dict(
        each_move(lambda p, c, v: (str((boards()[p], c)), v if mover(p) == "X" else -v))(entries)
    ),
    "the move to play": each_board(lambda _, moves: best_move(moves)),
    "a score and the move to play": each_board(lambda p, moves: (0.5 * (p % 3), best_move(moves))),
}
ALSO: dict[str, Writer] = {
    # Boards and keys
    "18 digits": keyed(lambda board: "".join(map(str, planes("XO")(board)))),
    "bitboards in a text": keyed(lambda board: ",".join(map(str, bitboards(board)))),
    "bitboards and a cell": each_key(lambda p, c: (bitboards(boards()[p]), c)),
    "ten characters": each_key(lambda p, c: f"{boards()[p]}{c}"),
    "player, board and cell": each_key(lambda p, c: (mover(p), boards()[p], divmod(c, 3))),
    "board, player and cell": each_key(lambda p, c: f"{boards()[p]}|{mover(p)}-{c}"),
    # Records
    "values before the board": of_nine(
        lambda table: [{"q": values, "state": board} for board, values in table.items()]
    ),
    "pairs of a board and values": of_nine(lambda table: list(map(list, table.items()))),
    "values and a count": of_nine(
        lambda table: [{"board": b, "q": values, "visits": 3} for b, values in table.items()]
    ),
    "values and nine counts": of_nine(
        lambda table: {b: {"q": values, "visits": [1] * 9} for b, values in table.items()}
    ),
    "counts next to values": of_nine(
        lambda table: {"counts_table": {key: [*range(1000, 991, -1)] for key in table}, "q": table}
    ),
    "row and column": each_move(
        lambda p, c, value: {"board": boards()[p], "row": c // 3, "col": c % 3, "q": value}
    ),
    "a list of moves": each_board(
        lambda _, moves: [{"move": c, "q": value, "visits": 4} for c, value in moves.items()]
    ),
    "a list of moves, values before cells": each_board(
        lambda _, moves: [{"count": 4, "q": v, "action": divmod(c, 3)} for c, v in moves.items()]
    ),
    "a cell as a fraction": each_move(
        lambda p, c, value: {"q": value, "move": float(c), "state": boards()[p]}
    ),
    # Texts
    "a module of Python": of_nine(lambda table: f"import numpy as np\n\nQ = {table}\n"),
    "a map of JavaScript": of_nine(
        lambda table: f"export const q = new Map({json.dumps(list(table.items()))});"
    ),
    "lines with an equals sign": in_lines(lambda b, values: f"{b} = {values}", "# values\n"),
    "YAML with a q": in_lines(lambda b, values: f"  '{b}': {values}", "alpha: 0.1\nq:\n"),
    "nine columns of marks": lambda entries: columns(entries),
    "nine columns with names": lambda entries: "a,b,c,d,e,f,g,h,i,action,q\n" + columns(entries),
    "nine columns with semicolons": lambda entries: columns(entries).replace(",", ";"),
    # What the sentence about refused pickles tells people to save
    "texts of keys and rows": of_nine(lambda table: as_texts(table)),
    "texts of keys and moves": lambda entries: as_texts(by_cell(entries, PLAIN)),
    "texts of keys and numbers": lambda entries: as_texts(one_key(entries, PLAIN)),
    "texts of keys and arrays": lambda entries: as_texts(
        {key: np.array(values) for key, values in nine_values(entries, TUPLES).items()}
    ),
    # Arrays, frames and archives
    "an array": base_three,
    "an array with an axis for each cell": lambda entries: base_three(entries).reshape(
        [3] * 9 + [9]
    ),
    "a pickled array": lambda entries: pickle.dumps(base_three(entries)),
    "several arrays": lambda entries: npz(q=base_three(entries), epsilon=np.array(0.1)),
    "boards and values as two arrays": lambda entries: npz(
        states=np.array(list(nine_values(entries, TUPLES))),
        q=np.array(list(nine(entries).values())),
    ),
    "a dictionary saved by NumPy": of_nine(lambda table: npy(np.array(table, object))),
    "a frame": frame,
    "a frame with a column for each board": lambda entries: frame(entries).T,
    "CSV of a frame": lambda entries: frame(entries).to_csv(),
    "TSV of a frame": lambda entries: frame(entries).to_csv(sep="\t"),
    "a frame of records": lambda entries: pd.DataFrame(records(entries, PLAIN)),
    "CSV of a frame of records": lambda entries: pd.DataFrame(records(entries, PLAIN)).to_csv(),
    "zip by lzma": of_nine(lambda table: zipped(table, zipfile.ZIP_LZMA)),
    "zip by bzip2": of_nine(lambda table: zipped(table, zipfile.ZIP_BZIP2)),
    "a legacy lzma file": of_nine(lambda t: lzma.compress(pickle.dumps(t), lzma.FORMAT_ALONE)),
}


def columns(entries: Entries) -> str:
    """Return a row for each move: nine columns of marks, the cell and the value."""
    rows = each_move(lambda p, c, value: [*TUPLES.board(p), c, value])(entries)
    return "\n".join(",".join(map(str, row)) for row in rows)


def as_texts(table: dict[Any, Any]) -> str:
    return json.dumps([[str(key), str(value)] for key, value in table.items()])


@pytest.mark.parametrize("kind", [*KINDS, *ALSO])
def test_each_kind_is_read_as_its_policy(kind: str) -> None:
    entries = learned()
    if "move to play" in kind or kind == "all numbers for X":
        best = ttt.positions().move_value  # of an agent that plays well by the largest value
        entries = {
            p: {c: float(best[p, c]) + 0.01 * c for c in moves} for p, moves in entries.items()
        }
    reading = assert_read((KINDS | ALSO)[kind](entries), entries)
    assert reading.explained == 1 or kind == "counts next to values"


def test_the_document_lists_each_kind() -> None:
    table = DOCUMENT.read_text(encoding="utf-8").partition("| kind | for example |")[2]
    rows = re.findall(r"^\| ([^|]+?) \| `", table.partition("\n\n")[0], re.MULTILINE)
    assert rows == list(KINDS)


# Mixtures


@st.composite
def ways(draw: st.DrawFn) -> tuple[Written, str, str]:
    """Draw how a table is written, the name of its table and of its container."""
    key = draw(st.sampled_from(list(KEYS)))
    how = Written(
        marks=draw(st.sampled_from(KEYS[key][1])),
        key=key,
        relative=draw(st.booleans()),
        cell=draw(st.sampled_from(list(CELLS))),
        illegal=draw(st.sampled_from([0.0, None, -99.0, float("-inf"), float("nan")])),
    )
    table = draw(st.sampled_from(list(TABLES)))
    containers = list(CONTAINERS)
    if table in ("nine values", "records", "pairs"):
        containers += list(SHEETS)
    return how, table, draw(st.sampled_from(containers))


def in_csv(marks: str) -> tuple[Written, str, str]:
    return Written(marks, "plain"), "nine values", "CSV"


@settings(max_examples=settings().max_examples * 3 // 5)
@example(in_csv("XO space"), "XO", 1)  # its first key is nine spaces
@example(in_csv("-1"), "XO", 1)  # some of its keys are numbers for a program that reads CSV
@given(ways(), st.sampled_from(["XO", "X", "O"]), st.integers(1, 3))
def test_any_agent_in_any_notation_is_the_same_policy(
    way: tuple[Written, str, str], sides: str, seed: int
) -> None:
    how, table, container = way
    if table == "with a bar" and not isinstance(how.board(0), str | int):
        table = "one key"
    entries = entries_of(agent(seed, games=200), sides)
    data = (CONTAINERS | SHEETS)[container](TABLES[table](entries, how))
    assert_read(data, entries, sides)


@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("key", KEYS)
def test_each_key(key: str, step: int) -> None:
    entries = learned()
    for marks in KEYS[key][1][::step]:
        assert_read(nine_values(entries, Written(marks, key)), entries)


@pytest.mark.parametrize("cell", CELLS)
def test_each_notation_of_cells(cell: str) -> None:
    entries = learned()
    assert_read(by_cell(entries, Written("XO-", "plain", cell=cell)), entries)
    assert_read(one_key(entries, Written("-1", "tuple", cell=cell)), entries)


@pytest.mark.parametrize("container", [*CONTAINERS, *SHEETS])
def test_each_container(container: str) -> None:
    table = nine_values(learned(), Written("-1", "array text"))
    assert_read((CONTAINERS | SHEETS)[container](table), learned())


class QTable(dict[str, list[float]]):
    pass


class Player:
    def __init__(self, table: Any) -> None:
        self.epsilon = 0.1
        self.rng = np.random.default_rng(1)
        self.q_table = table


def test_pickles_of_classes_nobody_knows() -> None:
    entries = learned()
    table = nine(entries)
    arrays = {key: np.array(values) for key, values in table.items()}
    numbers = {
        key: {cell: np.float64(v) for cell, v in row.items()}
        for key, row in by_cell(entries, PLAIN).items()
    }
    contents = (Player(table), QTable(table), OrderedDict(table), arrays, numbers, [table, 5000])
    for number, content in enumerate(contents):
        for protocol in range(number % 3, pickle.HIGHEST_PROTOCOL + 1, 3):
            assert_read(pickle.dumps(content, protocol=protocol), entries)


# Boxes of beads


def listed(beads: dict[int, int]) -> list[int]:
    return [cell for cell, number in beads.items() for _ in range(number)]


BOXES: dict[str, Callable[[str, dict[int, int]], tuple[str, Any]]] = {
    "a number for each move": lambda board, beads: (board, {str(c): n for c, n in beads.items()}),
    "nine numbers": lambda board, beads: (board, [beads.get(cell, 0) for cell in range(9)]),
    "a list of moves": lambda board, beads: (board, listed(beads)),
    "a text of moves": lambda board, beads: (board, "".join(map(str, listed(beads)))),
    "a list of moves from 1, free cells as their numbers": lambda board, beads: (
        numbered(board),
        [cell + 1 for cell in listed(beads)],
    ),
    "a list of moves under a name": lambda board, beads: (board, {"beads": listed(beads)}),
}


@pytest.mark.parametrize("kind", BOXES)
def test_boxes_of_beads(kind: str) -> None:
    beads = {p: {c: 1 + (7 * p + 5 * c) % 31 for c in moves} for p, moves in learned().items()}
    table = dict(BOXES[kind](boards()[p], moves) for p, moves in beads.items())
    reading = ttt.read_any(json.dumps({"alpha": 4, "boxes": table}))
    assert reading.known == len(beads)
    for position, moves in beads.items():
        shares = [moves.get(cell, 0) / sum(moves.values()) for cell in range(9)]
        assert reading.policy()[position] == pytest.approx(shares)
