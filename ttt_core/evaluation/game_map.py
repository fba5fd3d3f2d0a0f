"""The map of the game: all open positions up to symmetry as rings, and what a player knows there.

The empty board is in the middle, the last moves are at the rim.
"""

import operator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.mistakes import is_mistake
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.graph import N_OPEN, frozen, graph, symmetry_class
from ttt_core.pictures import SHADES_OF_WRONG, map_svg, section_html

_CROWDING = 0.8
"""A position's part of the circle grows with its leaves to this power: the crowded ones yield."""


class MapLayout(NamedTuple):
    """Where the map has the 627 open positions that are left up to symmetry. All are read-only.

    Attributes
    ----------
    positions : int16 array (627,)
        The number of each, ascending, so that they are ordered by their marks.
    marks : int8 array (627,)
        The marks on the board: the ring, from 0 in the middle to 8 at the rim.
    start, end : float64 array (627,)
        The part of the circle, from 0 to 1. Each lies outside the first position that leads to it.
    """

    positions: NDArray[np.int16]
    marks: NDArray[np.int8]
    start: NDArray[np.float64]
    end: NDArray[np.float64]


@cache
def map_layout() -> MapLayout:
    """Return where the map has its positions."""
    kinds = symmetry_class()
    positions = np.unique(kinds[:N_OPEN])
    followers: dict[int, list[int]] = {int(position): [] for position in positions}
    placed = {0}
    for position in followers:
        for child in graph().child[position]:
            kind = int(kinds[child])
            if 0 <= child < N_OPEN and kind not in placed:
                placed.add(kind)
                followers[position].append(kind)
    leaves: dict[int, int] = {}
    for position in reversed(followers):
        leaves[position] = sum(leaves[follower] for follower in followers[position]) or 1
    spans = {0: (0.0, 1.0)}
    for position, outside in filter(operator.itemgetter(1), followers.items()):
        low, high = spans[position]
        shares = np.array([leaves[follower] for follower in outside]) ** _CROWDING
        ends = low + (high - low) * np.cumsum(shares) / shares.sum()
        spans.update(zip(outside, zip((low, *ends[:-1]), ends, strict=True), strict=True))
    start, end = np.array([spans[position] for position in followers]).T
    marks = 9 - graph().moves[positions, -1]
    return MapLayout(*map(frozen, (positions, marks.astype(np.int8), start.copy(), end.copy())))


@cache
def _sizes() -> NDArray[np.int64]:
    """Return how many positions each one on the map stands for: 1, 2, 4 or 8."""
    return np.bincount(symmetry_class()[:N_OPEN])[map_layout().positions]


@dataclass(frozen=True, eq=False, repr=False)
class GameMap:
    """What a player knows of each position on the map; in the order of `map_layout`.

    Attributes
    ----------
    known : boolean array (627,)
        Whether it knows the position, or one equivalent to it.
    wrong : float64 array (627,)
        The probability of a mistake, averaged over the equivalent positions.
    """

    known: NDArray[np.bool_]
    wrong: NDArray[np.float64]

    @property
    def positions_known(self) -> int:
        """How many of the 627 positions it knows."""
        return int(self.known.sum())

    @property
    def can_go_wrong(self) -> int:
        """In how many of the 627 positions it can make a mistake."""
        return int((self.wrong > 0).sum())

    @property
    def shades(self) -> NDArray[np.int8]:
        """Of each position: -1 never seen, 0 plays right, 1 to 4 the likelier a mistake."""
        return np.where(self.known, np.ceil(self.wrong * SHADES_OF_WRONG), -1).astype(np.int8)

    @property
    def summary(self) -> str:
        """What the map shows, in a sentence without its subject."""
        return (
            f"knows {self.positions_known} of {self.known.size} positions, "
            f"can go wrong in {self.can_go_wrong}"
        )

    def __repr__(self) -> str:
        """Return a line with what it shows."""
        return f"<GameMap: {self.summary}>"

    def _repr_html_(self) -> str:
        return section_html("Map of the game", self.svg())

    def svg(self) -> str:
        """Return the picture as SVG: green where it plays right, purple and shorter where not."""
        layout = map_layout()
        return map_svg(
            zip(*(column.tolist() for column in layout[1:]), strict=True),
            self.shades.tolist(),
            f"Map of the game: {self.summary}",
        )


def game_map(player: Player | Policy) -> GameMap:
    """Return what a player knows of the game, and where it can go wrong.

    Parameters
    ----------
    player
        An agent, a `Reading` or any other player. One that does not say which positions it knows
        knows all.
    """
    policy = as_policy(player)
    places, kinds = map_layout().positions, symmetry_class()[:N_OPEN]
    wrong = np.where(is_mistake()[:, : policy.shape[1]], policy, 0).sum(axis=1)
    known = getattr(player, "known_positions", getattr(player, "known", np.ones(N_OPEN)))
    counted = np.bincount(kinds, known)[places] > 0
    return GameMap(counted, np.bincount(kinds, wrong)[places] / _sizes())
