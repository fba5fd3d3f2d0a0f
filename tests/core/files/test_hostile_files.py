"""Whatever a file contains, it is read or refused in a sentence, soon and within bounds."""

import bz2
import gzip
import importlib
import io
import json
import pkgutil
import re
import sqlite3
import struct
import time
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from tests.core.files.notations import CONTAINERS, SHEETS
from tests.core.files.test_any_agent import judged_or_refused
from ttt_core.files import elsewhere
from ttt_core.files.elsewhere import containers

BOARD = [0, 0, 1, 0, 0, 0, 0, 0, 0]


# Contents


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["XO-------", "---------", "0,0,0,0,0,0,0,0,1", "(0, 1)", "[1 0 0]", "q", "X"]),
)
TREES = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.lists(parts, max_size=10),
        st.dictionaries(st.one_of(st.text(max_size=10), LEAVES.map(str)), parts, max_size=6),
    ),
    max_leaves=40,
)


@given(TREES)
def test_any_json_is_judged_or_refused(tree: Any) -> None:
    judged_or_refused(tree)
    judged_or_refused(json.dumps(tree))
    judged_or_refused(repr(tree))


@given(st.lists(TREES, min_size=1, max_size=4))
def test_any_json_lines_are_judged_or_refused(trees: list[Any]) -> None:
    judged_or_refused("\n".join(map(json.dumps, trees)))


@given(st.lists(st.lists(st.text(max_size=10), min_size=1, max_size=12), min_size=1, max_size=12))
def test_any_table_of_texts_is_judged_or_refused(rows: list[list[str]]) -> None:
    for mark in (",", "\t", ";", ":", "|", " "):
        judged_or_refused("\n".join(mark.join(row) for row in rows))


# Containers


TABLE = {"---------": BOARD, "X---O----": [0, 1, 0, 0, 0, 0, 0, 0, 0]}


def npy(shape: str, letters: str = "<f8", data: bytes = b"") -> bytes:
    header = f"{{'descr': '{letters}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data


def npz() -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, states=np.array(list(TABLE)), q=np.array(list(TABLE.values())))
    return file.getvalue()


def packed(compression: int, name: str = "q.json", content: str = "") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr(name, content or json.dumps(TABLE))
    return file.getvalue()


def database(table: dict[str, list[Any]] | None = None, schema: str = "") -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE model(s text, a integer, r float)")
    rows = [(b, a, v) for b, row in (table or TABLE).items() for a, v in enumerate(row)]
    connection.executemany("INSERT INTO model VALUES (?, ?, ?)", rows)
    connection.executescript(schema)
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def as_yaml(table: dict[str, Any]) -> str:
    return "\n".join(
        f"'{board}':\n" + "\n".join(f"  {cell}: {value}" for cell, value in enumerate(row))
        for board, row in table.items()
    )


ARRAY = np.arange(90.0).reshape(10, 9)
BYTES: dict[str, bytes] = {
    "npy": npy("(10, 9)", data=ARRAY.tobytes()),
    "zip": packed(zipfile.ZIP_DEFLATED),
    "zip by lzma": packed(zipfile.ZIP_LZMA),
    "zip by bzip2": packed(zipfile.ZIP_BZIP2),
    "npz": npz(),
    "gzip": gzip.compress(json.dumps(TABLE).encode()),
    "zlib": zlib.compress(json.dumps(TABLE).encode()),
    "SQLite": database(),
    "YAML": as_yaml(TABLE).encode(),
    "JavaScript": f"export default {json.dumps(TABLE)};".encode(),
    "JSON in JSON": json.dumps(json.dumps(TABLE)).encode(),
}


@pytest.mark.parametrize("name", ["zip by lzma", "zip by bzip2"])
def test_archives_may_be_compressed_in_other_ways(name: str) -> None:
    assert ttt.read_any(BYTES[name]).known == 2


FEW = {board: [at / 7 + cell for cell in range(9)] for at, board in enumerate(ttt.boards()[:30])}
WRITTEN = [write(FEW) for write in (*CONTAINERS.values(), *SHEETS.values())][1:]


@settings(max_examples=settings().max_examples * 3 // 2)
@given(st.sampled_from([*BYTES.values(), *WRITTEN]), st.data())
def test_a_damaged_file_is_judged_or_refused(file: str | bytes, data: st.DataObject) -> None:
    content = bytearray(file.encode() if isinstance(file, str) else file)
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, max(len(content) - 1, 0)))
        length = data.draw(st.integers(0, 40) | st.just(len(content)))
        content[at : at + length] = data.draw(st.binary(max_size=4))
    judged_or_refused(bytes(content))


