"""The first step: what a file contains, as plain containers, whatever its notation.

A *tree* is made of dictionaries, lists, tuples, arrays, numbers, texts and `Sheet`s.
"""

import bz2
import csv
import io
import json
import lzma
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import numpy as np

from ttt_core.files.bounded_json import MAX_BYTES, MAX_PARTS, too_large, too_many
from ttt_core.files.elsewhere.boards import looks_like_board
from ttt_core.files.elsewhere.networks.files import NETWORK_FILES
from ttt_core.files.elsewhere.pickles import is_pickle, read_pickle
from ttt_core.files.elsewhere.python_text import TUPLE, as_key, balanced, parse_python
from ttt_core.files.sentences import AgentFileError, file_refusal, refusing
from ttt_core.sentences import tr_noop


@dataclass(frozen=True)
class Sheet:
    """A table with named columns of equal length."""

    names: tuple[str, ...]
    columns: tuple[Sequence[Any], ...]


_MOST_INSIDE = 3
"""Files in files: a table in JSON in a text in JSON in a compressed file."""


def tree_of(data: Any) -> Any:
    """Return the contents of a file (bytes or text), or of a Python object, as a tree.

    Raises
    ------
    AgentFileError
        If it is none of the declared notations, too large or damaged.
    """
    return _tree(data, 0)


def _tree(data: Any, inside: int) -> Any:
    if isinstance(data, bytearray | memoryview):
        data = bytes(data)
    if not isinstance(data, bytes | str):
        return _of_object(data)
    if len(data) > MAX_BYTES:
        raise too_large()
    if inside > _MOST_INSIDE:
        raise file_refusal("The file is nested too deeply to be an agent.")
    if isinstance(data, bytes):
        for recognises, read, damaged in _BINARY:
            if recognises(data):
                return _read_inside(refusing(damaged)(read)(data), inside)
        data = _decoded(data)
    return _read_inside(_of_text(data), inside)


def _read_inside(content: Any, inside: int) -> Any:
    """Return what a file contains, with the files and texts that are inside it read, too."""
    if isinstance(content, bytes | str):
        return _tree(content, inside + 1)
    if isinstance(content, dict) and all(isinstance(part, bytes) for part in content.values()):
        return {name: _tree(part, inside + 1) for name, part in content.items()}
    return content


# Texts


def _of_text(text: str) -> Any:
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise file_refusal("The file is empty.")
    if _parts(text) > MAX_PARTS and _parts(_ONE_PART.sub("", text)) > MAX_PARTS:
        raise too_many()
    for read in _TEXTS:
        with suppress(ValueError, RecursionError, csv.Error):
            return read(text)
    raise _not_text(text)


_ONE_PART = re.compile(r'"[^"\\]*+"' + r"|'[^'\\]*+'" + rf"|{TUPLE}(?=\s*+:)")


def _parts(text: str) -> int:
    """Return an upper bound for the number of containers and entries in a text."""
    return sum(map(text.count, "[{(")) + max(map(text.count, ",\t;\n"))


def _not_text(text: str) -> AgentFileError:
    if text.lstrip()[:1] in ("{", "["):
        try:
            json.loads(text)
        except json.JSONDecodeError as error:
            return file_refusal(
                "The file is not valid JSON: reading stopped at line {line}, column {column}.",
                line=error.lineno,
                column=error.colno,
            )
        except (RecursionError, ValueError):
            return file_refusal("The file is nested too deeply to be an agent.")
    return file_refusal(
        "The file is neither JSON, nor YAML, nor a table with columns, nor text written by Python."
    )


