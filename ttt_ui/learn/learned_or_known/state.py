"""The visitor's board, and their progress on the ladder."""

from dataclasses import dataclass, field

import numpy as np

from ttt_core.game import EMPTY_BOARD
from ttt_core.game import board as rules
from ttt_ui.learn.learned_or_known.ladder import RUNGS, SEEDS, games_needed
from ttt_ui.learn.learned_or_known.trained_agent import trained_agent
from ttt_ui.visit.session import per_visitor

_MOST_BOARDS = 20


@dataclass
class BoardState:
    """The board on show, and those before it.

    Attributes
    ----------
    trail
        The boards so far; the last is on show.
    shown
        How many boards have been shown in the visit.
    differing
        How many positions in which the two choose differently have been shown.
    """

    trail: tuple[str, ...] = (EMPTY_BOARD,)
    shown: int = 0
    differing: int = 0

    @property
    def board(self) -> str:
        """The board on show."""
        return self.trail[-1]

    @property
    def token(self) -> str:
        """Name of the board on show, carried by every click on it."""
        return f"{self.shown}:{self.board}"

    def play(self, cell: int) -> None:
        """Make a move, if the rules allow it."""
        if rules.outcome(self.board) is None and cell in rules.legal_moves(self.board):
            self._show((*self.trail, rules.play(self.board, cell)))

    def back(self) -> None:
        """Go back to the board before."""
        if len(self.trail) > 1:
            self._show(self.trail[:-1])

    def clear(self) -> None:
        """Start again with the empty board."""
        self._show((EMPTY_BOARD,))

    def differ(self) -> None:
        """Show the next position in which the agent chooses a move minimax would not."""
        found = trained_agent().mistakes
        self._show((*self.trail, found[self.differing % len(found)].board))
        self.differing += 1

    def _show(self, trail: tuple[str, ...]) -> None:
        self.trail = trail[-_MOST_BOARDS:]
        self.shown += 1


@dataclass
class LadderState:
    """The visitor's progress on the ladder.

    Attributes
    ----------
    asked
        How many rungs to train.
    found
        The games that each seed took, by rung.
    """

    asked: int = 0
    found: list[list[int]] = field(default_factory=list)

    @property
    def trained(self) -> int:
        """How many rungs are trained."""
        return sum(len(games) == len(SEEDS) for games in self.found)

    @property
    def at_work(self) -> bool:
        """Whether there are rungs left to train."""
        return self.trained < self.asked

    def ask(self, rungs: int) -> None:
        """Queue more rungs for training."""
        self.asked = min(self.trained + rungs, len(RUNGS))

    def train_one(self) -> None:
        """Train the next agent, if any is queued."""
        if self.at_work:
            rung = self.trained
            games = self.found[rung] if rung < len(self.found) else []
            games = [*games, games_needed(rung, SEEDS[len(games)])]
            self.found = [*self.found[:rung], games]

    def median(self, rung: int) -> int:
        """Return the median number of games of a rung."""
        return int(np.median(self.found[rung]))


def board_state() -> BoardState:
    """Return the visitor's board."""
    return per_visitor(BoardState)


def ladder_state() -> LadderState:
    """Return the visitor's progress on the ladder."""
    return per_visitor(LadderState)
