"""What is kept while the visitor watches the agent play."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.sentences import tr_noop
from ttt_ui.frame.field import one_of, switch
from ttt_ui.jobs import Job
from ttt_ui.play.exhibition.work import Stage
from ttt_ui.play.state import players_to_choose
from ttt_ui.replay.game import Game
from ttt_ui.visit.players import YOUR_AGENT, player_label
from ttt_ui.visit.session import per_visitor

SPEEDS = {
    tr_noop("1 move/s"): 1,
    tr_noop("4 moves/s"): 4,
    tr_noop("20 moves/s"): 20,
    tr_noop("200 moves/s"): 200,
    tr_noop("1,000 moves/s"): 1_000,
}
"""Label → moves a second, the slowest first."""
MOST_STEPS_A_SECOND = 4

SPEED = one_of(
    "show_speed",
    tuple(SPEEDS),
    "4 moves/s",
    widget=st.select_slider,
    label=tr_noop("Speed"),
    saved=True,
)
OPPONENT = one_of(
    "show_brain",
    players_to_choose,
    YOUR_AGENT,
    widget=st.selectbox,
    label=tr_noop("Opponent"),
    saved=True,
    look={"format_func": player_label},
)
LEARNS = switch("show_learn", on=True, label=tr_noop("Learn from these games"), saved=True)
EXPLORES = switch(
    "show_explore",
    on=True,
    label=tr_noop("Explore"),
    help=tr_noop(
        "Plays exploratory moves, as in training. When off, the agent always plays the move it "
        "values most."
    ),
    saved=True,
)
SHOWN_VALUES = switch("show_thoughts", on=False, label=tr_noop("Show its values"), saved=True)


class Settings(NamedTuple):
    """The settings that a job plays by; others begin another job."""

    speed: int  # moves a second
    opponent: Hashable  # None in self-play
    explores: bool
    learns: bool

    @property
    def seconds_between_steps(self) -> float:
        return 1 / min(self.speed, MOST_STEPS_A_SECOND)

    @property
    def moves_per_step(self) -> int:
        return max(self.speed // MOST_STEPS_A_SECOND, 1)


@dataclass
class Exhibition:
    """The agent playing game after game, against itself or another player."""

    running: bool = False  # whether it plays on, also when the visitor comes back from another page
    job: Job | None = None  # the job that plays or has played
    settings: Settings | None = None  # that the job plays by
    interrupted: str = ""  # why it has paused on its own, in a sentence; empty if it has not
    version: ttt.Agent | None = None  # what the visitor's agent was at the last step
    replacements: int = -1  # `Session.replacements` when the statistics began
    stage: Stage = field(default_factory=Stage)
    random: np.random.Generator = field(default_factory=np.random.default_rng)

    @property
    def game(self) -> Game:
        stage = self.stage
        return Game(stage.number, None, list(stage.moves), stage.resigned)

    def rest(self) -> None:
        """Stop the job, which the page starts again."""
        if self.job is not None:
            self.job.stop()


def exhibition_state() -> Exhibition:
    return per_visitor(Exhibition)
