"""`Watch`: track after every training game whether the agent is unbeatable.

Checking the whole game takes a tenth of a millisecond, too long to do after each of 100,000 games.
But one game changes the best moves of only a few positions, if any. The watch therefore counts, for
every position and side, by how many moves the agent on that side can come to lose: its own possible
moves, or any of the opponent's. When the agent's possible moves in a position change, or when it
becomes or stops being able to lose after one of them, only the counts of that position and of those
before it are updated.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled_if_there, inlined, part
from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import Policy
from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, Layout, frozen, graph, layout
from ttt_core.pictures import Shown

FIRST, SINCE, LOST, BEATABLE = range(4)
NEVER = -1

RESIGNS = np.uint16(1 << RESIGNING)
_UNKNOWN = np.uint16(2**16 - 1)


class Links(NamedTuple):
    """Links from rows to positions and from positions to their parents. All are read-only.

    Attributes
    ----------
    first_of_row : int16 array (4521,)
        Index in `of_row` of each row's first position; the next entry is the end.
    of_row : int16 array (4520,)
        The open positions, row by row.
    first_parent : int16 array (5479,)
        Index in `parent` of each position's first parent.
    parent : int16 array (n,)
        The positions one move before each position.
    place : uint8 array (n,)
        Place of that move in the parent's list.
    side : int8 array (5478,)
        As in `Graph`.
    """

    first_of_row: NDArray[np.int16]
    of_row: NDArray[np.int16]
    first_parent: NDArray[np.int16]
    parent: NDArray[np.int16]
    place: NDArray[np.uint8]
    side: NDArray[np.int8]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle which links they are: a copy could be written to, another type to numba."""
        return links, (self is links(True),)


