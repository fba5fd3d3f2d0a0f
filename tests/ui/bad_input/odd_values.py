"""Values that our controls never have, but a foreign client may send."""

import math
from typing import Any

from hypothesis import strategies as some

ODD: dict[str, Any] = {
    "nothing": None,
    "true": True,
    "not a number": math.nan,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "less than nothing": -1,
    "half": 0.5,
    "beyond 64 bits": 10**30,
    "beyond floats": 10**400,
    "no text": "",
    "white space": " \n\t",
    "a word": "nonsense",
    "a long word": "x" * 1_000_000,
    "Markdown": "# [x](javascript:alert(1)) $a$ :red[b]",
    "HTML": "<script>alert(1)</script>",
    "half a character": "\ud800",
    "turned round": "a\u202eb",
    "zero byte": "a\0b",
    "a path": "../../etc/passwd",
    "a list": [1, 2],
    "a list of lists": [[[]]],
    "an empty object": {},
    "an object": {"value": 1},
    "a deep object": {"value": {"value": {"value": [[[]]]}}},
    "bytes": b"\xff\xfe",
    "a tuple": (math.nan, 2),
}
"""By name."""

JSON: some.SearchStrategy[Any] = some.recursive(
    some.none() | some.booleans() | some.integers(-2, 11) | some.floats() | some.text(max_size=5),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(max_size=5), inner),
    max_leaves=5,
)
"""Any JSON; its whole numbers are those around the cells of a board."""