def _decoded(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise file_refusal(
            "The file is not UTF-8 text, and none of the binary files that are known here: a "
            "pickle, a NumPy file, SQLite, a compressed file or a network."
        ) from None


def _json_lines(text: str) -> Any:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or lines[0].lstrip()[:1] not in ("{", "["):
        raise ValueError("not JSON")
    return [json.loads(line) for line in lines]


_ASSIGNED = re.compile(
    r"""\s*+(?:(?:(?://|\#|import\s|from\s)[^\n]*+\n      # comments and imports
          |/\*(?:[^*]++|\*(?!/))*+\*/|['"]use\ strict['"];?)\s*+)*+
    (?:(?:export\s+default|return)\s
      |(?:(?:export|const|let|var)\s+)*+[\w.$]++\s*+(?::[^=\n]*+)?=)
    \s*+(?:(?:JSON\.parse|new\s+Map)\(\s*+)?""",
    re.VERBOSE,
)
"""Beginning of a JavaScript module, or of a line of Python, up to the value."""


def _assigned(text: str) -> Any:
    """Return the value that the first statement assigns or exports."""
    beginning = _ASSIGNED.match(text)
    if beginning is None:
        raise ValueError("no assignment")
    value = text[beginning.end() :]
    try:
        return json.JSONDecoder().raw_decode(value)[0]
    except ValueError:
        return _python(balanced(value.replace("`", "'") if value[:1] == "`" else value))


_LITERAL = re.compile(r"[\[({'\"]|[A-Za-z_][\w.]*+\(")


def _python(text: str) -> Any:
    text = text.strip()
    if _LITERAL.match(text) is None:
        raise ValueError("not a container")
    content = parse_python(text)
    if not isinstance(content, dict | list | tuple | str):
        raise ValueError("not a container")
    return content


_YAML = re.compile(
    r"""\s*+(?:[-?:]\s++)*+(?:"[^"]*+"|'[^']*+'|[^\s\#:"'{\[(<][^:\n]*+):(?:\s|\Z)  # key: value
      | \s*+(?:[-?:]\s|\#|---|\.\.\.|%|\}|\])""",
    re.VERBOSE,
)
_YAML_NAMES: dict[str, Any] = {"null": None, "~": None, "": None, "true": True, "false": False}
_YAML_NAMES |= {".nan": None, ".inf": float("inf"), "-.inf": float("-inf")}
_MOST_DEEP = 40


def _yaml(text: str) -> Any:
    """Return the mappings, lists and plain values of YAML; no tag means anything."""
    lines = [line for line in text[:4_000].splitlines()[:20] if line.strip()]
    if len(lines) < 2 or not all(map(_YAML.match, lines)):
        raise ValueError("not YAML")
    try:
        import yaml
    except ImportError:
        raise ValueError("YAML, without PyYAML") from None
    events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    anchored: dict[str, tuple[Any, int]] = {}
    parts = 0

    def node(event: Any, depth: int) -> Any:
        nonlocal parts
        before, parts = parts, parts + 1
        if depth > _MOST_DEEP:
            raise ValueError("nested too deeply")
        made: Any
        match event:
            case yaml.AliasEvent():
                made, size = anchored.get(event.anchor, (None, 0))
                parts += size
                if parts > 2 * MAX_PARTS:  # keys are counted, too
                    raise ValueError("too many parts")
                return made
            case yaml.ScalarEvent():
                made = _yaml_scalar(event)
            case yaml.SequenceStartEvent():
                made = []
                while not isinstance(part := next(events), yaml.SequenceEndEvent):
                    made.append(node(part, depth + 1))
            case _:
                made = {}
                while not isinstance(part := next(events), yaml.MappingEndEvent):
                    key = as_key(node(part, depth + 1))
                    made[key] = node(next(events), depth + 1)
        if event.anchor:
            anchored[event.anchor] = made, parts - before
        return made

    try:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                return node(next(events), 0)
    except yaml.YAMLError as error:
        raise ValueError("not YAML") from error
    raise ValueError("empty")


def _yaml_scalar(event: Any) -> Any:
    if not event.implicit[0]:  # in quotes
        return event.value
    lower = event.value.lower()
    return _YAML_NAMES[lower] if lower in _YAML_NAMES else number_or_text(event.value)


_KEYED = ("->", "=>", ":", "=", "|")
_NUMBERS = re.compile(r"[-+\d.eE]++(?:(?:\s*+,\s*+|\s++)[-+\d.eE]++){8}")


def _keyed_lines(text: str) -> Any:
    """Return lines of a board, a mark and nine numbers, such as ``X--------: 0.1, 0.2, …``."""
    lines = _table_lines(text)
    for mark in _KEYED:
        keys, numbers = [], []
        for line in lines:
            key, _, rest = line.rpartition(mark)
            values = rest.strip(" []();,\t")
            if not (key and _NUMBERS.fullmatch(values)):
                break
            keys.append(_stripped(key))
            numbers.append(tuple(map(float, re.split(r"[,\s]+", values))))
        else:
            return Sheet(("", ""), (tuple(keys), tuple(numbers)))
    raise ValueError("not lines of nine numbers")


def _stripped(key: str) -> str:
    """Return a key without quotes and spaces around it; in nine characters they are free cells."""
    if len(key) == 10 and key[-1] == " ":
        return key[:9]
    return key.strip("\"' ") if len(key) > 11 else key


def _table_lines(text: str) -> list[str]:
    """Return the lines of a table, without comments and a line of JSON before it."""
    lines = [line for line in text.splitlines() if line.strip()]
    while len(lines) > 1 and (lines[0].startswith(("#", "//", "%")) or _is_object(lines[0])):
        del lines[0]
    return lines


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


_QUOTED = re.compile(r'"[^"]*+"')
_MOST_COLUMNS = 200
_HEAD = 4_000
"""Characters in which the first row of a table ends."""


def _separated(text: str) -> Any:
    """Return the rows of CSV or TSV as a sheet; a first row without numbers has the names."""
    lines = _table_lines(text)
    if lines[0].lstrip()[:1] == "{":
        raise ValueError("not a table")
    text = "\n".join(lines)
    head = (_QUOTED.sub("", text[:_HEAD]).splitlines() or [""])[0]
    mark = max("\t;,", key=head.count) if "\t" not in head else "\t"
    if not head.count(mark):
        mark = next((separator for separator in ":= " if separator in head), ",")
    skips = mark == " " or f'{mark} "' in text[:_HEAD]
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=mark, skipinitialspace=skips)
            if row]  # fmt: skip
    width = max((len(row) for row in rows[:50]), default=0)
    if not 2 <= width <= _MOST_COLUMNS:
        raise ValueError("not as many columns as a table has")
    names = tuple(rows[0]) if _is_header(rows[0], rows[1:3]) else ()
    body = rows[1:] if names else rows
    full = [row for row in body if len(row) == width]
    if len(full) < 0.9 * len(body) or not full:
        raise ValueError("rows of different lengths")
    columns = tuple(map(_column, zip(*full, strict=True)))
    padded = (*map(str.strip, names), *[""] * width)[:width]
    return Sheet(tuple(padded), columns)


