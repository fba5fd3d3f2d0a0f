"""The games that two players are most likely to play, with their exact probabilities."""

from heapq import heappop, heappush
from typing import NamedTuple

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.board import SIDES, Outcome, other, outcome
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, graph
from ttt_core.game.walk import walk


class LikelyGame(NamedTuple):
    """A game between two players.

    Attributes
    ----------
    cells : tuple of int
        The moves, X first.
    resigned : bool
        Whether the side to move resigns at the end.
    probability : float
        The probability that the two play exactly this game.
    """

    cells: tuple[int, ...]
    resigned: bool
    probability: float

    @property
    def result(self) -> Outcome:
        """The winner, or ``"draw"``."""
        if self.resigned:
            return other(SIDES[len(self.cells) % 2])
        ended = outcome(boards()[walk(self.cells)[-1]])
        assert ended is not None
        return ended


def likeliest_games(
    player_x: Player | Policy, player_o: Player | Policy, number: int
) -> list[LikelyGame]:
    """Return the games that two players are most likely to play, likeliest first.

    Best-first search (A*, Hart, Nilsson and Raphael 1968) over the game graph. The bound for an
    opening sequence is the probability of the likeliest game that begins with it, so the search
    visits hardly any move outside the games it returns.

    Parameters
    ----------
    player_x, player_o
        Agents, policy matrices, or any objects with a `policy()` method.
    number
        How many games to return, at least 1; fewer if the two play fewer. Of equally likely
        games, any may be left out.

    Raises
    ------
    ValueError
        If `number` is below 1, or an argument is not a player (see `evaluation.as_policy`).
    """
    if number < 1:
        raise ValueError(f"The number of games must be at least 1, not {number}.")
    chances = _chances(as_policy(player_x), as_policy(player_o))
    bound = _likeliest_endings(chances)
    games: list[LikelyGame] = []
    # Ordered by bound, then by length, longest first: -bound, -plies, cells, chance, position.
    waiting: list[tuple[float, int, tuple[int, ...], float, int]] = [(-bound[0], 0, (), 1.0, 0)]
    while waiting and len(games) < number:
        _, _, cells, so_far, position = heappop(waiting)
        if position >= N_OPEN:
            games.append(LikelyGame(cells, position == _RESIGNED, so_far))
            continue
        for cell, child, chance in chances[position]:
            then = cells if child == _RESIGNED else (*cells, cell)
            chance_then = so_far * chance
            heappush(waiting, (-chance_then * bound[child], -len(then), then, chance_then, child))
    return sorted(games, key=lambda game: (-game.probability, game.cells))


_RESIGNED = N_POSITIONS
"""Position number that means: the game was resigned."""

_Move = tuple[int, int, float]
"""A cell (or `RESIGNING`), the position after it, and the move's probability."""


def _chances(policy_x: Policy, policy_o: Policy) -> list[list[_Move]]:
    """Return the possible moves in every open position."""
    rows = [policy.tolist() for policy in (policy_x, policy_o)]
    sides, children = graph().side.tolist(), graph().child.tolist()
    return [
        [
            (cell, _RESIGNED if cell == RESIGNING else children[position][cell], chance)
            for cell, chance in enumerate(rows[sides[position]][position])
            if chance > 0
        ]
        for position in range(N_OPEN)
    ]


def _likeliest_endings(chances: list[list[_Move]]) -> list[float]:
    """Return the probability of the likeliest continuation from every position."""
    bound = [1.0] * (_RESIGNED + 1)
    for position in range(N_OPEN - 1, -1, -1):
        bound[position] = max(chance * bound[child] for _, child, chance in chances[position])
    return bound
