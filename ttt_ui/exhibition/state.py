"""What is kept of the agent playing by itself."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from ttt_core.game import board as rules
from ttt_core.game.board import Outcome, Side
from ttt_ui.exhibition.growing_curve import GrowingCurve
from ttt_ui.exhibition.pace import SPEEDS, Pace
from ttt_ui.play.state import Game
from ttt_ui.shared.opponents import YOUR_AGENT
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import Control

SPEED = Control("show_speed", next(iter(SPEEDS)))
BRAIN = Control("show_brain", YOUR_AGENT)
LEARNS = Control("show_learn", True)
EXPLORES = Control("show_explore", True)
SHOWN_VALUES = Control("show_thoughts", False)


@dataclass
class Tally:
    """What has happened since the figures were last reset.

    Attributes
    ----------
    results
        How many games ended how, by the side that the present agent had; X where it had both.
    moves, explorations
        Of the agent: all, and those that it made to explore.
    """

    results: Counter[tuple[Side, Outcome]] = field(default_factory=Counter)
    moves: int = 0
    explorations: int = 0

    @property
    def games(self) -> int:
        """All games that have ended."""
        return self.results.total()

    def ended(self, result: Outcome) -> int:
        """Return how many games ended like this, whatever side the agent had."""
        return sum(count for (_, how), count in self.results.items() if how == result)

    @property
    def agent_wins(self) -> int:
        """Games won by the agent, from either side."""
        return sum(self.results[side, side] for side in rules.SIDES)

    @property
    def agent_losses(self) -> int:
        """Games won by its opponent, from either side."""
        return sum(self.results[side, rules.other(side)] for side in rules.SIDES)


@dataclass
class Exhibition:
    """The agent playing by itself, game after game.

    Attributes
    ----------
    running
        Whether it goes on without being asked. It does so when the visitor comes back from
        another page, too.
    interrupted
        Why it has paused by itself, in a sentence; empty where it has not.
    claim
        What it announced with that the agent is going to learn from its games.
    replacements
        How many agents the visitor had had by then, and when the curve began.
    agent_side
        The side of the present agent against another; changes every `SWAP_EVERY` games.
    explored
        Whether the last move was made to explore.
    pace
        How fast it goes.
    curve
        Of the agent; None before it was first started.
    random
        Draws the moves of both sides.
    """

    SWAP_EVERY = 100

    running: bool = False
    interrupted: str = ""
    claim: int = -1
    replacements: int = -1
    agent_side: Side = rules.X
    game: Game = field(default_factory=lambda: Game(person=None))
    explored: bool = False
    tally: Tally = field(default_factory=Tally)
    pace: Pace = field(default_factory=Pace)
    curve: GrowingCurve | None = None
    random: np.random.Generator = field(default_factory=np.random.default_rng)


def exhibition() -> Exhibition:
    """Return the visitor's exhibition."""
    return per_visitor(Exhibition)
