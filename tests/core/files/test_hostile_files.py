"""Whatever a file contains, it is read or refused in a sentence, soon and within bounds."""

import bz2
import importlib
import io
import json
import pickle
import pkgutil
import re
import sqlite3
import struct
import time
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.files.notations import CONTAINERS, SHEETS, learned, nine_values
from tests.core.files.sample_files import JSON_VALUES, assert_refused, judged_or_refused
from tests.core.files.test_notations import ALSO, KINDS, PLAIN
from ttt_core.files import elsewhere
from ttt_core.files.elsewhere import containers

BOARD = [0, 0, 1, 0, 0, 0, 0, 0, 0]


@given(JSON_VALUES)
def test_any_json_is_judged_or_refused(tree: Any) -> None:
    judged_or_refused(tree)
    judged_or_refused(json.dumps(tree))
    judged_or_refused(repr(tree))


@given(st.lists(JSON_VALUES, min_size=1, max_size=4))
def test_any_json_lines_are_judged_or_refused(trees: list[Any]) -> None:
    judged_or_refused("\n".join(map(json.dumps, trees)))


@given(st.lists(st.lists(st.text(max_size=10), min_size=1, max_size=12), min_size=1, max_size=12))
def test_any_table_of_texts_is_judged_or_refused(rows: list[list[str]]) -> None:
    for mark in (",", "\t", ";", ":", "|", " "):
        judged_or_refused("\n".join(mark.join(row) for row in rows))


# Damaged files


FEW = dict(list(learned().items())[:30])
FILES = [write(FEW) for write in (KINDS | ALSO).values()]
FILES += [write(nine_values(FEW, PLAIN)) for write in (*CONTAINERS.values(), *SHEETS.values())]


@settings(max_examples=settings().max_examples * 3 // 2)
@given(st.sampled_from([file for file in FILES if isinstance(file, str | bytes)]), st.data())
def test_a_damaged_file_is_judged_or_refused(file: str | bytes, data: st.DataObject) -> None:
    content = bytearray(file.encode() if isinstance(file, str) else file)
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, max(len(content) - 1, 0)))
        length = data.draw(st.integers(0, 40) | st.just(len(content)))
        content[at : at + length] = data.draw(st.binary(max_size=4))
    judged_or_refused(bytes(content))


# What was tried


def npy(shape: str, letters: str = "<f8") -> bytes:
    header = f"{{'descr': '{letters}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header


