"""Each kind of file in the table of ``docs/any-agent.md`` is read as the policy that it is."""

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
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.files.notations import (
    Entries,
    Written,
    by_cell,
    learned,
    nine_values,
    one_key,
    policy_of,
    rows_in_base_three,
)
from ttt_core.game.graph import boards, graph

DOCUMENT = Path(__file__).parents[3] / "docs" / "any-agent.md"
PLAIN, OWN = Written("XO-", "plain"), Written("-1", "plain", relative=True)


def nine(entries: Entries) -> dict[str, list[float]]:
    return nine_values(entries, PLAIN)  # type: ignore[no-any-return]


def keyed(board: Callable[[str], Any]) -> Callable[[Entries], Any]:
    return lambda entries: {board(boards()[p]): by for p, by in entries.items()}


def planes(marks: str) -> Callable[[str], tuple[int, ...]]:
    return lambda board: tuple(int(cell == mark) for mark in marks for cell in board)


def bits(board: str, mark: str) -> int:
    return sum(1 << (8 - cell) for cell in range(9) if board[cell] == mark)


def after_rows(entries: Entries) -> Any:
    """Return a table of its own view that has a row of zeros for the board after each move."""
    table = nine_values(entries, OWN)
    swap = {"X": "1", "O": "-1", "-": "0"}, {"X": "-1", "O": "1", "-": "0"}
    for position, moves in entries.items():
        for cell in moves:
            after = boards()[graph().child[position, cell]]
            key = "".join(swap[graph().side[position]][mark] for mark in after)
            table.setdefault(key, [0.0] * 9)
    return table


def for_x(entries: Entries) -> Any:
    return {str((boards()[p], c)): v if graph().side[p] == 0 else -v
            for p, moves in entries.items() for c, v in moves.items()}  # fmt: skip


def after_and_move(entries: Entries) -> Any:
    return {str((boards()[graph().child[p, c]], c)): v
            for p, moves in entries.items() for c, v in moves.items()}  # fmt: skip


def sqlite(entries: Entries) -> bytes:
    rows = [(boards()[p], c, v) for p, moves in entries.items() for c, v in moves.items()]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE q(state TEXT, action INTEGER, value REAL)")
        connection.executemany("INSERT INTO q VALUES (?, ?, ?)", rows)
        connection.commit()
        return connection.serialize()


def zipped(entries: Entries) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("table.json", json.dumps(nine(entries)))
    return file.getvalue()


def array(entries: Entries) -> bytes:
    file = io.BytesIO()
    np.save(file, rows_in_base_three(entries))
    return file.getvalue()


def lines(entries: Entries, row: Callable[[str, list[float]], str]) -> str:
    return "\n".join(row(board, values) for board, values in nine(entries).items())


