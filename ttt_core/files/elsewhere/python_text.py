"""Python literals as text: what ``str`` and ``repr`` write of dictionaries, lists and arrays.

Nothing is evaluated. Names before a bracket (``array([…])``, ``defaultdict(<class 'float'>, {…})``,
``np.float64(…)``) are dropped, so the text reads as the plain containers inside.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

MAX_DEPTH = 60

_NUMBER = r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf\b|nan\b)"
_TOKENS = re.compile(
    rf"""
    [\s,]*+
  (?:
    (?P<row>\[\s*{_NUMBER}(?:\s*,\s*{_NUMBER})+\s*\])
  | (?P<tuple>\(\s*{_NUMBER}(?:\s*,\s*{_NUMBER})+\s*\))
  | (?P<type><(?:[^<>]|<[^<>]*>)*>)
  | (?P<text>[bru]?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))
  | (?P<number>{_NUMBER}(?![\w.]))
  | (?P<call>[A-Za-z_][\w.]*\s*\()
  | (?P<option>[A-Za-z_]\w*\s*=)
  | (?P<name>[A-Za-z_][\w.]*)
  | (?P<open>[\[({{])
  | (?P<close>[\])}}])
  | (?P<colon>:)
  | (?P<end>\Z)
  )
    """,
    re.VERBOSE | re.DOTALL,
)
_NAMES: dict[str, Any] = {
    "True": True,
    "False": False,
    "None": None,
    "true": True,
    "false": False,
    "null": None,
}
_NAMES |= {name: float(name) for name in ("nan", "NaN", "inf", "Infinity")}
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_ESCAPE = re.compile(r"\\(n|t|r|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


def parse_python(text: str) -> Any:
    """Return the containers, numbers and texts that a Python literal describes.

    Raises
    ------
    ValueError
        If the text is not a literal.
    """
    tokens = _tokens(text)
    value = _value(*next(tokens), tokens, 0)
    if next(tokens, None) is not None:
        raise ValueError("something follows the value")
    return value


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        token = _TOKENS.match(text, at)
        if token is None:
            raise ValueError(f"unexpected character {text[at]!r}")
        at, kind = token.end(), str(token.lastgroup)
        if kind not in ("type", "option", "end"):
            yield kind, token[kind]


def _value(kind: str, token: str, tokens: Iterator[tuple[str, str]], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise ValueError("nested too deeply")
    match kind:
        case "row":
            return _numbers(token[1:-1])
        case "tuple":
            return tuple(_numbers(token[1:-1]))
        case "number":
            return _number(token)
        case "text":
            return _ESCAPE.sub(
                lambda match: _ESCAPED.get(match[1], match[1]), token.lstrip("bru")[1:-1]
            )
        case "name" if token in _NAMES:
            return _NAMES[token]
        case "name":
            return token
        case "call":
            return _inside(_items(")", tokens, depth))
        case "open":
            closing = _CLOSING[token]
            items = _items(closing, tokens, depth)
            if closing == ")":
                return tuple(items)
            return dict(items) if closing == "}" and _are_pairs(items) else items
    raise ValueError(f"unexpected {token!r}")


class _Pair(tuple[Any, Any]):
    """A key and its value in a dictionary."""

    __slots__ = ()


def _are_pairs(items: list[Any]) -> bool:
    if items and not all(isinstance(item, _Pair) for item in items):
        raise ValueError("a key without a value")
    return True


def _items(closing: str, tokens: Iterator[tuple[str, str]], depth: int) -> list[Any]:
    items: list[Any] = []
    for kind, token in tokens:
        if kind == "close":
            if token != closing:
                raise ValueError("brackets do not match")
            return items
        if kind == "colon":
            if closing != "}" or not items:
                raise ValueError("unexpected colon")
            items.append(_Pair((_key(items.pop()), _value(*next(tokens), tokens, depth + 1))))
        else:
            items.append(_value(kind, token, tokens, depth + 1))
    raise ValueError("the text ends inside a bracket")


def _inside(items: list[Any]) -> Any:
    """Return what a call contains: its largest container, or its first argument."""
    containers = [item for item in items if isinstance(item, dict | list | tuple)]
    return max(containers, key=len) if containers else next(iter(items), None)


def _key(key: Any) -> Any:
    """Return a key that a dictionary can have: lists become tuples."""
    if isinstance(key, list | tuple):
        return tuple(_key(part) for part in key)
    return str(key) if isinstance(key, dict) else key


def _number(token: str) -> int | float:
    try:
        return int(token)
    except ValueError:
        return float(token)


def _numbers(text: str) -> list[int | float]:
    try:
        return list(json.loads(f"[{text}]"))
    except ValueError:
        return [_number(number.strip()) for number in text.split(",")]
