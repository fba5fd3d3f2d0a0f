"""How many games there are, and how many of them two players can play."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import fill_outcome_chances
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.graph import N_POSITIONS, graph, legal
from ttt_core.game.tactics import threatened_cells, winning_moves
from ttt_core.pictures import facts_html


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
