"""How long large files take to read and judge: `python -m tests.benchmarks.any_agent`.

A row for each kind of file, in processor time; `json.loads` of the padded records is the plain
reference. The goal is two seconds and 300 MB for the whole process with these records of 10 MB. The
other files are the same table, with a value for each move.
"""

import itertools
import json
import pickle
import resource
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import ttt_core as ttt
from tests.core.files.notations import (
    CONTAINERS,
    SHEETS,
    Entries,
    Written,
    by_cell,
    entries_of,
    nine_values,
    one_key,
    pairs,
    records,
)

MEGABYTES = 10
PAIRS = Written("-1", "nested text", cell="pair as text")
TUPLES = Written("-1", "tuple", cell="row, column")


def padded(entries: Entries) -> str:
    """Return records of all moves, padded to the size."""
    found = records(entries, PAIRS)
    padding = MEGABYTES * 2**20 // len(found) - 110
    return json.dumps([record | {"note": "x" * padding} for record in found])


def as_yaml(entries: Entries) -> str:
    """Return a mapping of boards to mappings of cells to values."""
    return "\n".join(
        f'"{board}":\n' + "\n".join(f'  "{cell}": {value}' for cell, value in values.items())
        for board, values in by_cell(entries, PAIRS).items()
    )


def all_keys(entries: Entries) -> str:
    """Return a text of Python with a key for each of the 3^9 boards and nine cells."""
    boards = itertools.product((0, 1, -1), repeat=9)
    zeros = {(board, cell): 0.0 for board in boards for cell in range(9)}
    return repr(zeros | one_key(entries, Written("-1", "tuple")))


KINDS: Mapping[str, Callable[[Entries], Any]] = {
    "padded records": padded,
    "nested JSON": lambda entries: json.dumps(by_cell(entries, PAIRS), indent=4),
    "flat keys": lambda entries: json.dumps(
        {"|".join(key): value for key, value in one_key(entries, PAIRS).items()}
    ),
    "lists": lambda entries: CONTAINERS["JSON with spaces"](pairs(entries, TUPLES)),
    "text of Python": lambda entries: repr(by_cell(entries, TUPLES)),
    "all keys, flat text": all_keys,
    "flat text of Python": lambda entries: repr(one_key(entries, TUPLES)),
    "CSV": lambda entries: SHEETS["CSV"](nine_values(entries, TUPLES)),
    "YAML": as_yaml,
    "pickle": lambda entries: pickle.dumps(one_key(entries, TUPLES)),
}


def peak() -> float:
    """Return the largest memory of this process so far, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 2**20 if sys.platform == "darwin" else used / 2**10


def main() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=50_000, seed=1, symmetry=False))
    entries = entries_of(agent)
    ttt.judge(ttt.minimax())  # compiles, if need be
    text = padded(entries)
    began = time.process_time()
    json.loads(text)
    plain = time.process_time() - began
    print(f"json.loads of {len(text) / 2**20:.1f} MB: {plain:.2f} s")
    for kind, write in KINDS.items():
        data = write(entries)
        began = time.process_time()
        judgement = ttt.judge(data)
        taken = time.process_time() - began
        print(
            f"{kind:20} {len(data) / 2**20:5.1f} MB {taken:6.2f} s, {taken / plain:5.1f} times as "
            f"long; {peak():.0f} MB at most so far; {judgement.verdict}"
        )


if __name__ == "__main__":
    main()