KINDS: dict[str, Callable[[Entries], Any]] = {
    "a dictionary, an array or a DataFrame": nine,
    "JSON": lambda entries: json.dumps(nine(entries)),
    "JSON in a text in JSON": lambda entries: json.dumps(json.dumps(nine(entries))),
    "JSON, an object a line": lambda entries: lines(
        entries, lambda board, values: json.dumps({"board": board, "q": values})
    ),
    "a JavaScript module": lambda entries: f"export default {json.dumps(nine(entries))};\n",
    "YAML": lambda entries: lines(
        entries, lambda board, values: f"'{board}':\n" + "\n".join(f"- {v}" for v in values)
    ),
    "CSV": lambda entries: lines(entries, lambda b, v: ",".join([b, *map(str, v)])),
    "a table after a line of JSON": lambda entries: (
        '{"alpha": 0.1}\n' + lines(entries, lambda b, v: "\t".join([b, *map(str, v)]))
    ),
    "a board, a colon and nine numbers": lambda entries: lines(
        entries, lambda b, v: f"{b}: {', '.join(map(str, v))}"
    ),
    "text of Python": lambda entries: repr(nine_values(entries, Written("-1", "tuple"))),
    "a pickle": lambda entries: pickle.dumps(nine(entries)),
    "a NumPy file": array,
    "SQLite": sqlite,
    "zip": zipped,
    "gzip": lambda entries: gzip.compress(json.dumps(nine(entries)).encode()),
    "zlib, as joblib writes it": lambda entries: zlib.compress(pickle.dumps(nine(entries))),
    "bz2": lambda entries: bz2.compress(pickle.dumps(nine(entries))),
    "xz and lzma": lambda entries: lzma.compress(json.dumps(nine(entries)).encode()),
    "nine characters": lambda entries: by_cell(entries, PLAIN),
    "three rows": keyed(lambda board: "|".join((board[:3], board[3:6], board[6:]))),
    "nine marks with commas, free cells empty": keyed(
        lambda board: ",".join(mark.strip("-") for mark in board)
    ),
    "free cells as their numbers": keyed(
        lambda board: "".join(str(n) if m == "-" else m for n, m in enumerate(board, 1))
    ),
    "a player before or behind the board": keyed(lambda b: f"{'XO'[b.count('-') % 2 == 0]}:{b}"),
    "a list, a tuple or an array": lambda entries: by_cell(entries, Written("-1", "tuple")),
    "a number in base three": lambda entries: by_cell(entries, Written("012", "base three")),
    "a number with two bits a cell": lambda entries: by_cell(entries, Written("012", "two bits")),
    "two numbers, nine bits for each player": keyed(lambda b: (bits(b, "X"), bits(b, "O"))),
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
    "a number for the board after the move, and the cell": after_and_move,
    "all numbers for X": for_x,
    "the move to play": lambda entries: {
        boards()[p]: int(max(moves, key=moves.__getitem__)) for p, moves in entries.items()
    },
    "a score and the move to play": lambda entries: {
        boards()[p]: (0.5 * (p % 3), int(max(moves, key=moves.__getitem__)))
        for p, moves in entries.items()
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_read_as_its_policy(kind: str) -> None:
    entries = learned()
    if "move to play" in kind or kind == "all numbers for X":
        best = ttt.positions().move_value  # of an agent that plays well by the largest value
        entries = {
            p: {c: float(best[p, c]) + 0.01 * c for c in moves} for p, moves in entries.items()
        }
    reading, policy = ttt.read_any(KINDS[kind](entries)), policy_of(entries)
    known = [p for p, moves in entries.items() if any(moves.values())]
    assert np.array_equal(reading.policy()[known], policy[known]), reading.how
    assert reading.sides == "XO"
    assert reading.explained == 1


ALSO: dict[str, Callable[[Entries], Any]] = {
    "18 digits": keyed(lambda board: "".join(map(str, planes("XO")(board)))),
    "bitboards in a text": keyed(lambda board: f"{bits(board, 'X')},{bits(board, 'O')}"),
    "bitboards and a cell": lambda entries: {
        ((bits(boards()[p], "X"), bits(boards()[p], "O")), cell): value
        for p, moves in entries.items()
        for cell, value in moves.items()
    },
    "values before the board": lambda entries: [
        {"q": values, "state": board} for board, values in nine(entries).items()
    ],
    "a module of Python": lambda entries: f"import numpy as np\n\nQ = {nine(entries)}\n",
    "a map of JavaScript": lambda entries: (
        f"export const q = new Map({json.dumps(list(nine(entries).items()))});"
    ),
    "lines with an equals sign": lambda entries: (
        "# values\n" + lines(entries, lambda board, values: f"{board} = {values}")
    ),
    "YAML with a q": lambda entries: (
        "alpha: 0.1\nq:\n" + lines(entries, lambda board, values: f"  '{board}': {values}")
    ),
    "a legacy lzma file": lambda entries: lzma.compress(
        pickle.dumps(nine(entries)), lzma.FORMAT_ALONE
    ),
}


@pytest.mark.parametrize("kind", ALSO)
def test_other_ways_to_write_the_same(kind: str) -> None:
    entries = learned()
    reading, policy = ttt.read_any(ALSO[kind](entries)), policy_of(entries)
    known = [p for p, moves in entries.items() if any(moves.values())]
    assert np.array_equal(reading.policy()[known], policy[known]), reading.how
    assert reading.explained == 1


def test_a_best_move_is_played_whatever_stands_next_to_it() -> None:
    best = {p: max(moves, key=moves.__getitem__) for p, moves in learned().items()}
    rows = [f"{boards()[p]},{boards()[p].count('-')},{move}" for p, move in best.items()]
    policy = ttt.read_any("Board,Depth,BestMove\n" + "\n".join(rows)).policy()
    assert all(policy[p, move] == 1 for p, move in best.items())


BOXES: dict[str, Callable[[str, dict[int, int]], tuple[str, Any]]] = {
    "a number for each move": lambda board, beads: (board, {str(c): n for c, n in beads.items()}),
    "nine numbers": lambda board, beads: (board, [beads.get(cell, 0) for cell in range(9)]),
    "a list of moves": lambda board, beads: (board, listed(beads)),
    "a text of moves": lambda board, beads: (board, "".join(map(str, listed(beads)))),
    "a list of moves from 1, free cells as their numbers": lambda board, beads: (
        "".join(str(n) if m == "-" else m for n, m in enumerate(board, 1)),
        [cell + 1 for cell in listed(beads)],
    ),
    "a list of moves under a name": lambda board, beads: (board, {"beads": listed(beads)}),
}


def listed(beads: dict[int, int]) -> list[int]:
    return [cell for cell, number in beads.items() for _ in range(number)]


@pytest.mark.parametrize("kind", BOXES)
def test_boxes_of_beads(kind: str) -> None:
    beads = {p: {c: 1 + (7 * p + 5 * c) % 31 for c in moves} for p, moves in learned().items()}
    table = dict(BOXES[kind](boards()[p], moves) for p, moves in beads.items())
    reading = ttt.read_any(json.dumps({"alpha": 4, "boxes": table}))
    assert reading.known == len(beads)
    for position, moves in beads.items():
        shares = [moves.get(cell, 0) / sum(moves.values()) for cell in range(9)]
        assert reading.policy()[position] == pytest.approx(shares)


def test_the_document_lists_each_kind() -> None:
    table = DOCUMENT.read_text(encoding="utf-8").partition("| kind | for example |")[2]
    rows = re.findall(r"^\| ([^|]+?) \| `", table.partition("\n\n")[0], re.MULTILINE)
    assert rows == list(KINDS)
