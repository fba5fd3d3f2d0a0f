"""A visitor's guesses in the guided experiments, and the callbacks of their buttons."""

from dataclasses import dataclass, field

import streamlit as st

from ttt_ui.train.actions import AT_ONCE_SECONDS, put_in_place
from ttt_ui.train.course import Course
from ttt_ui.train.experiments import EXPERIMENTS, Outcome, outcome_of
from ttt_ui.train.settings import name_for
from ttt_ui.train.state import train_state
from ttt_ui.visit.session import per_visitor, session


@dataclass
class Trial:
    """An experiment that was run.

    Attributes
    ----------
    guess
        Index of the answer the visitor chose.
    course
        Of the agent trained for it; None once its outcome is known.
    counterpart
        Outcome of the training it is compared with.
    outcome
        Its own outcome; None until it is known.
    """

    guess: int
    course: Course | None
    counterpart: Outcome
    outcome: Outcome | None = None


@dataclass
class Laboratory:
    """The experiments of a visitor.

    Attributes
    ----------
    trials
        By key of the experiment.
    replacements
        `Session.replacements` after the last experiment's agent arrived.
    """

    trials: dict[str, Trial] = field(default_factory=dict)
    replacements: int = -1

    def result_of(self, name: str) -> Trial | None:
        """Return the finished trial of an experiment, if there is one."""
        trial = self.trials.get(name)
        if trial is not None and trial.course is not None:
            if trial.course.games_played < trial.course.config.games:
                return None
            trial.outcome, trial.course = outcome_of(trial.course), None
        return trial


def laboratory() -> Laboratory:
    """Return the visitor's experiments."""
    return per_visitor(Laboratory)


def guess(name: str, answer: int) -> None:
    """Note a guess, and train the experiment's agent.

    It replaces the agent of the previous experiment, so a single undo always restores the visitor's
    own.
    """
    visitor, train, trials = session(), train_state(), laboratory()
    experiment = EXPERIMENTS[name]
    course = Course(experiment.config, name_for(experiment.config))
    course.begin(AT_ONCE_SECONDS, patient=False)
    trial = Trial(answer, course, _outcome_of_counterpart(name))
    with visitor.lock:
        if trials.replacements == visitor.replacements:
            visitor.undo()
        train.take(experiment.config)
        put_in_place(visitor, train, course, visitor.claim())
        trials.trials[name], trials.replacements = trial, visitor.replacements


@st.cache_resource(show_spinner=False, max_entries=len(EXPERIMENTS))
def _outcome_of_counterpart(name: str) -> Outcome:
    """Return the outcome of the counterpart, which is the same for every visitor."""
    counterpart = EXPERIMENTS[name].counterpart
    course = Course(counterpart, name_for(counterpart))
    course.finish()
    return outcome_of(course)


def forget(name: str) -> None:
    """Discard the guess in an experiment, so that the visitor can guess again."""
    laboratory().trials.pop(name, None)
