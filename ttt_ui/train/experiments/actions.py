"""A visitor's guesses in the guided experiments, and the callbacks of their buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ttt_core.learning import RunOutcome, config_that_tells
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

    def restore(self, guesses: Mapping[str, int]) -> None:
        """Restore the guesses of another visit; drop those that no longer exist."""
        self.trials = {
            name: Trial(number, EXPERIMENTS[name].runs())
            for name, number in guesses.items()
            if name in EXPERIMENTS and number < len(EXPERIMENTS[name].answers)
        }


def laboratory() -> Laboratory:
    return per_visitor(Laboratory)


def guess(name: str, answer: int) -> None:
    """Note a guess, whose answer the experiment's own training runs give."""
    laboratory().trials[name] = Trial(answer, EXPERIMENTS[name].runs())


def keep(name: str) -> None:
    """Make the experiment's agent the visitor's."""
    try_settings(EXPERIMENTS[name].config)
    rerun_page_if_alone()


def is_kept(name: str) -> bool:
    """Return whether the visitor's agent is the experiment's."""
    return config_that_tells(session().agent) == EXPERIMENTS[name].config


def forget(name: str) -> None:
    """Discard the guess in an experiment, so that the visitor can guess again."""
    laboratory().trials.pop(name, None)
    rerun_page_if_alone()
