"""YAML: its mappings, lists and plain values, from the events of PyYAML; no tag means anything."""

import re
from typing import Any

from ttt_core.files.elsewhere.sheets import as_key, number_or_text

_LINE = re.compile(
    r"""\s*+(?:[-?:]\s++)*+(?:"[^"]*+"|'[^']*+'|[^\s\#:"'{\[(<][^:\n]*+):(?:\s|\Z)  # key: value
      | \s*+(?:[-?:]\s|\#|---|\.\.\.|%|\}|\])""",
    re.VERBOSE,
)
_NAMES: dict[str, Any] = {"null": None, "~": None, "": None, "true": True, "false": False}
_NAMES |= {".nan": None, ".inf": float("inf"), "-.inf": float("-inf")}
_MOST_DEEP = 40


def read_yaml(text: str) -> Any:
    """Return the contents of YAML.

    Raises
    ------
    ValueError
        If it is not YAML with more than one line of keys or entries.
    """
    lines = [line for line in text[:4_000].splitlines()[:20] if line.strip()]
    if len(lines) < 2 or not all(map(_LINE.match, lines)):
        raise ValueError("not YAML")
    try:
        import yaml
    except ImportError:
        raise ValueError("YAML, without PyYAML") from None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Tree(yaml, yaml.parse(text, Loader=loader)).whole()
    except yaml.YAMLError as error:
        raise ValueError("not YAML") from error


class _Tree:
    """Builds the tree of a document from its events."""

    def __init__(self, yaml: Any, events: Any) -> None:
        self._yaml = yaml
        self._events = events
        self._anchored: dict[str, Any] = {}

    def whole(self) -> Any:
        for event in self._events:
            if isinstance(event, self._yaml.DocumentStartEvent):
                return self._node(next(self._events), 0)
        raise ValueError("empty")

    def _node(self, event: Any, depth: int) -> Any:
        if depth > _MOST_DEEP:
            raise ValueError("nested too deeply")
        if isinstance(event, self._yaml.AliasEvent):
            return self._anchored.get(event.anchor)
        node: Any
        match event:
            case self._yaml.ScalarEvent():
                node = _scalar(event)
            case self._yaml.SequenceStartEvent():
                node = []
                while not isinstance(part := next(self._events), self._yaml.SequenceEndEvent):
                    node.append(self._node(part, depth + 1))
            case _:
                node = {}
                while not isinstance(part := next(self._events), self._yaml.MappingEndEvent):
                    key = self._node(part, depth + 1)
                    node[as_key(key)] = self._node(next(self._events), depth + 1)
        if event.anchor:
            self._anchored[event.anchor] = node
        return node


def _scalar(event: Any) -> Any:
    if not event.implicit[0]:  # in quotes
        return event.value
    lower = event.value.lower()
    return _NAMES[lower] if lower in _NAMES else number_or_text(event.value)
