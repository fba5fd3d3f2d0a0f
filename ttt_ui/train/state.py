"""What the train page keeps for a visitor: the settings, and the course of the present agent."""

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, get_args

import ttt_core as ttt
from ttt_ui.shared.session import Session, per_visitor, session
from ttt_ui.shared.slider_component import Move
from ttt_ui.shared.widgets import GENERATIONS, Control
from ttt_ui.train.course import Course, retraced
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.previous_run import PreviousRun, previous_run_of
from ttt_ui.train.settings import preset_of

PRESET, NAME = "preset", "name"
"""What is set on the page beside the fields of `TrainingConfig`."""

RESULT = ("train_verdict", "train_way")
"""Keys of the fragments that show what a training has led to, in order."""

LIVE = Control("train_live", True)
AXES = ("Linear", "Logarithmic")
AXIS = Control("train_axis", AXES[1])
BAND = Control("train_band", False)
Tab = Literal["Time machine", "Slow motion", "Five questions", "What the numbers mean"]
TABS: tuple[Tab, ...] = get_args(Tab)
TAB: Control[Tab] = Control("train_tab", TABS[0])
EXPERIMENTS_OPEN = Control("train_experiments", False)
EXPERIMENT = Control("train_experiment", next(iter(EXPERIMENTS)))


class Earlier(NamedTuple):
    """What the page showed of an agent that another one has replaced; told by its fingerprint."""

    table: bytes | None
    settings: ttt.TrainingConfig
    course: Course | None


@dataclass
class Drag:
    """The last move of a slider, from when it was taken hold of until it came to rest.

    Attributes
    ----------
    began
        As the browser says; the next one begins later.
    under_way
    due
        The setting whose new value is still to be trained; None if there is none.
    claim
        What its last training was announced with; None where there was none.
    """

    began: float = 0.0
    under_way: bool = False
    due: str | None = None
    claim: int | None = None


