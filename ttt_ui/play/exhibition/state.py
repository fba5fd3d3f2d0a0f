"""What is kept while the visitor watches the agent play."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ttt_core.game import Outcome, Side
from ttt_core.game import board as rules
from ttt_core.learning import Agent
from ttt_ui.jobs import Job
from ttt_ui.play.exhibition.exploration import training_epsilon
from ttt_ui.play.exhibition.growing_curve import GrowingCurve
from ttt_ui.play.exhibition.pace import SPEEDS, Pace, Speed
from ttt_ui.play.state import Game, opponent_choice
from ttt_ui.visit.players import is_your_agent
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import one_of, switch

SPEED = one_of("show_speed", SPEEDS)
OPPONENT = opponent_choice("show_brain")
LEARNS = switch("show_learn", on=True)
EXPLORES = switch("show_explore", on=True)
SHOWN_VALUES = switch("show_thoughts", on=False)


class ExhibitionSetup(NamedTuple):
    """The settings of the exhibition, as the page last showed them.

    Attributes
    ----------
    speed
        How fast it plays.
    opponent
        The opponent's name.
    explores, learns
        Whether the agent explores, and learns from the games.
    others
        The visitor's other agents, by name.
    """

    speed: Speed
    opponent: str
    explores: bool
    learns: bool
    others: Mapping[str, Agent]

    @property
    def self_play(self) -> bool:
        """Whether the agent plays both sides."""
        return is_your_agent(self.opponent, self.others)

    def epsilon(self, agent: Agent) -> float:
        """Return the probability that the agent explores in its next move."""
        return training_epsilon(agent) if self.explores else 0.0


@dataclass
class Tally:
    """What has happened since the statistics were last reset.

    Attributes
    ----------
    results
        The number of games by your agent's side and result; the side is X in self-play.
    moves, explorations
        The agent's moves, and how many of them were exploratory.
    """

    results: Counter[tuple[Side, Outcome]] = field(default_factory=Counter)
    moves: int = 0
    explorations: int = 0

    @property
    def games(self) -> int:
        return self.results.total()

    def ended(self, result: Outcome) -> int:
        """Return how many games had this result, on either side."""
        return sum(count for (_, how), count in self.results.items() if how == result)

    @property
    def agent_wins(self) -> int:
        """The games won by the agent, on either side."""
        return sum(self.results[side, side] for side in rules.SIDES)

    @property
    def agent_losses(self) -> int:
        """The games won by its opponent, on either side."""
        return sum(self.results[side, rules.other(side)] for side in rules.SIDES)


@dataclass
class Exhibition:
    """The agent playing game after game, against itself or another player.

    Attributes
    ----------
    running
        Whether it plays on, also when the visitor comes back from another page.
    job
        The job that plays or has played.
    chosen
        The settings; None before the first start.
    interrupted
        Why it has paused on its own, in a sentence; empty if it has not.
    claim
        Its claim on the visitor's agent (see `Session.claim`).
    replacements
        `Session.replacements` when the curve started.
    agent_side
        The agent's side against another player; changes every `SWAP_EVERY` games.
    explored
        Whether the last move was exploratory.
    pace
        How fast it plays.
    curve
        The agent's learning curve; None before the first start.
    random
        Draws the moves of both sides.
    """

    SWAP_EVERY = 100

    running: bool = False
    job: Job | None = None
    chosen: ExhibitionSetup | None = None
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

    def rest(self) -> None:
        """Stop the job, which the page starts again."""
        if self.job is not None:
            self.job.stop()


def exhibition() -> Exhibition:
    return per_visitor(Exhibition)
