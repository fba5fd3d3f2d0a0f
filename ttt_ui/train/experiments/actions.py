"""A visitor's guesses in the guided experiments, and the callbacks of their buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.train.actions import try_settings
from ttt_ui.train.experiments.declared import EXPERIMENTS, Trainings
from ttt_ui.visit.session import per_visitor, session
from ttt_ui.widgets import rerun_page_if_alone


@dataclass
class Trial:
    """A guess in an experiment."""

    guess: int  # index of the answer the visitor chose
    job: Job | None = None  # the job that trains with every seed, if it was needed


@dataclass
class Laboratory:
    trials: dict[str, Trial] = field(default_factory=dict)  # by key of the experiment
    replacements: int = -1  # `Session.replacements` after the last experiment's agent arrived

    def take(self, guesses: Mapping[str, int]) -> None:
        """Restore the guesses of another visit; drop those that no longer exist."""
        self.trials = {
            name: Trial(number)
            for name, number in guesses.items()
            if name in EXPERIMENTS and number < len(EXPERIMENTS[name].answers)
        }


def laboratory() -> Laboratory:
    return per_visitor(Laboratory)


@st.cache_resource(show_spinner=False)
def known_trainings() -> dict[str, Trainings]:
    """Return the trainings finished so far, by experiment: they are the same for every visitor."""
    return {}


def go_on(name: str, trial: Trial) -> Job | None:
    """Return the job that trains with every seed; None if all trainings are known."""
    known = known_trainings()
    if name not in known:
        trial.job = jobs.going_on(trial.job, lambda job: _train(job, name, known))
    return trial.job


def _train(job: Job, name: str, known: dict[str, Trainings]) -> None:
    def report(share: float) -> None:
        job.share = share

    known[name] = EXPERIMENTS[name].train(job.turn, report)


def guess(name: str, answer: int) -> None:
    """Note a guess, and train the experiment's agent.

    It replaces the agent of the previous experiment, so a single undo always restores the visitor's
    own.
    """
    visitor, trials = session(), laboratory()
    with visitor.lock:
        if trials.replacements == visitor.replacements:
            visitor.undo()
    try_settings(EXPERIMENTS[name].config)
    trials.trials[name], trials.replacements = Trial(answer), visitor.replacements


def forget(name: str) -> None:
    """Discard the guess in an experiment, so that the visitor can guess again."""
    laboratory().trials.pop(name, None)
    rerun_page_if_alone()
