"""Python literals as text: what ``str`` and ``repr`` write of dictionaries, lists and arrays.

Nearly all of them are JSON but for their spelling, and are read as such. Python's own
`ast.literal_eval` reads the others, piece by piece, after what is not a literal has been taken out:
names before a bracket (``array([…])``, ``defaultdict(<class 'float'>, {…})``) are
dropped, other names become texts. Nothing is evaluated.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterator
from json.encoder import encode_basestring
from types import NoneType
from typing import Any

import numpy as np

_PIECE = 100_000
"""Characters that are parsed at once: the tree of a text takes a hundred times its memory."""
_LONGEST = 20 * _PIECE
"""Characters of one entry."""
_TEXT = r"""'(?:[^'\\]++|\\.)*+(?:'|\\?\Z)|"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)"""
_NOT_LITERAL = re.compile(
    rf"""
    (?P<text>\b[bru]?(?:{_TEXT})|{_TEXT})
  | (?P<type>(?:,\s*+)?+<(?:[^<>]++|<[^<>]*+>)*+>,?)
  | (?P<option>,\s*+[A-Za-z_]\w*+\s*+=\s*+(?:'[^']*+'|[\w.]++))
  | (?P<call>\b[A-Za-z_][\w.]*+(?=\())
  | (?P<name>\b[A-Za-z_][\w.]*+)
  | (?P<gap>(?<=[\w.])[ \n]++(?=[-+.\d])|(?<=\])[ \n]++(?=\[))
    """,
    re.VERBOSE | re.DOTALL,
)
_BRACKETS = re.compile(rf"(?:{_TEXT})|[\[\](){{}}]", re.DOTALL)
_JSON_NAMES = {"True": "true", "False": "false", "None": "null", "nan": "null", "inf": "1e999"}
_NAMES = {"True": "True", "False": "False", "None": "None", "nan": "None", "inf": "1e999"}
_NAMES |= {"true": "True", "false": "False", "null": "None", "NaN": "None", "Infinity": "1e999"}
TUPLE = r"\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\)"
_SPELLED = re.compile(
    rf"""
    (?P<key>(?:{TUPLE}|(?<=[{{,\s])-?\d++)(?=\s*+:))
  | '(?P<text>(?:[^'\\]++|\\[nt\\])*+)'
  | (?P<same>"(?:[^"\\]++|\\.)*+")
  | \b[A-Za-z_][\w.]*+\((?P<one>[-+\w.]++|\[[^()]*\])(?:,\s*+\w++=[^()\[\]]*+)?\)
  | (?P<name>\b(?:True|False|None|nan|inf)\b)
  | (?P<comma>,\s*+(?=[\])}}]))
  | (?P<bracket>[()])
    """,
    re.VERBOSE,
)
"""What JSON spells otherwise: keys, texts, numbers and arrays of NumPy, names, commas, tuples."""
_NUMBERS_ONLY = re.compile(r"[-+\d.e,\s()\[\]]*+")
"""Lists and tuples of numbers, which are read without looking at each of them."""
_TO_LISTS = str.maketrans("()", "[]")
_POINT = re.compile(r"(?<=\d)\.(?!\d)")


def parse_python(text: str) -> Any:
    """Return the containers, numbers and texts that a Python literal describes.

    Raises
    ------
    ValueError
        If the text is not a literal, or too long.
    """
    try:
        parts = json.loads(_as_json(text))
        return as_key(parts) if text[:1] == "(" else parts
    except (ValueError, RecursionError):
        pass
    literal = _NOT_LITERAL.sub(_as_literal, text).strip()
    while literal[:1] == "(" and literal[-1:] == ")" and literal[1:2] in ("{", "[", "("):
        literal = literal[1:-1].strip()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that Python does not know
            pieces = [_evaluated(piece) for piece in _pieces(literal)]
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError("not a literal") from error
    if len(pieces) == 1:
        return pieces[0]
    if all(isinstance(piece, dict) for piece in pieces):
        return {key: value for piece in pieces for key, value in piece.items()}
    return [part for piece in pieces for part in piece]


_PLAIN = {int, float, str, NoneType}


def as_key(part: Any) -> Any:
    """Return a part of a tree as a key that a dictionary can have: lists become tuples."""
    if isinstance(part, list | tuple):
        return tuple(part) if _PLAIN.issuperset(map(type, part)) else tuple(map(as_key, part))
    if isinstance(part, np.ndarray):
        return tuple(part.ravel().tolist())
    return part if isinstance(part, str | int | float | bytes | None) else str(part)


def balanced(text: str) -> str:
    """Return the beginning of a text up to the end of its first text or bracketed value."""
    depth = 0
    for match in _BRACKETS.finditer(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(match[0], 0)
        if depth <= 0:
            return text[: match.end()]
    raise ValueError("the text ends inside a bracket")


def _as_json(text: str) -> str:
    if _NUMBERS_ONLY.fullmatch(text):
        return text.translate(_TO_LISTS).replace(",]", "]")
    return _SPELLED.sub(_respelled, text)


def _respelled(match: re.Match[str]) -> str:
    """Return a part of the text as JSON spells it; a key that is no text becomes one."""
    part = match[0]
    match match.lastgroup:
        case "key":
            return encode_basestring(part)
        case "text":
            return '"' + match["text"].replace('"', '\\"') + '"'
        case "one":
            return _POINT.sub(".0", _as_json(match["one"]))
        case "name":
            return _JSON_NAMES[part]
        case "comma":
            return ""
        case "bracket":
            return "[" if part == "(" else "]"
    return part


def _evaluated(piece: str) -> Any:
    if len(piece) > _LONGEST:
        raise ValueError("an entry is too long")
    return ast.literal_eval(piece)


def _as_literal(match: re.Match[str]) -> str:
    """Return what stands for a part of the text that may not be a literal."""
    match match.lastgroup:
        case "text":
            return match[0].lstrip("u")
        case "name":
            return _NAMES.get(match[0]) or repr(match[0])
        case "gap":
            return ", "
    return ""


def _pieces(literal: str) -> Iterator[str]:
    """Divide a long dictionary or list between entries."""
    opening, closing = literal[:1], literal[-1:]
    if len(literal) <= _PIECE or opening not in ("{", "["):
        yield literal
        return
    depth, start, end = 0, 1, 1
    for match in _BRACKETS.finditer(literal):
        if depth == 1 and end - start > _PIECE:  # no bracket or text since the last one
            comma = literal.find(",", end, match.start())
            if comma >= 0:
                yield f"{opening}{literal[start:comma]}{closing}"
                start = comma + 1
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(match[0], 0)
        end = match.end()
    if literal[start:-1].strip():
        yield f"{opening}{literal[start:-1]}{closing}"
