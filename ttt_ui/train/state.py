"""What the train page keeps for a visitor: the settings, and the course of the present agent."""

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.shared.session import Session, kept, session
from ttt_ui.shared.widgets import Control
from ttt_ui.train.course import Course, retraced
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.settings import preset_of

PRESET, NAME = "preset", "name"
"""What is set on the page beside the fields of `TrainingConfig`."""

LIVE = Control("train_live", True)
AXES = ("Linear", "Logarithmic")
AXIS = Control("train_axis", AXES[1])
BAND = Control("train_band", False)
TAB = Control("train_tab", "Time machine")
EXPERIMENTS_OPEN = Control("train_experiments", False)
EXPERIMENT = Control("train_experiment", next(iter(EXPERIMENTS)))


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
        The Q-values of the agent that `course` is of.
    claim
        What the training was announced with.
    replaying
        Whether the time machine runs by itself.
    """

    settings: ttt.TrainingConfig
    replacements: int
    course: Course | None = None
    table: NDArray[np.float64] | None = None
    claim: int = -1
    replaying: bool = False
    _generations: Counter[str] = field(default_factory=Counter)

    def key(self, name: str) -> str:
        """Return the key of the control of a setting, of the choice of a preset, or of the name.

        It is another one whenever anything but the control itself has changed the setting: what a
        browser still sends for the former control counts for nothing.
        """
        return f"setting_{name}_{self._generations[name]}"

    def take(self, settings: ttt.TrainingConfig, by: str | None = None) -> None:
        """Take over settings that the control of the setting `by` has made, or nobody's."""
        before, after = _shown(self.settings), _shown(settings)
        self.settings = settings
        for name in after:
            if name != by and after[name] != before[name]:
                self.make_anew(name)

    def make_anew(self, name: str) -> None:
        """Put another control, which shows what the setting is, in the place of the present one."""
        self._generations[name] += 1

    def follow_agent(self, visitor: Session) -> bool:
        """Take over the settings of an agent that came from elsewhere; say whether one has."""
        if self.replacements == visitor.replacements:
            return False
        self.replacements = visitor.replacements
        if visitor.agent.training or visitor.agent.trained_elsewhere:
            self.take(visitor.agent.config)
        return True

    def present_course(self, visitor: Session) -> Course | None:
        """Return the course of the present agent, None where it is not known."""
        with visitor.lock:
            if self.table is not visitor.agent.q:
                self.course, self.table = retraced(visitor.agent), visitor.agent.q
            return self.course

    def follow(self, course: Course | None, visitor: Session) -> None:
        """Keep the course of the present agent. The session's lock must be held."""
        self.course, self.table = course, visitor.agent.q
        self.replacements = visitor.replacements


def _shown(settings: ttt.TrainingConfig) -> dict[str, Any]:
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {PRESET: preset_of(settings), **values}


def train_state() -> TrainState:
    """Return what the train page keeps for the visitor."""
    visitor = session()
    return kept(TrainState, lambda: TrainState(visitor.agent.config, visitor.replacements))
