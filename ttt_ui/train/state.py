"""What Train keeps for a visitor: the settings, and the training of the agent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import matters
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.slider_component import SliderMove
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import Field, one_of, several, switch, view
from ttt_ui.frame.links import ONLY, choice, slug
from ttt_ui.train.controls import GROUPS, fitted
from ttt_ui.train.curves import AGAINST_RANDOM, OTHERS, WORST_CASE
from ttt_ui.train.experiments import EXPERIMENTS, Trial
from ttt_ui.train.training import PreviousRun, Training, replayed
from ttt_ui.visit.session import Session, per_visitor, session
from ttt_ui.widgets import FreshKeys

VERDICT, WAY = "train_verdict", "train_way"
"""Keys of the fragments that show the result of a training, in order."""

CURVE = "learning_curve"
"""Key of the fragment with the learning curve, which redraws alone when another moment is shown."""
CURVE_CHART = "train_curve"
"""Key of the learning curve."""

LIVE = switch("train_live", on=True, label=tr_noop("Train live"), saved=True)
LINEAR, LOGARITHMIC = tr_noop("Linear"), tr_noop("Logarithmic")
AXES = (LINEAR, LOGARITHMIC)
AXIS = one_of("train_axis", AXES, LOGARITHMIC, label=tr_noop("Games axis"), saved=True)

AT_WORST = tr_noop("Against its worst-case opponent")


def _lines(key: str, *first: str) -> tuple[Field[Sequence[str]], ...]:
    """Return fields that choose the lines of the learning curve, `first` at first."""
    offered = {
        tr_noop("Against a random player"): AGAINST_RANDOM,
        AT_WORST: WORST_CASE,
        tr_noop("Other"): OTHERS,
    }
    return tuple(
        several(
            f"{key}_{label}",
            {name: line.label for name, line in lines.items()},
            [name for name in lines if name in first],
            label=label,
            saved=True,
        )
        for label, lines in offered.items()
    )


LINES = _lines("train_lines", "x-wins-vs-random", "o-wins-vs-random")
LINES_OF_POLICY = _lines("train_lines_of_policy", "x-loses-at-worst", "o-loses-at-worst")
"""These become rare, and never quite 0, which a logarithmic axis shows."""
BAND = switch("train_band", on=False)
Tab = Literal[
    "Experiments",
    "Slow motion",
    "Weak spots",
    "Five questions",
    "More figures",
    "Update rule",
]
TABS: tuple[Tab, ...] = (
    tr_noop("Experiments"),
    tr_noop("Slow motion"),
    tr_noop("Weak spots"),
    tr_noop("Five questions"),
    tr_noop("More figures"),
    tr_noop("Update rule"),
)
TAB = view(
    "train_tab",
    TABS,
    former={
        "why-it-is-beatable": "weak-spots",
        "what-the-numbers-mean": "update-rule",
        "time-machine": "experiments",
    },
)
WATCHED = switch("train_watched", on=False, saved=True)
"""Whether the visitor has seen the default agent learn, or came for something else."""
EXPERIMENT = one_of(
    "train_experiment",
    {name: experiment.title for name, experiment in EXPERIMENTS.items()},
    widget=st.selectbox,
    label=tr_noop("Experiment"),
    in_links="experiment",
    look={"label_visibility": "collapsed"},
)


_OF_TABS = {"Weak spots": "why", "More figures": "figures"}

PARTS = PageParts(
    "train",
    {
        "preset": tr_noop("Preset"),
        "rule": tr_noop("Rule"),
        **{group: label for group, (label, _) in GROUPS.items()},
        "curve": tr_noop("Learning curve"),
        "time-machine": tr_noop("Time slider"),
        "map": tr_noop("Map of the game"),
        "figures": tr_noop("Figures"),
        **{_OF_TABS.get(tab, slug(tab)): tab for tab in TABS if tab != "More figures"},
    },
    alone=choice(
        ONLY, {name: name for name in EXPERIMENTS}, tr_noop("this experiment does not exist.")
    ),
    former={"what-the-numbers-mean": "update-rule"},
    of_tabs=_OF_TABS,
)
"""The parts of the page that a link can hide: ``hide=partner,rewards`` in the address."""


@dataclass
class Drag:
    """The last drag of a slider, from when it was grabbed until it came to rest."""

    began: float = 0.0  # time of the browser; a later drag has a later time
    under_way: bool = False
    due: bool = False  # whether its last value has yet to be trained
    training: Training | None = None  # its last training, if there was one


@dataclass
class TrainState:
    """What Train keeps for a visitor."""

    # What the controls show. Change them with `set_settings`.
    settings: ttt.TrainingConfig
    replacements: int  # `Session.replacements` when the settings last matched the agent
    # The settings and what is hidden, as parameters, when the address was last written.
    addressed: dict[str, str] = field(default_factory=dict)
    replaying: bool = False  # whether its training is shown from the first game to the last
    # The run to compare with: the one before the last change of a setting, or the `pinned` one.
    previous_run: PreviousRun | None = None
    pinned: bool = False  # whether the visitor has pinned the previous run
    # Number of games after which the time machine shows the agent; None for the last.
    moment: int | None = None
    drag: Drag = field(default_factory=Drag)  # the last drag of a setting's slider
    trials: dict[str, Trial] = field(default_factory=dict)  # by key of the experiment
    tab_of_link: Tab | Literal[""] = ""  # the tab that a link from outside asked for; empty if none
    followed_link: bool = False  # whether a link with an agent, to any page, has been followed
    from_link: Training | None = None  # of the agent in that link; None if it had none
    # Of the settings' sliders and of the time machine's.
    key: FreshKeys = field(default_factory=lambda: FreshKeys("setting"))
    # What the visitor has chosen setting by setting, the latest last, and what they began with.
    _chosen: dict[str, Any] = field(init=False, default_factory=dict)
    _base: ttt.TrainingConfig = field(init=False)

    def __post_init__(self) -> None:
        self._base = self.settings

    def goes_on_dragging(self, move: SliderMove) -> bool:
        """Note a move of a slider; return whether it counts: not after a later drag has begun."""
        if move.drag < self.drag.began:
            return False
        if move.drag > self.drag.began:
            self.drag = Drag(move.drag)
        self.drag.under_way = not move.ended
        return True

    def set_settings(self, settings: ttt.TrainingConfig, by: str | None = None) -> None:
        """Apply settings, changed by the control of the setting `by` if that is given."""
        before, after = vars(self.settings), vars(settings)
        if by in vars(settings):
            self._chosen = self._with(by, getattr(settings, by))
        elif settings != self.settings:
            self._base, self._chosen = settings, {}
        self.settings = settings
        self.drag.due = False
        for name in after:
            if name != by and after[name] != before[name]:
                self.key.renew(name)

    def with_setting(self, name: str, value: Any) -> ttt.TrainingConfig:
        """Return the settings after one is changed by its control.

        It changes others that would contradict it. They return when they no longer would.
        """
        return fitted(self._base, self._with(name, value))

    def moved_along(self, name: str) -> list[str]:
        """Return the settings that had to change with this one, if it was chosen last."""
        if next(reversed(self._chosen), None) != name:
            return []
        wanted = {**vars(self._base), **self._chosen}
        others = {other: self._chosen[other] for other in self._chosen if other != name}
        without = vars(fitted(self._base, others))
        return [
            other
            for other, value in vars(self.settings).items()
            if value not in (wanted[other], without[other]) and matters(other, self.settings)
        ]

    def _with(self, name: str, value: Any) -> dict[str, Any]:
        return {setting: self._chosen[setting] for setting in self._chosen if setting != name} | {
            name: value
        }

    def follow_agent(self, visitor: Session) -> bool:
        """Apply the settings of an agent that another page brought; return whether one has come.

        For an agent that was here before, the settings that were shown with it come back.
        """
        if self.replacements == visitor.replacements:
            return False
        with visitor.lock:
            self.replacements = visitor.replacements
            rest_earlier(visitor)
            agent, shown = visitor.agent, visitor.attached.get(ttt.TrainingConfig)
        if not self.pinned:
            self.previous_run = None
        self.drag.due, self.drag.training = False, None
        self.end_replay()
        if shown is not None:
            self.set_settings(shown)
        elif agent.training or agent.trained_elsewhere or agent.settings:
            self.set_settings(agent.config)
        return True

    def end_replay(self) -> None:
        """Show the agent as it is, if its training was being shown from the first game."""
        if self.replaying:
            self.replaying, self.moment = False, None


def train_state() -> TrainState:
    visitor = session()
    return per_visitor(TrainState, lambda: TrainState(visitor.agent.config, visitor.replacements))


def known_training(visitor: Session) -> Training | None:
    """Return the training that belongs to the visitor's agent, None if none does (yet).

    The agent may have learned from games on Play since.
    """
    with visitor.lock:
        training = visitor.attached.get(Training)
        return training if training and training.history == visitor.agent.training else None


def whole_training(visitor: Session) -> Training | None:
    """Return the training that belongs to the agent, unless it has learned on Play since."""
    with visitor.lock:
        training = known_training(visitor)
        return training if training and training.reproduces(visitor.agent) else None


def shown_training(visitor: Session) -> Training | None:
    """Return how the agent was trained, without games on Play since; None if that is not known.

    To know it, the training is repeated once, if need be.
    """
    with visitor.lock:
        training = known_training(visitor)
        if training is None:
            training = visitor.about(replayed)
            if training is not None:
                visitor.attached.put(training)
        else:
            training.use_live(visitor.agent)
            if not visitor.training_under_way:
                training.stop()
        return training


def present_training(visitor: Session) -> Training | None:
    """Return how the agent has learned everything it knows, None if that is not known."""
    shown_training(visitor)
    return whole_training(visitor)


def rest(visitor: Session) -> None:
    """Pause the training, and free what is needed only while the page is open."""
    training = visitor.attached.get(Training)
    if training is not None:
        training.rest()
    rest_earlier(visitor)


def rest_earlier(visitor: Session) -> None:
    """End the trainings of the earlier agents. The session's lock must be held."""
    for earlier in visitor.earlier_agents:
        training = earlier.attached.get(Training)
        if training is not None and training is not visitor.attached.get(Training):
            training.stop()
            training.rest(earlier.packed)
