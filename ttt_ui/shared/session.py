"""The visitor's session. No other module touches `st.session_state`."""

import math
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import Any, Literal, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.inspect.state import Trail
from ttt_ui.play.state import Exhibition, Game, LearnedMove, Score
from ttt_ui.shared.insights import Insights
from ttt_ui.train.course import Course

DEFAULT_PRESET = "Default"
MAX_PAST = 4
_KEY = "ttt_session"


MessageKind = Literal["info", "success", "error"]


class Message(NamedTuple):
    """A sentence for the visitor, in Markdown."""

    kind: MessageKind
    text: str


@dataclass
class Session:
    """All that a visitor has.

    Attributes
    ----------
    agent
        The present agent. Set it with `adopt`.
    past
        The agents before, the latest last, for undo.
    rivals
        Agents that were uploaded on the compare page, by name.
    game, score
        The game on the play page, and the results of those before it.
    hint
        Cell that the person was pointed to in the present position, or None.
    lesson
        What the agent learned from the last game.
    exhibition
        The agent playing by itself.
    sidebar_stale
        Whether the agent has changed in a run that did not draw the sidebar.
    random
        Draws the opponents' moves.
    trail
        Boards that the inspect page has shown; see `inspected`.
    settings
        What the train page is set to.
    query, query_written
        The train page's query parameters as last written or read, None before its first run; and
        when they were written, by the monotonic clock.
    course
        How the agent was trained, or is being trained; None where that is not known.
    course_table
        The table that `course` was found for.
    replaying
        Whether the train page's time machine runs by itself.
    uploads
        Number of uploads so far; part of the uploader's key, which empties it afterwards.
    messages
        Sentences for the next run to show.
    lock
        Held while a game or a training goes on: a click starts a new run of the script, in a thread
        of its own, before the run under way has come to its end.
    """

    agent: ttt.Agent
    past: list[ttt.Agent] = field(default_factory=list)
    rivals: dict[str, ttt.Agent] = field(default_factory=dict)
    game: Game = field(default_factory=Game)
    score: Score = field(default_factory=Score)
    hint: int | None = None
    lesson: tuple[LearnedMove, ...] = ()
    exhibition: Exhibition = field(default_factory=Exhibition)
    sidebar_stale: bool = False
    random: np.random.Generator = field(default_factory=np.random.default_rng)
    trail: Trail = field(default_factory=Trail)
    settings: ttt.TrainingConfig = field(init=False)
    query: dict[str, str] | None = None
    query_written: float = -math.inf
    course: Course | None = None
    course_table: NDArray[np.float64] | None = None
    replaying: bool = False
    uploads: int = 0
    messages: list[Message] = field(default_factory=list)
    lock: RLock = field(default_factory=RLock, repr=False)
    _insights: Insights | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self.settings = self.agent.config

    @property
    def inspected(self) -> str:
        """Board that the inspect page shows."""
        return self.trail.board

    @inspected.setter
    def inspected(self, board: str) -> None:
        self.trail.visit(board)

    @property
    def insights(self) -> Insights:
        """What can be said of the present agent; kept until there is another."""
        if self._insights is None or self._insights.agent is not self.agent:
            self._insights = Insights(self.agent)
        return self._insights

    @property
    def training_under_way(self) -> bool:
        """Whether the present agent is in the midst of a training."""
        course = self.course
        return course is not None and not course.finished and self.course_table is self.agent.q

    def adopt(self, agent: ttt.Agent) -> None:
        """Make `agent` the present agent; the one before can be brought back."""
        self.past.append(self.agent)
        self.agent = agent
        if len(self.past) > MAX_PAST:
            # What one training from scratch made can be made again: the rest is dearer.
            made_again = [
                len(a.training) == 1 and a.training[0].games == a.stats.games for a in self.past
            ]
            del self.past[made_again.index(True) if any(made_again) else 0]

    def undo(self) -> None:
        """Bring the agent before the last change back, if there is one."""
        if self.past:
            self.agent = self.past.pop()

    def say(self, text: str, kind: MessageKind = "info") -> None:
        """Keep a sentence for the next run to show above the page."""
        self.messages.append(Message(kind, text))


def session() -> Session:
    """Return the visitor's session; a new visitor starts with the default agent."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = Session(agent=default_agent())
    visitor: Session = st.session_state[_KEY]
    return visitor


def set_widget(key: str, value: Any) -> None:
    """Give a widget a value. Call it before the widget is made in a run, or in a callback."""
    st.session_state[key] = value


def fill_widget(key: str, value: Any) -> None:
    """Make a widget show `value`; one that does already is left alone, as it may be in use."""
    if widget_value(key) != value:
        set_widget(key, value)


def widget_value(key: str, default: Any = None) -> Any:
    """Return what a widget holds, for use in its own callback or before it is made."""
    return st.session_state.get(key, default)


@st.cache_resource(show_spinner="Training the first agent…")
def default_agent() -> ttt.Agent:
    """Train the agent that every new visitor starts with. Agents never change, so it is shared."""
    return replace(ttt.train(ttt.PRESETS[DEFAULT_PRESET]), name=DEFAULT_PRESET)