def packed(compression: int, name: str, content: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr(name, content)
    return file.getvalue()


def database(schema: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(
            "CREATE TABLE model(s text, a integer, r float);"
            "INSERT INTO model VALUES ('---------', 4, 1.0), ('X---O----', 1, 1.0);" + schema
        )
        return connection.serialize()


def views(n: int) -> str:
    """Return a schema in which each view reads the one before it twice."""
    first = "CREATE VIEW v0 AS SELECT * FROM model;"
    return first + "".join(
        f"CREATE VIEW v{k} AS SELECT a.* FROM v{k - 1} a, v{k - 1} b;" for k in range(1, n)
    )


CONTAINING_ITSELF: dict[str, Any] = {}
CONTAINING_ITSELF["a"] = CONTAINING_ITSELF
HOSTILE: dict[str, Any] = {
    "an empty table before a full one": json.dumps([{}, {"XO-------": BOARD}]),
    "an empty object": "[{}]",
    "lines of empty objects": "{}\n{}",
    "two texts": '"a""b"',
    "what contains itself": CONTAINING_ITSELF,
    "npy of too many numbers": npy(f"({2**70},)"),
    "npy of texts without letters": npy("(50000000,)", "<U0"),
    "npy with a header that is no literal": npy("'''"),
    "npy with a deep header": npy("(" * 300),
    "zip with a damaged member": packed(zipfile.ZIP_LZMA, "q.json", "{" * 99)[:60] + b"x" * 200,
    "zip in zip in zip": packed(0, "a.zip", "PK\x03\x04"),
    "bzip2": bz2.compress(json.dumps({"---------": BOARD}).encode()),
    "views of views": database(views(30)),
    "a table that is a program": database("CREATE VIRTUAL TABLE v USING fts5(a);"),
    "anchors of anchors": "a0: &a0 [1, 1]\n"
    + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 25)),
    "an anchor in itself": "a: &a\n  b: *a\n  c: 1\n",
    "digits": "1" * 20_000,
    "digits in an object": '{"a": ' + "1" * 8_000 + "}",
    "rows of a board and a number": json.dumps([["XO-------", 3]] * 20_000),
    "a board and a number": json.dumps(["XO-------", 3] * 20_000),
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


def test_anchors_of_yaml_are_counted_before_they_are_followed() -> None:
    with pytest.raises(ValueError, match="too many parts"):
        containers._yaml(HOSTILE["anchors of anchors"])


# Pickles


def pickled_call(module: str, name: str, *arguments: str) -> bytes:
    texts = b"".join(b"S'" + one.encode() + b"'\n" for one in arguments)
    return b"c" + module.encode() + b"\n" + name.encode() + b"\n(" + texts + b"tR."


ATTACKS = {
    "system": pickled_call("os", "system", "touch owned"),
    "posix": pickled_call("posix", "system", "touch owned"),
    "eval": pickled_call("builtins", "eval", "open('owned', 'w')"),
    "getattr chain": b"\x80\x04\x8c\x08builtins\x8c\x07getattr\x93\x8c\x02os\x8c\x06system\x86R.",
    "dotted name": b"\x80\x04\x8c\x0bcollections\x8c\x22OrderedDict.__init__.__globals__.x\x93)R.",
    "import": pickled_call("builtins", "__import__", "os"),
    "partial": b"\x80\x04\x8c\x09functools\x8c\x06reduce\x93)R.",
    "operator": pickled_call("operator", "attrgetter", "x"),
    "numpy runs a string": pickled_call("numpy.testing._private.utils", "runstring", "x"),
    "huge array": (
        b"\x80\x02cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n"
        b"(J\xff\xff\xff\x7fJ\xff\xff\xff\x7ftU\x01btR."
    ),
    "memo bomb": b"\x80\x02]r\xff\xff\xff\x7f.",
    "huge bytes": b"\x80\x04\x8e\xff\xff\xff\xff\xff\x00\x00\x00.",
    "deep lists": b"\x80\x02" + b"]" * 200_000 + b"a" * 199_999 + b".",
    "deep tuples": b"\x80\x02)" + b"\x85" * 500_000 + b".",
    "deep key": b"\x80\x02})" + b"\x85" * 500_000 + b"K\x01s.",
    "doubled lists": b"\x80\x02]q\x00" + b"".join(
        b"](h" + bytes([n]) + b"h" + bytes([n]) + b"eq" + bytes([n + 1]) for n in range(60)
    ) + b".",
    "extension": b"\x80\x02\x82\x01.",
    "persistent": b"\x80\x02K\x01Q.",
    "cut off": pickle.dumps({"---------": [0.0] * 9})[:-12],
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_on_unpicklers_end_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    message = assert_refused(ATTACKS[name])
    assert "pickle" in message or "table" in message
    assert not list(tmp_path.iterdir())


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


PARTS = ("1", "1.", "1,", "1 ", "a", "a.", " ", "'", "\\", "\\'", "(", "<", "<>", "-", "_", "\n")
TEXTS = [
    (begin, part, end)
    for begin in ("", "[", "'", "{'a': ", ",")
    for part in PARTS
    for end in ("", "!")
]
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
    for begin, part, end in TEXTS:
        text, longer = (begin + part * n + end for n in (4_000, 16_000))
        if steps(short, pattern, text) > 0.002:
            assert steps(short, pattern, longer) < 10 * steps(short, pattern, text), text[:9]
