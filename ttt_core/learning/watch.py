"""`Watch`: whether anybody could win against an agent, known after every single game of a training.

To work that out over the whole game takes a tenth of a millisecond, too long to do after each of
100,000 games. But a game changes the best moves of a few positions at most, and those mostly not.
So for every position and side it is counted by how many moves the side can come to lose there: by
its own moves that the agent may make, or by any of the opponent's. Where the moves that the agent
may make change, or whether the side can lose after one of them, the counts of that position and of
those before it are put right, and no others.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled_bare, inlined
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game.graph import (
    DRAWN,
    N_OPEN,
    N_POSITIONS,
    Layout,
    frozen,
    graph,
    layout,
)

FIRST, SINCE, LOST = range(3)
NEVER = -1

_RESIGNS = np.uint16(1 << RESIGNING)
_UNKNOWN = np.uint16(2**16 - 1)


class Links(NamedTuple):
    """The ways from row to positions and from position to those before it. All are read-only.

    Attributes
    ----------
    first_of_row : int16 array (4521,)
        Where in `of_row` the positions of each row begin; those of the next end them.
    of_row : int16 array (4520,)
        The open positions, row by row.
    first_parent : int16 array (5479,)
        Where in `parent` the positions before each position begin.
    parent : int16 array (n,)
    place : uint8 array (n,)
        Place of the move in the list of the parent.
    side : int8 array (5478,)
        That of the `Graph`.
    """

    first_of_row: NDArray[np.int16]
    of_row: NDArray[np.int16]
    first_parent: NDArray[np.int16]
    parent: NDArray[np.int16]
    place: NDArray[np.uint8]
    side: NDArray[np.int8]


class Watch(NamedTuple):
    """What is known of an agent in training, changed in place. Moves are those of the `Layout`.

    Attributes
    ----------
    links : Links
    beads : bool
        Whether any move may be made whose value is above 0, in place of the best ones.
    first_only : bool
        Whether of equal best moves the one with the lowest cell is made.
    best : uint16 array (4520,)
        The best moves of every row when last looked at, one bit for each.
    may_make : uint16 array (4520,)
        The moves that the agent may make in every position, one bit for each; bit 9 if it resigns.
    ways : uint8 array (2, 5478)
        For either side as the agent's, in how many ways it can lose from a position on.
    stack : int16 array (5478,)
        Room to work in.
    record : int64 array (3,)
        FIRST: after how many games it could not be beaten for the first time, or NEVER.
        SINCE: from how many on until now, or NEVER if it can be beaten.
        LOST: how often a game made it beatable again.
    """

    links: Links
    beads: bool
    first_only: bool
    best: NDArray[np.uint16]
    may_make: NDArray[np.uint16]
    ways: NDArray[np.uint8]
    stack: NDArray[np.int16]
    record: NDArray[np.int64]


@dataclass(frozen=True)
class Standing:
    """When in a training an agent could not be beaten, by what was so after every single game.

    Attributes
    ----------
    first : int or None
        After how many games it could not be beaten for the first time.
    since : int or None
        From how many games on it could not be beaten until the end: the smallest such number.
    lost : int
        How often it could not be beaten, and could be after the next game.
    """

    first: int | None
    since: int | None
    lost: int

    def after(self, games: int) -> "Standing":
        """Return the same, counted from so many games before."""

        def later(number: int | None) -> int | None:
            return None if number is None else number + games

        return Standing(later(self.first), later(self.since), self.lost)

    def followed_by(self, later: "Standing", games: int) -> "Standing":
        """Return the standing over this training and, after so many games, one that went on."""
        later = later.after(games)
        unbroken = self.since is not None and later.since == games
        return Standing(
            first=later.first if self.first is None else self.first,
            since=self.since if unbroken else later.since,
            lost=self.lost + later.lost,
        )


def standing_by(watch: Watch) -> Standing:
    """Return what has been watched so far."""
    first, since = (None if games == NEVER else int(games) for games in watch.record[:LOST])
    return Standing(first, since, int(watch.record[LOST]))


@cache
def links(symmetry: bool) -> Links:
    """Return the links of the layout with or without symmetry."""
    lists = layout(symmetry)
    row = lists.slot[:, 0] // 9
    parent, place = np.nonzero(np.arange(9) < lists.n_moves[:, None])
    child = lists.child[parent, place]
    order = np.argsort(child, kind="stable")
    found = Links(
        first_of_row=np.searchsorted(np.sort(row), np.arange(N_OPEN + 1)).astype(np.int16),
        of_row=np.argsort(row, kind="stable").astype(np.int16),
        first_parent=np.searchsorted(child[order], np.arange(N_POSITIONS + 1)).astype(np.int16),
        parent=parent[order].astype(np.int16),
        place=place[order].astype(np.uint8),
        side=graph().side,
    )
    for array in found:
        frozen(array)
    return found


def make_watch(policy: Policy, symmetry: bool, *, beads: bool, first_only: bool) -> Watch:
    """Begin to watch an agent that plays by a policy."""
    lists = layout(symmetry)
    possible = np.take_along_axis(policy[:, :RESIGNING] > 0, lists.cell.astype(np.intp), axis=1)
    possible &= np.arange(9) < lists.n_moves[:, None]
    may_make = (possible << np.arange(9)).sum(axis=1).astype(np.uint16)
    if policy.shape[1] > RESIGNING:
        may_make[policy[:, RESIGNING] > 0] |= _RESIGNS
    watch = Watch(
        links=links(symmetry),
        beads=beads,
        first_only=first_only,
        best=np.full(N_OPEN, _UNKNOWN),
        may_make=may_make,
        ways=np.zeros((2, N_POSITIONS), np.uint8),
        stack=np.zeros(N_POSITIONS, np.int16),
        record=np.array([NEVER, NEVER, 0]),
    )
    count_all(lists, watch)
    note_game(watch, 0)
    return watch


@inlined
def count_ways(layout: Layout, watch: Watch, side: Any, position: Any) -> Any:
    """Return in how many ways a side can lose from an open position on, by the counts after it."""
    its_turn = watch.links.side[position] == side
    possible = watch.may_make[position]
    ways = its_turn & (possible >> RESIGNING)
    for move in range(layout.n_moves[position]):
        counts = ((not its_turn) | ((possible >> move) & 1)) & 1
        ways += counts & (watch.ways[side, layout.child[position, move]] > 0)
    return ways


@compiled_bare
def count_all(layout: Layout, watch: Watch) -> None:
    """Count from the ends of the game back."""
    for side in range(2):
        for ended in range(N_OPEN, N_POSITIONS):
            result = layout.result[ended - N_OPEN]
            watch.ways[side, ended] = (result != DRAWN) & (result != side)
        for position in range(N_OPEN - 1, -1, -1):
            watch.ways[side, position] = count_ways(layout, watch, side, position)


@compiled_bare
def put_right(layout: Layout, watch: Watch, position: Any) -> None:
    """Count anew where the agent may make other moves than before, and before it where need be."""
    side = np.int64(watch.links.side[position])
    before = watch.ways[side, position] > 0
    watch.ways[side, position] = count_ways(layout, watch, side, position)
    after = watch.ways[side, position] > 0
    if before == after:
        return
    watch.stack[0] = position
    height = 1
    while height > 0:
        height -= 1
        changed = np.int64(watch.stack[height])
        for link in range(watch.links.first_parent[changed], watch.links.first_parent[changed + 1]):
            parent = np.int64(watch.links.parent[link])
            may = (watch.may_make[parent] >> watch.links.place[link]) & 1
            if watch.links.side[parent] == side and may == 0:
                continue
            if after:
                watch.ways[side, parent] += 1
                turned = watch.ways[side, parent] == 1
            else:
                watch.ways[side, parent] -= 1
                turned = watch.ways[side, parent] == 0
            if turned:
                watch.stack[height] = parent
                height += 1


@compiled_bare
def see_row(layout: Layout, watch: Watch, row: Any, best: Any) -> None:
    """Take over the moves that the agent may make now in the positions of a row."""
    for index in range(watch.links.first_of_row[row], watch.links.first_of_row[row + 1]):
        position = np.int64(watch.links.of_row[index])
        possible = best
        if watch.first_only and not watch.beads:
            first = NEVER
            for move in range(np.int64(layout.n_moves[position])):
                is_best = (best >> move) & 1
                if is_best and (
                    first == NEVER or layout.cell[position, move] < layout.cell[position, first]
                ):
                    first = move
            possible = 1 << first
        if possible != np.int64(watch.may_make[position]):
            watch.may_make[position] = possible
            put_right(layout, watch, position)


@inlined
def note_row(layout: Layout, watch: Any, q: Any, choices: Any, row: Any, n_moves: Any) -> None:
    """Note that the values of a row have changed; `watch` None costs nothing."""
    if watch is not None:
        best = np.int64(0)
        if watch.beads:
            for move in range(n_moves):
                best |= np.int64(q[layout.slot[row, move]] > 0.0) << move
            if best == 0:
                best = np.int64(_RESIGNS)
        else:
            for tie in range(choices.n_tied[row]):
                best |= np.int64(1) << np.int64(choices.tied[row, tie])
        if best != np.int64(watch.best[row]):
            watch.best[row] = best
            see_row(layout, watch, row, best)


@inlined
def note_game(watch: Any, games: Any) -> None:
    """Note whether the agent can be beaten after so many games; `watch` None costs nothing."""
    if watch is not None:
        if watch.ways[0, 0] + watch.ways[1, 0] > 0:
            watch.record[LOST] += watch.record[SINCE] != NEVER
            watch.record[SINCE] = NEVER
        elif watch.record[SINCE] == NEVER:
            watch.record[SINCE] = games
            if watch.record[FIRST] == NEVER:
                watch.record[FIRST] = games
