"""Bad agent files by name, each with a part of its error message."""

import gzip
import json
import zlib
from base64 import b64encode
from collections.abc import Callable
from typing import Any

from tests.core.files.sample_files import (
    BOXES_FILE,
    ENDED,
    MEMORY_FILE,
    NETWORK_FILE,
    OPENING,
    REPLY,
    TABLE_FILE,
    Content,
    reward,
    spoil,
)


def _seen(content: bytes) -> str:
    return b64encode(zlib.compress(content)).decode()


def put(*path_and_value: Any) -> Callable[[Any], None]:
    """Return a change that puts a value (the last argument) at a path (the others)."""
    *path, last, value = path_and_value

    def change(content: Any) -> None:
        for step in path:
            content = content[step]
        content[last] = value

    return change


def _spoilt(file: Content) -> Callable[..., str]:
    """Return a function that puts a value at a path of the file, and returns it as text."""
    return lambda *path_and_value: spoil(file, put(*path_and_value))


table, memory, boxes, network = map(_spoilt, (TABLE_FILE, MEMORY_FILE, BOXES_FILE, NETWORK_FILE))
_TWICE = json.dumps(TABLE_FILE).replace('"level"', '"name": "Eva", "level"')
_Q = ("table", REPLY, "q")
_BEADS = ("boxes", OPENING, "beads")
_PLAY = {"rule": "adaptive-play", "alpha": 0.1, "gamma": 0.9}
_ENTRY = TABLE_FILE["table"][REPLY]
_RUN = TABLE_FILE["training"][0]
_MORE = "more entries than an agent can have"
_NAME = "1 to 60 printable characters"
_TIME = "“created” must be a UTC time"
_GAMES = "“gamesSeen” must be 31,896 bytes, zlib-compressed, in base64."
_OTHER_NETWORK = NETWORK_FILE["training"][0] | {"hidden_units": 5}

