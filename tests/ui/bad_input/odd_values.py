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

MOVES: dict[str, dict[str, Any]] = {
    "value a text": {"value": "0.5"},
    "value nothing": {"value": None},
    "value true": {"value": True},
    "value a list": {"value": [0.5]},
    "value not a number": {"value": math.nan},
    "value infinite": {"value": math.inf},
    "value beyond all": {"value": 1e308},
    "value of many digits": {"value": 10**60},
    "token a number": {"token": 3},
    "token nothing": {"token": None},
    "token of another slider": {"token": "setting_alpha_0"},
    "token of long ago": {"token": "setting_gamma_63"},
    "token without end": {"token": "x" * 100_000},
    "drag a text": {"drag": "now"},
    "drag not a number": {"drag": math.nan},
    "drag infinite": {"drag": math.inf},
    "drag before all others": {"drag": -1.0},
    "ended a text": {"ended": "yes"},
    "ended a number": {"ended": 1},
    "ended nothing": {"ended": None},
}
"""Faults of a report of γ's slider, which would otherwise set it to 0.5, by name."""

TOO_MUCH: dict[str, tuple[str, float]] = {
    "no games": ("games", 0),
    "fewer games than none": ("games", -5),
    "a billion games": ("games", 1_000_000_000),
    "half a game": ("games", 0.5),
    "α 0": ("alpha", 0.0),
    "α above 1": ("alpha", 1.5),
    "γ below 0": ("gamma", -0.1),
    "γ above 1": ("gamma", 7),
    "ε above 1": ("epsilon", 1.01),
    "ε decays upwards": ("epsilon_decay", 2.0),
    "ε never below 2": ("epsilon_floor", 2.0),
    "a huge value": ("initial_value", 1e9),
    "more random games than games": ("random_share", 3.0),
    "fewer perfect games than none": ("minimax_share", -1.0),
    "a thousand and one replayed": ("replay", 1_001),
    "less than no replay": ("replay", -1),
}
"""Invalid settings that a slider can be made to report, by name."""

CLICKS: dict[str, dict[str, Any]] = {
    "cell beyond the board": {"cell": 9},
    "cell before the board": {"cell": -1},
    "cell a fraction": {"cell": 1.5},
    "cell a text": {"cell": "4"},
    "cell true": {"cell": True},
    "cell nothing": {"cell": None},
    "cell a list": {"cell": [4]},
    "cell not a number": {"cell": math.nan},
    "cell beyond all": {"cell": 10**40},
    "token of another game": {"token": "99:"},
    "token a number": {"token": 0},
    "token nothing": {"token": None},
    "token without end": {"token": "0:" + "4" * 100_000},
    "token a list": {"token": ["0:"]},
}
"""Faults of a click on the middle of the board, by name."""

JSON: some.SearchStrategy[Any] = some.recursive(
    some.none() | some.booleans() | some.integers(-2, 11) | some.floats() | some.text(max_size=5),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(max_size=5), inner),
    max_leaves=5,
)
"""Any JSON; its whole numbers are those around the cells of a board."""