class Watch(NamedTuple):
    """The state of the watch, changed in place. Moves are those of the `Layout`.

    Attributes
    ----------
    links : Links
    beads : bool
        Whether the agent may make any move whose value is above 0, not only the best ones.
    first_only : bool
        Whether ties go to the lowest cell.
    best : uint16 array (4520,)
        The best moves of every row at the last check, one bit for each.
    may_make : uint16 array (4520,)
        The possible moves of the agent in every position, one bit for each; bit 9 if it resigns.
    ways : uint8 array (2, 5478)
        For the agent as X and as O: the number of moves in each position after which it can lose.
    stack : int16 array (5478,)
        Working memory.
    record : int64 array (5,)
        FIRST: the game after which it was first unbeatable, or NEVER.
        SINCE: the game since which it is unbeatable, or NEVER if it is beatable.
        LOST: how often a game made it beatable again.
        BEATABLE and the next: after how many games it was beatable as X and as O.
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
class Standing(Shown):
    """When in a run an agent was unbeatable, checked after every game; a network, after every 500.

    Attributes
    ----------
    first : int or None
        The game after which it was first unbeatable.
    since : int or None
        The game since which it is unbeatable to the end.
    lost : int
        How often an unbeatable agent became beatable after the next game.
    """

    first: int | None
    since: int | None
    lost: int

    def after(self, games: int) -> "Standing":
        """Return the same standing, counted from `games` earlier."""

        def later(number: int | None) -> int | None:
            return None if number is None else number + games

        return Standing(later(self.first), later(self.since), self.lost)

    def followed_by(self, later: "Standing", games: int) -> "Standing":
        """Return the standing over this run of `games` games and the one that continued it."""
        later = later.after(games)
        unbroken = self.since is not None and later.since == games
        return Standing(
            first=later.first if self.first is None else self.first,
            since=self.since if unbroken else later.since,
            lost=self.lost + later.lost,
        )


class Checks:
    """The record of a `Watch`, for a player that is only checked now and then: a network.

    Each of its games changes all values, so a check takes as long as tens of games.

    Attributes
    ----------
    record : int64 array (5,)
    """

    def __init__(self) -> None:
        self.record = _new_record()
        self._beatable = np.zeros(2, np.bool_)
        self._games = 0

    def note(self, games: int, beatable_as_x: bool, beatable_as_o: bool) -> None:
        """Note whether the player is beatable after this many games."""
        self.record[BEATABLE:] = self.beatable_games(games)
        self._games, self._beatable = games, np.array([beatable_as_x, beatable_as_o])
        note_standing(self.record, games, beatable_as_x or beatable_as_o)

    def beatable_games(self, games: int) -> tuple[int, int]:
        """Return after how many of so many games it was beatable as X and as O.

        Between two checks it counts as at the first of them.
        """
        as_x, as_o = (self.record[BEATABLE:] + (games - self._games) * self._beatable).tolist()
        return as_x, as_o


def _new_record() -> NDArray[np.int64]:
    return np.array([NEVER, NEVER, 0, 0, 0])


def standing_by(record: NDArray[np.int64]) -> Standing:
    """Return the standing by the record of a `Watch` or of `Checks`."""
    first, since = (None if games == NEVER else int(games) for games in record[:LOST])
    return Standing(first, since, int(record[LOST]))


def beatable_games_by(watch: Watch) -> tuple[int, int]:
    """Return after how many games so far the agent was beatable as X and as O."""
    as_x, as_o = watch.record[BEATABLE:].tolist()
    return as_x, as_o


@cache
def links(symmetry: bool) -> Links:
    """Return the links of the layout with or without symmetry."""
    lists = layout(symmetry)
    row = lists.slot[:, 0] // 9
    parent, place = np.nonzero(np.arange(9) < lists.n_moves[:, None])
    child = lists.child[parent, place]
    order = np.argsort(child, kind="stable")
    arrays = Links(
        first_of_row=np.searchsorted(np.sort(row), np.arange(N_OPEN + 1)).astype(np.int16),
        of_row=np.argsort(row, kind="stable").astype(np.int16),
        first_parent=np.searchsorted(child[order], np.arange(N_POSITIONS + 1)).astype(np.int16),
        parent=parent[order].astype(np.int16),
        place=place[order].astype(np.uint8),
        side=graph().side,
    )
    for array in arrays:
        frozen(array)
    return arrays


def make_watch(policy: Policy, symmetry: bool, *, beads: bool, first_only: bool) -> Watch:
    """Start watching an agent with this policy."""
    lists = layout(symmetry)
    possible = np.take_along_axis(policy[:, :RESIGNING] > 0, lists.cell.astype(np.intp), axis=1)
    possible &= np.arange(9) < lists.n_moves[:, None]
    may_make = (possible << np.arange(9)).sum(axis=1).astype(np.uint16)
    if policy.shape[1] > RESIGNING:
        may_make[policy[:, RESIGNING] > 0] |= RESIGNS
    watch = Watch(
        links=links(symmetry),
        beads=beads,
        first_only=first_only,
        best=np.full(N_OPEN, _UNKNOWN),
        may_make=may_make,
        ways=np.zeros((2, N_POSITIONS), np.uint8),
        stack=np.zeros(N_POSITIONS, np.int16),
        record=_new_record(),
    )
    count_all(lists, watch)
    note_game(watch, 0)
    watch.record[BEATABLE:] = 0
    return watch


@inlined
def count_ways(layout: Layout, watch: Watch, side: Any, position: Any) -> Any:
    """Return the number of moves after which the side can lose, from the counts after them."""
    its_turn = watch.links.side[position] == side
    possible = watch.may_make[position]
    ways = its_turn & (possible >> RESIGNING)
    for move in range(layout.n_moves[position]):
        counts = ((not its_turn) | ((possible >> move) & 1)) & 1
        ways += counts & (watch.ways[side, layout.child[position, move]] > 0)
    return ways


@compiled_if_there
def count_all(layout: Layout, watch: Watch) -> None:
    """Fill in all counts, from the final positions backwards."""
    for side in range(2):
        for ended in range(N_OPEN, N_POSITIONS):
            result = layout.result[ended - N_OPEN]
            watch.ways[side, ended] = (result != DRAWN) & (result != side)
        for position in range(N_OPEN - 1, -1, -1):
            watch.ways[side, position] = count_ways(layout, watch, side, position)


@part
def update_counts(layout: Layout, watch: Watch, position: Any) -> None:
    """Update the count of a position whose possible moves changed, and of those before it."""
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


@part
def see_row(layout: Layout, watch: Watch, row: Any, best: Any) -> None:
    """Update the possible moves in the positions of a row."""
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
            update_counts(layout, watch, position)


@inlined
def best_moves(choices: Any, row: Any) -> Any:
    """Return the best moves of a row, one bit for each."""
    best = np.int64(0)
    for tie in range(choices.n_tied[row]):
        best |= np.int64(1) << np.int64(choices.tied[row, tie])
    return best


@inlined
def note_row(layout: Layout, watch: Any, q: Any, choices: Any, row: Any, n_moves: Any) -> None:
    """Record that the values of a row have changed; with None for `watch`, this costs nothing."""
    if watch is not None:
        if watch.beads:
            best = np.int64(0)
            for move in range(n_moves):
                best |= np.int64(q[layout.slot[row, move]] > 0.0) << move
            if best == 0:
                best = np.int64(RESIGNS)
        else:
            best = best_moves(choices, row)
        if best != np.int64(watch.best[row]):
            watch.best[row] = best
            see_row(layout, watch, row, best)


@inlined
def note_standing(record: Any, games: Any, beatable: Any) -> None:
    """Record whether the agent is beatable after this many games."""
    if beatable:
        record[LOST] += record[SINCE] != NEVER
        record[SINCE] = NEVER
    elif record[SINCE] == NEVER:
        record[SINCE] = games
        if record[FIRST] == NEVER:
            record[FIRST] = games


@inlined
def note_game(watch: Any, games: Any) -> None:
    """Record whether the agent is beatable after this game."""
    for side in range(2):
        watch.record[BEATABLE + side] += watch.ways[side, 0] > 0
    note_standing(watch.record, games, watch.ways[0, 0] + watch.ways[1, 0] > 0)
