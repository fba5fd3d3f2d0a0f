"""A visitor's guesses in the guided experiments, and the callbacks of their buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ttt_core.learning import RunOutcome
from ttt_ui.runs import Runs
from ttt_ui.train.actions import try_settings
from ttt_ui.train.experiments.declared import EXPERIMENTS
from ttt_ui.visit.session import per_visitor, session
from ttt_ui.widgets import rerun_page_if_alone


@dataclass
class Trial:
    """A guess in an experiment."""

    guess: int  # index of the answer the visitor chose
    runs: Runs[RunOutcome]  # with every seed


@dataclass
class Laboratory:
    trials: dict[str, Trial] = field(default_factory=dict)  # by key of the experiment
    replacements: int = -1  # `Session.replacements` after the last experiment's agent arrived

    def take(self, guesses: Mapping[str, int]) -> None:
        """Restore the guesses of another visit; drop those that no longer exist."""
        self.trials = {
            name: Trial(number, EXPERIMENTS[name].runs())
            for name, number in guesses.items()
            if name in EXPERIMENTS and number < len(EXPERIMENTS[name].answers)
        }


def laboratory() -> Laboratory:
    return per_visitor(Laboratory)


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
    trials.trials[name], trials.replacements = (
        Trial(answer, EXPERIMENTS[name].runs()),
        visitor.replacements,
    )


def forget(name: str) -> None:
    """Discard the guess in an experiment, so that the visitor can guess again."""
    laboratory().trials.pop(name, None)
    rerun_page_if_alone()
