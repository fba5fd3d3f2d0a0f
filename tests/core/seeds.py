"""The same measurement with many seeds, on all cores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_Measured = TypeVar("_Measured")


def over_seeds(measure: Callable[[int], _Measured], seeds: int) -> list[_Measured]:
    with ThreadPoolExecutor() as threads:
        return list(threads.map(measure, range(seeds)))
