"""What a visitor has guessed in the guided experiments, and what their buttons do."""

from dataclasses import dataclass, field

import streamlit as st

from ttt_ui.shared.session import per_visitor, session
from ttt_ui.train.actions import AT_ONCE_SECONDS, put_in_place
from ttt_ui.train.course import Course
from ttt_ui.train.experiments import EXPERIMENTS, Outcome, outcome_of
from ttt_ui.train.settings import name_for
from ttt_ui.train.state import train_state


@dataclass
class Trial:
    """An experiment that was run.

    Attributes
    ----------
    guess
        Which of the answers the visitor chose.
    course
        Of the agent trained for it.
    counterpart
        What the training came to that it is held against.
    outcome
        What its own has come to; None as long as that is not known.
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
        By name of the experiment.
    replacements
        `Session.replacements` when the agent of an experiment came last.
    """

    trials: dict[str, Trial] = field(default_factory=dict)
    replacements: int = -1

    def result_of(self, name: str) -> Trial | None:
        """Return the trial of an experiment that has been run to its end, None without one."""
        trial = self.trials.get(name)
        if trial is not None and trial.course is not None:
            if trial.course.games_played < trial.course.config.games:
                return None
            trial.outcome, trial.course = outcome_of(trial.course), None
        return trial


def laboratory() -> Laboratory:
    """Return the experiments of the visitor."""
    return per_visitor(Laboratory)


def guess(name: str, answer: int) -> None:
    """Note a guess, and train what it is about.

    The agent of an experiment takes the place of that of the experiment before: one's own is always
    brought back by a single step of undo.
    """
    visitor, train, trials = session(), train_state(), laboratory()
    experiment = EXPERIMENTS[name]
    course = Course(experiment.config, name_for(experiment.config))
    course.work(AT_ONCE_SECONDS, patient=False)
    trial = Trial(answer, course, _outcome_of_counterpart(name))
    with visitor.lock:
        if trials.replacements == visitor.replacements:
            visitor.undo()
        train.take(experiment.config)
        put_in_place(visitor, train, course, visitor.claim())
        trials.trials[name], trials.replacements = trial, visitor.replacements


@st.cache_resource(show_spinner=False, max_entries=len(EXPERIMENTS))
def _outcome_of_counterpart(name: str) -> Outcome:
    """Return what the counterpart comes to: for everybody the same."""
    counterpart = EXPERIMENTS[name].counterpart
    course = Course(counterpart, name_for(counterpart))
    course.work(float("inf"))
    return outcome_of(course)


def forget(name: str) -> None:
    """Forget what was guessed in an experiment, to guess anew."""
    laboratory().trials.pop(name, None)
