"""The unit of time that machines share: run `python -m tests.benchmarks.unit`.

One unit is the processor time of `sum(i * i for i in range(60_000))` in plain Python.
"""

import statistics
import time

ROUNDS = 31


def unit_seconds() -> float:
    """Return the seconds of one unit on this machine, as busy as it is."""
    measured = []
    for _ in range(ROUNDS):
        began = time.process_time()
        sum(i * i for i in range(60_000))
        measured.append(time.process_time() - began)
    return statistics.median(measured)


def print_units(name: str, seconds: float) -> None:
    """Print how long something took, in seconds and in units."""
    print(f"{name}: {seconds:.2f} s, {seconds / unit_seconds():,.0f} units")


def print_unit() -> None:
    """Print how long one unit is: every benchmark does, so that its figures can be compared."""
    print(f"One unit is {1_000 * unit_seconds():.2f} ms here.")


if __name__ == "__main__":
    print_unit()
