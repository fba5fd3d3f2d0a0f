"""The game that beats a player, and the losing move in it."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.board import SIDES, Side, other
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, graph
from ttt_core.game.solution import LOSS, move_values, position_values
from ttt_core.game.walk import walk


@dataclass(frozen=True)
class Refutation:
    """A game that a player loses.

    Attributes
    ----------
    side : str
        The player's side.
    cells : tuple of int
        The moves of the game, X first; if the player resigns, those before.
    error : int
        The index in `cells` of the player's last mistake; ``len(cells)`` if that is resigning.
    probability : float
        The probability of the player's moves in this game, given the opponent's.
    """

    side: Side
    cells: tuple[int, ...]
    error: int
    probability: float

    @property
    def board(self) -> str:
        """The board before the mistake."""
        return boards()[walk(self.cells[: self.error])[-1]]

    @property
    def cell(self) -> int | None:
        """The move that was the mistake; None if it was resigning."""
        return self.cells[self.error] if self.error < len(self.cells) else None

    @property
    def resigned(self) -> bool:
        """Whether the player resigns at the end."""
        return walk(self.cells)[-1] < N_OPEN


def refutation(player: Player | Policy, side: Side) -> Refutation | None:
    """Return a player's most likely loss; None if it is unbeatable on that side.

    The opponent's replies are those that make the player's own moves likeliest; among equals those
    that win soonest, and then the lowest cells.
    """
    policy = as_policy(player)
    defeat = _surest_defeats(policy, side)
    if defeat[0] is None:
        return None
    cells: list[int] = []
    probability, position = 1.0, 0
    while position < N_OPEN:
        cell = defeat[position].first  # type: ignore[union-attr]
        if SIDES[len(cells) % 2] == side:
            probability *= float(policy[position, cell])
        if cell == RESIGNING:
            break
        cells.append(cell)
        position = int(graph().child[position, cell])
    return Refutation(side, tuple(cells), _last_error(cells, side), probability)


def surest_refutation(player: Player | Policy) -> Refutation | None:
    """Return a player's most likely loss on either side; None if it is unbeatable."""
    policy = as_policy(player)
    refutations = [game for side in SIDES if (game := refutation(policy, side)) is not None]
    return max(refutations, key=lambda game: game.probability, default=None)


class _Defeat(NamedTuple):
    """A loss from a position onwards; the larger by its first two fields is preferred."""

    likelihood: float  # logarithm of the probability of the player's moves; never underflows
    length: int  # plies, negative
    first: int


def _surest_defeats(policy: Policy, side: Side) -> list[_Defeat | None]:
    """Return the most likely loss from every position onwards, None where there is none."""
    defeats: list[_Defeat | None] = [None] * N_POSITIONS
    for ended in np.flatnonzero(graph().result == SIDES.index(other(side))).tolist():
        defeats[N_OPEN + ended] = _Defeat(0.0, 0, -1)
    children, chances = graph().child.tolist(), policy.tolist()
    its_turn = (graph().side == SIDES.index(side)).tolist()
    for position in range(N_OPEN - 1, -1, -1):
        own = chances[position] if its_turn[position] else None
        best = None
        if own is not None and len(own) > RESIGNING and own[RESIGNING] > 0:
            best = _Defeat(math.log(own[RESIGNING]), 0, RESIGNING)
        for cell, child in enumerate(children[position]):
            after = defeats[child] if child >= 0 else None
            if after is None or (own is not None and own[cell] == 0):
                continue
            chance = 0.0 if own is None else math.log(own[cell])
            defeat = _Defeat(chance + after.likelihood, after.length - 1, cell)
            if best is None or defeat[:2] > best[:2]:
                best = defeat
        defeats[position] = best
    return defeats


def _last_error(cells: list[int], side: Side) -> int:
    positions = walk(cells)
    end = positions[-1]
    if end < N_OPEN and position_values()[end] > LOSS:
        return len(cells)
    return max(
        ply
        for ply, (position, cell) in enumerate(zip(positions, cells, strict=False))
        if SIDES[ply % 2] == side and move_values()[position, cell] < position_values()[position]
    )
