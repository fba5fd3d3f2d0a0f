"""Games between two players: the likeliest, how many are possible, and random ones."""

from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING, fill_outcome_chances
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.board import SIDES, Outcome, other, outcome
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, graph, legal, walk
from ttt_core.game.solution import threatened_cells, winning_moves
from ttt_core.pictures import facts_html


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


class PossibleGames(NamedTuple):
    """Numbers of different games, by result."""

    x_wins: int
    o_wins: int
    draws: int

    @property
    def total(self) -> int:
        """The number of all these games."""
        return sum(self)

    def _repr_html_(self) -> str:
        return facts_html(type(self).__name__, self._asdict())


def possible_games(player_x: Player | Policy, player_o: Player | Policy) -> PossibleGames:
    """Count the games in which both players make only moves with a probability above 0.

    Two random players can play all 255,168 games. A game that ends because a player resigns counts
    as a win for the other side.

    Raises
    ------
    ValueError
        If an argument is not a player (see `evaluation.as_policy`).
    """
    return _count(as_policy(player_x) > 0, as_policy(player_o) > 0)


def games_without_oversights() -> PossibleGames:
    """Count the games in which neither side overlooks a win or a single threat.

    Whenever a player can complete a line, it does. Otherwise, if the opponent threatens exactly one
    cell, it blocks that cell. Otherwise, it may make any move.
    """
    wins, threats = winning_moves(), threatened_cells()
    may_play = np.where(threats.sum(axis=1, keepdims=True) == 1, threats, legal())
    may_play = np.where(wins.any(axis=1, keepdims=True), wins, may_play)
    return _count(may_play, may_play)


def _count(may_play_x: NDArray[np.bool_], may_play_o: NDArray[np.bool_]) -> PossibleGames:
    """Count games: with 1 for each possible move, the sums of products of chances are numbers."""
    numbers = np.empty((N_POSITIONS, 3))
    fill_outcome_chances(graph(), may_play_x.astype(float), may_play_o.astype(float), numbers)
    return PossibleGames(*(int(number) for number in numbers[0]))


def play_games(
    player_x: Player | Policy,
    player_o: Player | Policy,
    games: int,
    seed: int | np.random.Generator,
) -> list[list[int]]:
    """Return sampled games between two players, each a list of cells, X first.

    A resigned game ends there.

    Parameters
    ----------
    player_x, player_o
        Agents, policy matrices, or any objects with a `policy()` method.
    games
        How many games, at least 0.
    seed
        The same seed gives the same games. A generator advances.

    Raises
    ------
    ValueError
        If `games` or `seed` is not a whole number of at least 0, or an argument is not a player
        (see `evaluation.as_policy`).
    """
    if not _is_natural(games):
        raise ValueError(f"The number of games must be 0 or more, not {games!r}.")
    if not isinstance(seed, np.random.Generator) and not _is_natural(seed):
        raise ValueError(f"The seed must be a whole number of at least 0, not {seed!r}.")
    policies = (as_policy(player_x), as_policy(player_o))
    random = np.random.default_rng(seed)
    moves: list[list[int]] = [[] for _ in range(games)]
    positions = np.zeros(games, np.int64)
    resigned = np.zeros(games, np.bool_)
    for ply in range(9):
        under_way = np.flatnonzero((positions < N_OPEN) & ~resigned)
        chances = policies[ply % 2][positions[under_way]].cumsum(axis=1)
        drawn = random.random((len(under_way), 1)) * chances[:, -1:]
        cells = (chances > drawn).argmax(axis=1)
        resigned[under_way] = cells == RESIGNING
        under_way, cells = under_way[cells != RESIGNING], cells[cells != RESIGNING]
        positions[under_way] = graph().child[positions[under_way], cells]
        for game, cell in zip(under_way.tolist(), cells.tolist(), strict=True):
            moves[game].append(cell)
    return moves


def _is_natural(number: object) -> bool:
    return isinstance(number, int | np.integer) and bool(number >= 0)