def _is_header(first: Sequence[str], following: Sequence[Sequence[str]]) -> bool:
    numbers = [
        sum(isinstance(number_or_text(part.lstrip()), int | float) for part in row)
        for row in following
    ]
    mine = sum(isinstance(number_or_text(part.lstrip()), int | float) for part in first)
    if not following or len(first) != len(following[0]):
        return False
    if any(
        looks_like_board(b) > looks_like_board(a) for a, b in zip(first, following[0], strict=True)
    ):
        return True
    # names of columns may themselves be numbers: the cells 0 to 8
    cells = [part for part in first if part.strip().isdigit() and len(part.strip()) < 3]
    return mine < min(numbers) or (
        len(cells) == 9 and len(set(cells)) == 9 and first[0] not in cells
    )


def number_or_text(text: str) -> Any:
    """Return a field as a number if it is one without leading zeros, otherwise as text."""
    if not text or text[0] not in "-+.0123456789naiNI" or len(text) > 40:
        return text
    if text.isdigit() and len(text) > 1 and text[0] == "0":
        return text
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def _column(fields: Sequence[str]) -> tuple[Any, ...]:
    """Return the fields of a column; in boards of equal length, spaces are free cells."""
    if len(fields[0]) >= 9 and len(set(map(len, fields))) == 1:
        return tuple(map(number_or_text, fields))
    return tuple(number_or_text(text.lstrip()) for text in fields)


_TEXTS: tuple[Callable[[str], Any], ...] = (
    json.loads,
    _json_lines,
    _python,
    _assigned,
    _keyed_lines,
    _yaml,
    _separated,
)
"""Notations as text, in the order in which they are tried. A text in them is read again."""


# Binary files


def _npy(data: bytes) -> Any:
    stream = io.BytesIO(data)
    version = np.lib.format.read_magic(stream)
    read_header = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else np.lib.format.read_array_header_2_0
    )
    shape, _, dtype = read_header(stream)
    if dtype.hasobject:  # what `numpy.save` pickled: a dictionary in an array of one element
        content = read_pickle(stream.read())
        return content[0] if isinstance(content, list) and len(content) == 1 else content
    size = int(np.prod(shape, dtype=object))
    if size > MAX_PARTS:
        raise too_many()
    if not dtype.itemsize or size * dtype.itemsize > len(data):
        raise ValueError("more elements than bytes")
    stream.seek(0)
    return _bounded(np.lib.format.read_array(stream, allow_pickle=False))