BAD: dict[str, tuple[str | bytes, str]] = {
    # No JSON, or too much of it
    "empty": ("", "The file is empty."),
    "white space": (" \n", "The file is empty."),
    "byte order mark alone": (b"\xef\xbb\xbf", "The file is empty."),
    "nonsense": ("x" * 5_000_000, "not valid JSON"),
    "open brackets": ("[" * 5_000_000, _MORE),
    "deep lists": ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
    "deep objects": ('{"q":' * 100_000 + "1" + "}" * 100_000, "nested too deeply"),
    "many lists": ("[" + "[]," * 1_000_000 + "[]]", _MORE),
    "many names": (table("table", dict.fromkeys(map(str, range(100_001)), 0)), _MORE),
    "many numbers": ("[" + "0," * 1_000_000 + "0]", _MORE),
    "too large": (" " * 13_000_000, "larger than 12 MB"),
    "cut off": (json.dumps(TABLE_FILE)[:-20], "not valid JSON"),
    "not UTF-8": ('{"name": "Zoë"}'.encode("latin-1"), "not UTF-8"),
    "UTF-16": (json.dumps(TABLE_FILE).encode("utf-16"), "not UTF-8"),
    "gzip": (gzip.compress(json.dumps(TABLE_FILE).encode()), "not UTF-8"),
    # Unpickling these would run a command.
    "pickle": (b"\x80\x02cos\nsystem\nX\x04\x00\x00\x00true\x85R.", "not UTF-8"),
    "old pickle": (b"cos\nsystem\n(S'true'\ntR.", "not valid JSON"),
    "a number": ("1", "must be a JSON object, not 1"),
    "a list": ("[1, 2]", "must be a JSON object, not a list of 2"),
    "null": ("null", "must be a JSON object, not null"),
    "any object": ("{}", "the field “format” is missing"),
    "long number": (f'{{"q": {"9" * 5_000}}}', "a number with 5,000 digits"),
    "key twice": (_TWICE, "The key “name” appears twice"),
    # The header
    "other format": (table("format", "chess"), "its format is the text “chess”"),
    "newer version": (table("version", 2), "This program reads versions up to 1"),
    "version out of range": (
        table("version", 12345).replace("12345", "1e999"),
        "not a number out of range",
    ),
    "version 0": (table("version", 0), "must be a whole number from 1 upwards, not 0"),
    "other kind": (table("kind", ["q-table"]), "“kind” must be “q-table”"),
    "kind of the other table": (table("kind", "reward-memory"), "“memory” is missing"),
    "no name": (table("name", " "), _NAME),
    "long name": (table("name", "a" * 61), _NAME),
    "name of two lines": (table("name", "a\nb"), _NAME),
    "reversing name": (table("name", "a\u202eb"), _NAME),
    "half a character": (table("name", "\ud800"), _NAME),
    "no date": (table("created", "today"), _TIME),
    "no time zone": (table("created", "2026-01-31T12:00:00"), _TIME),
    "other time zone": (table("created", "0001-01-01T00:00:00+23:59"), _TIME),
    "unknown level": (table("level", "God"), "At “level”: expected one of"),
    # Runs
    "many runs": (table("training", [None] * 10_001), "at most 10,000 entries"),
    "alpha": (table("training", 0, "alpha", 1.5), "At “training”, entry 1: alpha must be"),
    "long rule": (table("training", 0, "rule", "x" * 1_000), "rule must not be the text"),
    "unknown setting": (table("training", 0, "lambda", 1), "A training run has no field “lambda”."),
    "run a number": (table("training", [1]), "A training run must be an object, not 1."),
    "training without end": (
        table("training", [_RUN | {"games": 10_000_000}] * 11),
        "more than 100,000,000",
    ),
    "more partners than runs": (table("partners", ["Ada", None]), "one entry per run (1), not 2."),
    "partner without a name": (table("partners", [" "]), _NAME),
    "list of training elsewhere": (
        table("trainedElsewhere", []),
        "A training run must be an object",
    ),
    "training of a memory elsewhere": (
        table("trainedElsewhere", _RUN | {"rule": "reward-memory"}),
        "uses the rule reward-memory",
    ),
    "no exploration in play": (table("inPlay", _PLAY), "“epsilon” is missing"),
    "rule in play": (table("inPlay", _PLAY | {"rule": "minimax-q", "epsilon": 0}), "“rule”"),
    "no step in play": (table("inPlay", _PLAY | {"alpha": 0, "epsilon": 0}), "above 0"),
    "much gamma in play": (table("inPlay", _PLAY | {"gamma": 2, "epsilon": 0}), "at most 1"),
    "play of a memory": (memory("inPlay", _PLAY | {"epsilon": 0}), "not reward-memory"),
    # Counts
    "huge count": (table("stats", "games", 2**31), "at most 2,000,000,000"),
    "results": (table("stats", "draws", 2), "are 3, but its results add up to 4."),
    "distinct games": (
        spoil(
            TABLE_FILE | {"gamesSeen": _seen(b"\x0f" + b"\0" * 31_895)},
            put("stats", "distinct_games", 4),
        ),
        "“stats” counts more distinct games (4) than games (3).",
    ),
    "seen games not base64": (table("gamesSeen", "ä!"), _GAMES),
    "seen games not zlib": (table("gamesSeen", "AAAA"), _GAMES),
    "seen games too few": (table("gamesSeen", _seen(b"\0" * 31_895)), _GAMES),
    "seen games a bomb": (table("gamesSeen", _seen(b"\0" * 3_000_000)), _GAMES),
    "seen games too long": (table("gamesSeen", "A" * 70_000), "at most 60,000 characters"),
    "seen games miscounted": (
        table("gamesSeen", _seen(b"\1" + b"\0" * 31_895)),
        "disagree on the number",
    ),
    # Tables
    "too many patterns": (
        table("table", {str(number): 1 for number in range(5_479)}),
        "“table” has 5,479",
    ),
    "unknown pattern": (table("table", "XX-|---|---", _ENTRY), "2 X and 0 O"),
    "no pattern": (table("table", "hello", _ENTRY), "“hello” is not a position"),
    "pattern in two spellings": (table("table", REPLY + "|", _ENTRY), "appears twice"),
    "position a number": (table("table", REPLY, 1), "expected an object, not 1"),
    "ended position": (
        table("table", ENDED, {"q": [None] * 9, "visits": [0] * 9}),
        f"{ENDED} has values, but the game is over",
    ),
    "occupied cell": (table(*_Q, 0, 0.5), f"{REPLY} has a value on the occupied cell 0."),
    "free cell": (table(*_Q, 3, None), f"The position {REPLY} has no value on the free cell 3."),
    "visited occupied cell": (
        table("table", REPLY, "visits", 4, 1),
        "visits on the occupied cell 4",
    ),
    "value a text": (
        table(*_Q, 3, "0.5"),
        f"“{REPLY}”, “q”, cell 3: expected a number, not the text “0.5”.",
    ),
    "value NaN": (table(*_Q, 3, float("nan")), "The file contains NaN"),
    "value infinite": (table(*_Q, 3, float("inf")), "The file contains Infinity"),
    "value beyond floats": (
        table(*_Q, 3, 12345).replace("12345", "1e999"),
        "expected a finite number",
    ),
    "value too large": (table(*_Q, 3, 1_000_001), "a number of at most 1,000,000"),
    "eight values": (table(*_Q, [0] * 8), "at least 9 entries, not a list of 8"),
    "ten values": (table(*_Q, [0] * 10), "at most 9 entries, not"),
    # Memories
    "move twice": (memory("memory", OPENING, [reward(0, 0)] * 2), "lists the move on cell 0 twice"),
    "move on occupied cell": (
        memory("memory", REPLY, [reward(0, 0)]),
        "has a move on the occupied cell 0.",
    ),
    "move off the board": (
        memory("memory", OPENING, [reward(3, 0)]),
        "expected a number of at most 2",
    ),
    "move in ended position": (memory("memory", ENDED, [reward(2, 2)]), "the game is over"),
    "negative reward": (memory("memory", OPENING, [reward(0, 0, -1)]), "“xWinRewards”"),
    "impossible reward": (
        memory("memory", OPENING, [reward(0, 0, 1_900_000_000)]),
        "cannot come from 1 game.",
    ),
    # Boxes
    "half a bead": (boxes(*_BEADS, 4, 1.5), "expected a whole number, not 1.5."),
    "less than no beads": (boxes(*_BEADS, 4, -1), "expected a number of at least 0, not -1."),
    "no number of beads": (boxes(*_BEADS, 4, None), "has no number of beads for the free cell 4."),
    "beads on a mark": (
        boxes("boxes", "XO-|---|---", "beads", 0, 3),
        "has beads for the occupied cell 0.",
    ),
    "more beads than can be drawn": (boxes(*_BEADS, [10**9] * 9), "more than 2,000,000,000 beads."),
    "a box without a choice": (
        boxes("boxes", "XOX|XOO|OX-", {"beads": [None] * 8 + [3], "visits": [0] * 9}),
        "although there is no choice",
    ),
    # Networks
    "too few weights": (network("weights", [0.5] * 36), "a list of at least 37 entries"),
    "weights of another network": (
        network("weights", [0.5] * 149),
        "must have 121 weights, not 149.",
    ),
    "weights of no network": (
        spoil(NETWORK_FILE | {"training": []}, put("weights", [0.5] * 122)),
        "must have 121 weights, not 122.",
    ),
    "a network without end": (network("weights", [0.5] * 100_000), "at most 3,593 entries"),
    "weight too large": (network("weights", 7, -25.5), "expected a number of at least -25"),
    "visits of a network on a mark": (
        network("visits", REPLY, [1] * 9),
        f"{REPLY} has visits on the occupied cell 0.",
    ),
    "visits after the end": (
        network("visits", ENDED, [0] * 9),
        f"{ENDED} has visits, but the game is",
    ),
    "runs of different networks": (
        network("training", [NETWORK_FILE["training"][0], _OTHER_NETWORK]),
        "the same number of hidden units.",
    ),
}
