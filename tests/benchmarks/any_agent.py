"""How long a file of 10 MB takes to read and judge: `python -m tests.benchmarks.any_agent`.

The goal is two seconds and 300 MB for the whole process. The plain reference is `json.loads` alone.
"""

import json
import resource
import sys
import time

import ttt_core as ttt
from tests.core.files.notations import Written, entries_of, records

MEGABYTES = 10


def text_of_size() -> str:
    """Return records of all moves, padded to the size."""
    agent = ttt.train(ttt.TrainingConfig(games=50_000, seed=1, symmetry=False))
    found = records(entries_of(agent), Written("-1", "nested text", cell="pair as text"))
    padding = MEGABYTES * 2**20 // len(found) - 110
    return json.dumps([record | {"note": "x" * padding} for record in found])


def peak() -> float:
    """Return the largest memory of this process so far, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 2**20 if sys.platform == "darwin" else used / 2**10


def main() -> None:
    text = text_of_size()
    ttt.judge(ttt.minimax())  # compiles, if need be
    before, began = peak(), time.process_time()
    json.loads(text)
    plain = time.process_time() - began
    began = time.process_time()
    judgement = ttt.judge(text)
    taken = time.process_time() - began
    print(f"{len(text) / 2**20:.1f} MB: {judgement.verdict}")
    print(f"json.loads {plain:.2f} s; judged {taken:.2f} s, {taken / plain:.1f} times as long")
    print(f"memory {before:.0f} MB before, {peak():.0f} MB at most")


if __name__ == "__main__":
    main()
