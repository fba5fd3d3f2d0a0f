"""Preparations of the server before its first visitor."""

import gc


def settle_memory() -> None:
    """Exempt all objects that exist by now from garbage collection, because they stay."""
    gc.collect()
    gc.freeze()