# What was tried


def views(n: int) -> str:
    """Return a schema in which each view reads the one before it twice."""
    first = "CREATE VIEW v0 AS SELECT * FROM model;"
    return first + "".join(
        f"CREATE VIEW v{k} AS SELECT a.* FROM v{k - 1} a, v{k - 1} b;" for k in range(1, n)
    )


HOSTILE: dict[str, Any] = {
    "an empty table before a full one": json.dumps([{}, {"XO-------": BOARD}]),
    "an empty object": "[{}]",
    "lines of empty objects": "{}\n{}",
    "two texts": '"a""b"',
    "npy of too many numbers": npy(f"({2**70},)"),
    "npy of texts without letters": npy("(50000000,)", "<U0"),
    "npy with a header that is no literal": npy("'''"),
    "npy with a deep header": npy("(" * 300),
    "zip with a damaged member": packed(zipfile.ZIP_LZMA)[:60] + b"x" * 200,
    "zip in zip in zip": packed(0, "a.zip", "PK\x03\x04"),
    "bzip2": bz2.compress(json.dumps(TABLE).encode()),
    "views of views": database(schema=views(30)),
    "a table that is a program": database(schema="CREATE VIRTUAL TABLE v USING fts5(a);"),
    "anchors of anchors": "a0: &a0 [1, 1]\n"
    + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 25)),
    "an anchor in itself": "a: &a\n  b: *a\n  c: 1\n",
    "digits": "1" * 20_000,
    "digits in an object": '{"a": ' + "1" * 8_000 + "}",
    "rows of a board and a number": json.dumps([["XO-------", 3]] * 40_000),
    "a board and a number": json.dumps(["XO-------", 3] * 40_000),
    "a text that does not end": '"' + "a,b\n" * 3_000_000,
    "a Python text that does not end": "{'a': '" + "b, " * 3_000_000,
    "lists in lists": "[" * 100_000,
    "lists in a text": json.dumps({"a": "[" * 50_000}),
    "commas": "," * 900_000,
    "a wide table": "a," * 400_000,
    "colons": "a:" * 3_000_000,
    "too large": b" " * (containers.MAX_BYTES + 1),
    "too many entries": {str(n): [0.5] * 9 for n in range(120_000)},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_a_sentence(name: str) -> None:
    judged_or_refused(HOSTILE[name])


def test_it_contains_itself() -> None:
    table: dict[str, Any] = {}
    table["a"] = table
    judged_or_refused(table)


# Patterns


def patterns() -> dict[str, re.Pattern[str]]:
    """Return the patterns of all readers of files from elsewhere."""
    found = {}
    for module in pkgutil.walk_packages(elsewhere.__path__, f"{elsewhere.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if (
                isinstance(value, re.Pattern)
                and isinstance(value.pattern, str)
                and value not in found.values()
            ):
                found[f"{module.name.rpartition('.')[2]}.{name}"] = value
    return found


TEXTS: tuple[Callable[[int], str], ...] = tuple(
    lambda n, begin=begin, part=part, end=end: begin + part * n + end  # type: ignore[misc]
    for begin in ("", "[", "'", "{'a': ", ",")
    for part in (
        "1",
        "1.",
        "1,",
        "1 ",
        "a",
        "a.",
        " ",
        "'",
        "\\",
        "\\'",
        "(",
        "<",
        "<>",
        "-",
        "_",
        "\n",
    )
    for end in ("", "!")
)


SEARCHED = {"_QUOTED", "_REST", "_WORDS", "_NOT_LITERAL", "_BRACKETS"}
"""Patterns that are looked for anywhere in a text; the others are matched from its beginning."""


def steps(name: str, pattern: re.Pattern[str], text: str) -> float:
    """Return the seconds of the processor that a pattern takes on a text, the best of three."""
    seconds = []
    for _ in range(3):
        began = time.process_time()
        pattern.match(text)
        pattern.fullmatch(text)
        if name in SEARCHED:
            pattern.sub("", text)
        seconds.append(time.process_time() - began)
    return min(seconds)


@pytest.mark.parametrize("name", patterns())
def test_a_pattern_takes_four_times_as_long_for_a_text_four_times_as_long(name: str) -> None:
    pattern, short = patterns()[name], name.rpartition(".")[2]
    for text in TEXTS:
        if steps(short, pattern, text(4_000)) > 0.002:
            once, four = (steps(short, pattern, text(n)) for n in (4_000, 16_000))
            assert four < 10 * once, text(3)
