"""The first step: what a file contains, as plain containers, whatever its notation.

A *tree* is made of dictionaries, lists, tuples, arrays, numbers, texts and `Sheet`s.
"""

import csv
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.networks.files import NETWORK_FILES
from ttt_core.files.elsewhere.pickles import is_pickle, read_pickle
from ttt_core.files.elsewhere.python_text import parse_python
from ttt_core.files.sentences import AgentFileError, file_refusal

MAX_BYTES = 12 * 2**20
MAX_PARTS = 4_000_000
MAX_ELEMENTS = 4_000_000


@dataclass(frozen=True)
class Sheet:
    """A table with named columns of equal length."""

    names: tuple[str, ...]
    columns: tuple[Sequence[Any], ...]


def tree_of(data: Any) -> Any:
    """Return the contents of a file (bytes or text), or of a Python object, as a tree.

    Raises
    ------
    AgentFileError
        If it is none of the declared notations, too large or damaged.
    """
    if isinstance(data, bytearray | memoryview):
        data = bytes(data)
    if not isinstance(data, bytes | str):
        return _of_object(data)
    if len(data) > MAX_BYTES:
        raise file_refusal(
            "The file is larger than {size} MB, the limit for agent files.", size=MAX_BYTES >> 20
        )
    if isinstance(data, bytes):
        for recognises, read in (*NETWORK_FILES, *_BINARY):
            if recognises(data):
                return read(data)
        data = _decoded(data)
    return _of_text(data)


def _of_text(text: str) -> Any:
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise file_refusal("The file is empty.")
    if sum(map(text.count, "[{(,\t;")) > MAX_PARTS:
        raise file_refusal("The file has more entries than an agent can have.")
    for read in _TEXTS:
        try:
            return read(text)
        except (ValueError, RecursionError, csv.Error, StopIteration):
            continue
    raise _not_text(text)


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
        "The file is neither JSON, nor a table with columns, nor text written by Python."
    )


def _decoded(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise file_refusal(
            "The file is not UTF-8 text, and neither a pickle nor a NumPy file."
        ) from None


def _json(text: str) -> Any:
    return json.loads(text)


def _json_lines(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        raise ValueError("not JSON")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _python(text: str) -> Any:
    _, equals, value = text.partition("=")  # table = {…}
    if equals and _.strip().isidentifier():
        text = value
    content = parse_python(text)
    if not isinstance(content, dict | list | tuple):
        raise ValueError("not a container")
    return content


_QUOTED = re.compile(r'"[^"]*"')
_HEAD = 4_000
"""Characters in which the first row of a table ends."""


def _separated(text: str) -> Any:
    """Return the rows of CSV or TSV as a sheet; a first row without numbers has the names."""
    lines = text.splitlines()
    if lines[0].lstrip()[:1] == "{":
        raise ValueError("not a table")
    head = _QUOTED.sub("", text[:_HEAD]).splitlines()[0]
    mark = max("\t;,", key=head.count)
    if not head.count(mark):
        mark = next((separator for separator in ":= " if separator in head), ",")
    skips = mark == " " or f'{mark} "' in text[:_HEAD]
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=mark, skipinitialspace=skips)
            if row]  # fmt: skip
    width = len(max(rows[:50], key=len))
    if width < 2:
        raise ValueError("only one column")
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
        sum(isinstance(_scalar(part.lstrip()), int | float) for part in row) for row in following
    ]
    mine = sum(isinstance(_scalar(part.lstrip()), int | float) for part in first)
    if not following or len(first) != len(following[0]):
        return False
    # names of columns may themselves be numbers: the cells 0 to 8
    cells = [part for part in first if part.strip().isdigit() and len(part.strip()) < 3]
    return mine < min(numbers) or (
        len(cells) == 9 and len(set(cells)) == 9 and first[0] not in cells
    )


def _column(fields: Sequence[str]) -> tuple[Any, ...]:
    """Return the fields of a column; if each is nine characters, spaces in them are free cells."""
    if all(len(text) == 9 for text in fields):
        return tuple(map(_scalar, fields))
    return tuple(_scalar(text.lstrip()) for text in fields)


def _scalar(text: str) -> Any:
    """Return a field as a number if it is one without leading zeros, otherwise as text."""
    if not text or text[0] not in "-+.0123456789naiNI":
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


def _npy(data: bytes) -> Any:
    try:
        array = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, MemoryError, SyntaxError, TypeError) as error:
        if "pickle" in str(error).lower() or "Object arrays" in str(error):
            return _object_array(data)
        raise file_refusal("This NumPy file is damaged.") from None
    return _bounded(array)


def _object_array(data: bytes) -> Any:
    """Return what `numpy.save` pickled: a dictionary in an array of one element."""
    stream = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        if version == (1, 0):
            np.lib.format.read_array_header_1_0(stream)
        else:
            np.lib.format.read_array_header_2_0(stream)
    except (ValueError, EOFError, SyntaxError, TypeError):
        raise file_refusal("This NumPy file is damaged.") from None
    content = read_pickle(stream.read())
    return content[0] if isinstance(content, list) and len(content) == 1 else content


def _npz(data: bytes) -> Any:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [info for info in archive.infolist() if info.filename.endswith(".npy")]
            if not files:
                raise file_refusal("This archive contains no NumPy arrays.")
            if sum(info.file_size for info in files) > 4 * MAX_BYTES or len(files) > 1_000:
                raise file_refusal("The file has more entries than an agent can have.")
            return {info.filename[:-4]: _npy(archive.read(info)) for info in files}
    except AgentFileError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        RuntimeError,
        ValueError,
        OSError,
        EOFError,
    ):
        raise file_refusal("This NumPy file is damaged.") from None


def _gzip(data: bytes) -> Any:
    unpacker = zlib.decompressobj(31)
    try:
        inside = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error:
        raise file_refusal("This compressed file is damaged.") from None
    if inside[:2] == data[:2] or not unpacker.eof:
        if len(inside) > MAX_BYTES:
            raise file_refusal(
                "The file is larger than {size} MB, the limit for agent files.",
                size=MAX_BYTES >> 20,
            )
        raise file_refusal("This compressed file is damaged.")
    return tree_of(inside)


def _bounded(array: Any) -> Any:
    if array.size > MAX_ELEMENTS:
        raise file_refusal("The file has more entries than an agent can have.")
    if array.dtype.names:
        return Sheet(
            tuple(array.dtype.names), tuple(array[name].tolist() for name in array.dtype.names)
        )
    return array


_Binary = tuple[Callable[[bytes], bool], Callable[[bytes], Any]]
_BINARY: tuple[_Binary, ...] = (
    (lambda data: data.startswith(b"\x93NUMPY"), _npy),
    (lambda data: data.startswith(b"PK\x03\x04"), _npz),
    (lambda data: data.startswith(b"\x1f\x8b"), _gzip),
    (is_pickle, read_pickle),
)
"""Binary notations: whether bytes are in it, and how it is read."""
_TEXTS: tuple[Callable[[str], Any], ...] = (_json, _json_lines, _python, _separated)
"""Notations as text, in the order in which they are tried."""


def _of_object(data: Any) -> Any:
    """Return a Python object as a tree: a DataFrame becomes a sheet, a Series a dictionary."""
    kind = type(data)
    if kind.__module__.split(".")[0] == "pandas" and hasattr(data, "to_dict"):
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
    if isinstance(data, dict | list | tuple):
        return data
    raise file_refusal(
        "An agent must be the bytes or text of a file, a dictionary, an array or a DataFrame, "
        "not {kind}.",
        kind=kind.__name__,
    )
