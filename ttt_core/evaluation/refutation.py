"""The game that beats a player, and the losing move in it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.board import SIDES, Side, other
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, graph, legal, plies, walk
from ttt_core.game.solution import LOSS, move_values, position_values
from ttt_core.pictures import Shown


@dataclass(frozen=True)
class Refutation(Shown):
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
    first = _surest_defeats(policy, side)
    if first is None:
        return None
    cells: list[int] = []
    probability, position = 1.0, 0
    while position < N_OPEN:
        cell = int(first[position])
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


def _surest_defeats(policy: Policy, side: Side) -> NDArray[np.int64] | None:
    """Return the first move (4520,) of the most likely loss from every position that has one.

    Of equally likely losses it is the shortest, then that of the lowest cell. None if the player
    cannot lose from the empty board.
    """
    resigned = N_POSITIONS  # the entry after those of the positions
    columns = ((0, 0), (0, policy.shape[1] - 9))
    after = np.pad(graph().child, columns, constant_values=resigned)
    own = graph().side[:N_OPEN, None] == SIDES.index(side)
    with np.errstate(divide="ignore"):
        chance = np.log(np.where(own, policy, np.pad(legal(), columns)))
    likelihood = np.full(N_POSITIONS + 1, -np.inf)  # as a logarithm, which never underflows
    likelihood[N_OPEN:resigned][graph().result == SIDES.index(other(side))] = 0
    likelihood[resigned] = 0
    length, first = np.zeros(N_POSITIONS + 1, np.int64), np.zeros(N_OPEN, np.int64)
    for rows in reversed(plies()):
        likelihoods = chance[rows] + likelihood[after[rows]]
        likelihood[rows] = likelihoods.max(axis=1)
        lengths = length[after[rows]] + (after[rows] != resigned)
        lengths[likelihoods < likelihood[rows, None]] = 10  # longer than any game
        first[rows] = lengths.argmin(axis=1)
        length[rows] = lengths.min(axis=1)
    return first if likelihood[0] > -np.inf else None


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
