"""The games that a visitor has let the agent play, and their step in the game that beats it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import boards, walk
from ttt_ui.learn.any_good.players import gambler
from ttt_ui.visit.session import per_visitor

MOST_GAMES = 5_000
_SEED = 3
_MOST_POINTS = 120


@dataclass
class Sample:
    """Games against a random player, and the step in the game that beats the agent.

    Attributes
    ----------
    winners
        Who won each game: ``X``, ``O``, or ``-`` for a draw.
    step
        How many moves of the game that beats the agent are on the board.
    """

    winners: str = ""
    step: int = 0

    def play(self, games: int) -> None:
        """Let the agent play more games as X, up to `MOST_GAMES` in all."""
        games = min(games, MOST_GAMES - len(self.winners))
        random = np.random.default_rng([_SEED, len(self.winners)])
        played = ttt.play_games(gambler().policy, ttt.uniform(), games, random)
        ends = (rules.outcome(boards()[walk(cells)[-1]]) for cells in played)
        self.winners += "".join("-" if end == "draw" else str(end) for end in ends)

    def share(self, winner: str) -> float:
        """Return the share of games won by X or O, or drawn (``-``); 0 before the first game."""
        return self.winners.count(winner) / max(len(self.winners), 1)

    def go(self, steps: int) -> None:
        """Step through the game that beats the agent, forward or back."""
        found = gambler().refutation
        last = len(found.cells) if found else 0
        self.step = min(max(self.step + steps, 0), last)

    def win_rate(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return numbers of games, and the share of each that X had won."""
        won = np.cumsum([winner == "X" for winner in self.winners])
        points = np.unique(np.linspace(0, len(won) - 1, _MOST_POINTS).astype(np.int64))
        if not len(won):
            points = points[:0]
        return points + 1, won[points] / (points + 1) if len(won) else np.zeros(0)


def sample() -> Sample:
    """Return the visitor's games."""
    return per_visitor(Sample)
