"""Random numbers for compiled loops.

The state is handed on by value, so that it stays in a register. `unit` uses the upper half of the
bits and `below` the lower: one draw decides whether to explore, and which move to play.
"""

from typing import Any

import numpy as np

from ttt_core.compiling import inlined


@inlined
def random_bits(state: Any) -> Any:
    """Return 64 random bits and the next state (SplitMix64; Steele, Lea and Flood 2014)."""
    state += np.uint64(0x9E3779B97F4A7C15)
    z = state
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31)), state


@inlined
def unit(bits: Any) -> Any:
    """Return a float in [0, 1), a multiple of 2**-32."""
    return np.float64(bits >> np.uint64(32)) * 2.0**-32


@inlined
def below(bits: Any, n: Any) -> Any:
    """Return an integer from 0 to n - 1, for n far below 2**32."""
    return np.int64(((bits & np.uint64(0xFFFFFFFF)) * np.uint64(n)) >> np.uint64(32))


@inlined
def largest(row: Any, n: Any) -> Any:
    """Return the largest of the first n numbers of a row."""
    found = row[0]
    for place in range(1, n):
        found = max(found, row[place])
    return found


@inlined
def pick_largest(row: Any, n: Any, bits: Any) -> Any:
    """Return the place of one of the largest of the first n numbers, all equally likely."""
    most, count = largest(row, n), 0
    for place in range(n):
        count += row[place] == most
    to_skip = below(bits, count)
    place = 0
    while to_skip > 0 or row[place] != most:
        to_skip -= row[place] == most
        place += 1
    return place