@dataclass
class TrainState:
    """What the train page keeps for a visitor.

    Attributes
    ----------
    settings
        What the controls show. Change them with `take`.
    replacements
        `Session.replacements` when the settings were last brought in line with the agent.
    course
        How the agent was trained, or is being trained; None where that is not known.
    table
        Fingerprint of the agent that `course` is of.
    shown
        The settings that go with that agent: those shown when it was last trained or looked at.
    earlier
        What went with the agents before, which can be brought back.
    claim
        What the training was announced with.
    replaying
        Whether the time machine runs by itself.
    previous_run
        The training to compare the present one with: that before the last change of a setting, or
        one that is `pinned`.
    pinned
        Whether the visitor holds on to the ghost, whatever is changed.
    moment
        Number of games after which the time machine shows the agent; None for the last.
    drag
        The last move of a setting's slider.
    """

    settings: ttt.TrainingConfig
    replacements: int
    course: Course | None = None
    table: bytes | None = None
    shown: ttt.TrainingConfig | None = None
    earlier: list["Earlier"] = field(default_factory=list)
    claim: int = -1
    replaying: bool = False
    previous_run: PreviousRun | None = None
    pinned: bool = False
    moment: int | None = None
    drag: Drag = field(default_factory=Drag)
    _moving: str | None = None
    _generations: Counter[str] = field(default_factory=Counter)

    def key(self, name: str) -> str:
        """Return the key of the control of a setting, of the choice of a preset, or of the name.

        It is another one whenever anything but the control itself has changed the setting: what a
        browser still sends for the former control counts for nothing.
        """
        return f"setting_{name}_{self._generations[name] % GENERATIONS}"

    def goes_on_dragging(self, move: Move) -> bool:
        """Note a move of a slider; say whether it counts: not if a later drag has begun."""
        if move.drag < self.drag.began:
            return False
        if move.drag > self.drag.began:
            self.drag = Drag(move.drag)
        self.drag.under_way = not move.ended
        return True

    def take(self, settings: ttt.TrainingConfig, by: str | None = None) -> None:
        """Take over settings that the control of the setting `by` has made, or nobody's."""
        before, after = _shown(self.settings), _shown(settings)
        self.settings = settings
        self.drag.due = None
        for name in after:
            if name != by and after[name] != before[name]:
                self.make_anew(name)

    def make_anew(self, name: str) -> None:
        """Put another control, which shows what the setting is, in the place of the present one."""
        self._generations[name] += 1

    def follow_agent(self, visitor: Session) -> bool:
        """Take over the settings of an agent that came from elsewhere; say whether one has.

        One that was here before brings back what was shown of it.
        """
        if self.replacements == visitor.replacements:
            return False
        with visitor.lock:
            self.remember(visitor)
            self.replacements = visitor.replacements
            agent = visitor.agent
            table = agent.fingerprint
            known = next((old for old in self.earlier if old.table == table), None)
        if not self.pinned:
            self.previous_run = None
        self.settle()
        self.drag.due = None
        if known is not None:
            self.take(known.settings)
            self.course, self.table = known.course, table
            if self.course is not None:
                self.course.take_up(agent)
        elif agent.training or agent.trained_elsewhere:
            self.take(agent.config)
        return True

    def remember(self, visitor: Session) -> None:
        """Keep what was shown of the agent until now, for when it is brought back.

        The session's lock must be held, before its settings and course give way to others.
        """
        tables = visitor.known_tables
        self.earlier = [
            earlier
            for earlier in self.earlier
            if earlier.table != self.table and earlier.table in tables
        ]
        if self.shown is not None and self.table in tables:
            if self.course is not None:
                self.course.put_away()
            self.earlier.append(Earlier(self.table, self.shown, self.course))

    def present_course(self, visitor: Session) -> Course | None:
        """Return the course of the present agent, None where it is not known.

        The session's lock must not be held: it may have to be found by training again.
        """
        while True:
            with visitor.lock:
                agent = visitor.agent
                if self.table == agent.fingerprint:
                    if self.course is not None:
                        self.course.take_up(agent)
                    return self.course
            found = retraced(agent)
            with visitor.lock:
                if visitor.agent.fingerprint == agent.fingerprint:
                    self.course, self.table = found, agent.fingerprint

    def rest(self) -> None:
        """Let go of what is needed only as long as the page is there."""
        if self.course is not None:
            self.course.rest()

    def leave_previous_run(self, by: str | None, before: Course | None) -> None:
        """Make the course that another takes the place of the ghost; None where it is not known.

        Not where a ghost is pinned; nor where the setting `by` is moved on, as a slider that is
        dragged: what was there before it was first touched stays, until `settle` or until another
        setting is changed. The session's lock must be held.
        """
        moved_on = by is not None and by == self._moving
        self._moving = by
        if not self.pinned and not moved_on:
            self.previous_run = (
                previous_run_of(before) if before is not None and before.runs else None
            )

    def settle(self) -> None:
        """Note that the visitor has let go of a control: its next change leaves a ghost again."""
        self._moving = None

    def pin(self, course: Course) -> None:
        """Hold on to a course, which must have had a game, as the ghost."""
        self.previous_run, self.pinned = previous_run_of(course), True

    def unpin(self) -> None:
        """Let go of the ghost."""
        self.previous_run, self.pinned = None, False

    def follow(self, course: Course | None, visitor: Session) -> None:
        """Keep the course of the present agent. The session's lock must be held."""
        self.course, self.table = course, visitor.agent.fingerprint
        self.replacements = visitor.replacements
        self.shown = self.settings


def _shown(settings: ttt.TrainingConfig) -> dict[str, Any]:
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {PRESET: preset_of(settings), **values}


def train_state() -> TrainState:
    """Return what the train page keeps for the visitor."""
    visitor = session()
    return per_visitor(TrainState, lambda: TrainState(visitor.agent.config, visitor.replacements))
