"""The sides that a player has learned; a side that it has not learned is not judged."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import N_OPEN, graph

Sides = Literal["XO", "X", "O"]
_SIDES: tuple[Sides, ...] = ("XO", "X", "O")

_STRAY = 0.02
"""A side with fewer known positions than this share of the other's has not been learned."""


def sides_of(player: object) -> Sides:
    """Return the sides a player says it has learned, in its attribute `sides`; otherwise both."""
    declared = getattr(player, "sides", "XO")
    return next((sides for sides in _SIDES if sides == declared), "XO")


def sides_known(known: NDArray[np.bool_]) -> str:
    """Return the sides, ``""`` to ``"XO"``, of which there are known positions, (4520,)."""
    by_side = [int(known[graph().side[:N_OPEN] == side].sum()) for side in (0, 1)]
    return "".join(
        side
        for side, count in zip("XO", by_side, strict=True)
        if count and count >= _STRAY * max(by_side)
    )
