"""What is kept while the visitor watches the agent play."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ttt_core.game import Outcome, Side
from ttt_core.game import board as rules
from ttt_core.learning import Agent
from ttt_ui.jobs import ThreadJob
from ttt_ui.play.exhibition.exploration import training_epsilon
from ttt_ui.play.exhibition.growing_curve import GrowingCurve
from ttt_ui.play.exhibition.pace import SPEEDS, Pace, Speed
from ttt_ui.play.state import opponent_choice
from ttt_ui.replay.game import Game
from ttt_ui.visit.players import is_your_agent
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import one_of, switch

SPEED = one_of("show_speed", SPEEDS)
OPPONENT = opponent_choice("show_brain")
LEARNS = switch("show_learn", on=True)
EXPLORES = switch("show_explore", on=True)
SHOWN_VALUES = switch("show_thoughts", on=False)


class ExhibitionSetup(NamedTuple):
    """The settings of the exhibition, as the page last showed them."""

    speed: Speed
    opponent: str
    explores: bool
    learns: bool
    others: Mapping[str, Agent]  # the visitor's other agents, by name

    @property
    def self_play(self) -> bool:
        """Whether the agent plays both sides."""
        return is_your_agent(self.opponent, self.others)

    def epsilon(self, agent: Agent) -> float:
        """Return the probability that the agent explores in its next move."""
        return training_epsilon(agent) if self.explores else 0.0


@dataclass
class Tally:
    """What has happened since the statistics were last reset."""

    # The number of games by your agent's side and result; the side is X in self-play.
    results: Counter[tuple[Side, Outcome]] = field(default_factory=Counter)
    # The agent's moves, and how many of them were exploratory.
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
    """The agent playing game after game, against itself or another player."""

    SWAP_EVERY = 100

    running: bool = False  # whether it plays on, also when the visitor comes back from another page
    job: ThreadJob | None = None  # the job that plays or has played
    chosen: ExhibitionSetup | None = None  # None before the first start
    interrupted: str = ""  # why it has paused on its own, in a sentence; empty if it has not
    basis: Agent | None = None  # what its next change of the visitor's agent is based on
    replacements: int = -1  # `Session.replacements` when the curve started
    # The agent's side against another player; changes every `SWAP_EVERY` games.
    agent_side: Side = rules.X
    game: Game = field(default_factory=lambda: Game(person=None))
    explored: bool = False  # the last move
    tally: Tally = field(default_factory=Tally)
    pace: Pace = field(default_factory=Pace)
    curve: GrowingCurve | None = None  # None before the first start
    random: np.random.Generator = field(default_factory=np.random.default_rng)

    def rest(self) -> None:
        """Stop the job, which the page starts again."""
        if self.job is not None:
            self.job.stop()


def exhibition() -> Exhibition:
    return per_visitor(Exhibition)