def _zip(data: bytes) -> Any:
    """Return the one file of an archive, or several by name; arrays of NumPy first."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [
            info
            for info in archive.infolist()
            if not info.is_dir() and not info.filename.startswith(("__MACOSX/", "."))
        ]
        files = [info for info in files if info.filename.endswith(".npy")] or files
        if not files:
            raise file_refusal("This archive contains no files.")
        if len(files) > 100 or sum(info.file_size for info in files) > MAX_BYTES:
            raise too_large()
        contents = {PurePath(info.filename).stem: archive.read(info) for info in files}
    if len(contents) > 1 or files[0].filename.endswith(".npy"):
        return contents
    return next(iter(contents.values()))


_COMPRESSED: dict[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": lambda: zlib.decompressobj(31),
    **dict.fromkeys((b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda"), zlib.decompressobj),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ": lambda: lzma.LZMADecompressor(memlimit=_MOST_MEMORY),
    b"\x5d\x00\x00": lambda: lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=_MOST_MEMORY),
}
"""What unpacks a compressed file, as joblib writes it, too, by its first bytes."""
_MOST_MEMORY = 128 * 2**20


def _compressed(data: bytes) -> Any:
    unpacker = next(made() for first, made in _COMPRESSED.items() if data.startswith(first))
    content = unpacker.decompress(data, MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise too_large()
    if not unpacker.eof:
        raise ValueError("cut off")
    return content


def _bounded(array: Any) -> Any:
    if array.size > MAX_PARTS:
        raise too_many()
    if array.dtype.names:
        return Sheet(
            tuple(array.dtype.names), tuple(array[name].tolist() for name in array.dtype.names)
        )
    return array


_MOST_TABLES = 20
_MOST_ROWS = 200_000
_MOST_STEPS = 2_000
"""Of ten thousand instructions of the database's machine: a second or two."""
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}


def _database(data: bytes) -> dict[str, Sheet]:
    """Return the tables of a database by name; views, triggers and functions are not run."""
    connection = sqlite3.connect(":memory:")
    steps = iter(range(_MOST_STEPS))
    try:
        connection.deserialize(data)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.set_authorizer(
            lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
        )
        connection.set_progress_handler(lambda: next(steps, None) is None, 10_000)
        schema = connection.execute("SELECT name, sql FROM sqlite_master").fetchmany(_MOST_TABLES)
        names = [name for name, sql in schema if str(sql).upper().startswith("CREATE TABLE")]
        return {name: sheet for name in names if (sheet := _sheet(connection, name))}
    finally:
        connection.close()


def _sheet(connection: sqlite3.Connection, name: str) -> Sheet | None:
    quoted = name.replace('"', '""')
    cursor = connection.execute(f'SELECT * FROM "{quoted}"')
    rows = cursor.fetchmany(_MOST_ROWS)
    if not rows:
        return None
    columns = tuple(tuple(map(_text_of_bytes, column)) for column in zip(*rows, strict=True))
    return Sheet(tuple(column[0] for column in cursor.description), columns)


def _text_of_bytes(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


_BINARY: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], Any], str], ...] = (
    *NETWORK_FILES,
    (lambda data: data.startswith(b"\x93NUMPY"), _npy, tr_noop("This NumPy file is damaged.")),
    (lambda data: data.startswith(b"PK\x03\x04"), _zip, tr_noop("This archive is damaged.")),
    (
        lambda data: data.startswith(tuple(_COMPRESSED)),
        _compressed,
        tr_noop("This compressed file is damaged."),
    ),
    (
        lambda data: data.startswith(b"SQLite format 3\0"),
        _database,
        tr_noop("This SQLite file is damaged."),
    ),
    (is_pickle, read_pickle, tr_noop("This pickle is damaged.")),
)
"""Whether bytes are in a notation, how it is read, and what is said if that fails."""


def _of_object(data: Any) -> Any:
    """Return a Python object as a tree: a DataFrame becomes a sheet, a Series a dictionary."""
    kind = type(data)
    if kind.__module__.split(".")[0] == "pandas" and hasattr(data, "to_dict"):
        if data.size > MAX_PARTS:
            raise too_many()
        if not hasattr(data, "columns"):
            return data.to_dict()
        numbered = list(data.index) == list(range(len(data)))
        frame = data if numbered and data.index.name is None else data.reset_index()
        return Sheet(
            tuple(map(str, frame.columns)),
            tuple(frame[name].tolist() for name in frame.columns),
        )
    if isinstance(data, np.ndarray):
        return _bounded(data) if data.dtype != object else data.tolist()
    if isinstance(data, dict | list | tuple | Sheet):
        return data
    raise file_refusal(
        "An agent must be the bytes or text of a file, a dictionary, an array or a DataFrame, "
        "not {kind}.",
        kind=kind.__name__,
    )
