"""Whether retraining with an agent's settings reproduces it: the state of the check, and its words.

An agent from a file is checked at once if that takes no more than a second.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.learning import (
    HERE,
    Obstacle,
    Retraining,
    RetrainingResult,
    check,
    obstacle,
    updates_of,
)
from ttt_ui.jobs import Job
from ttt_ui.visit.session import Session, per_visitor
from ttt_ui.wording import counted, listed, plain

MAX_UPDATES_AT_ONCE = 10_000_000
"""Most updates retrained while a visitor waits: about a second."""
MAX_UPDATES = 2_000_000_000
"""Most updates retrained at all: some minutes."""

_WHY_NOT: dict[Obstacle, str] = {
    "elsewhere": "It was trained in another program and can only be retrained there.",
    "partner": "It was trained against an agent that is not in its file.",
    "people": "It has also learned outside its training runs, for example from games with people, "
    "so its settings alone cannot reproduce it.",
    "untrained": "It has not been trained yet, so there is nothing to check.",
}


@dataclass
class Checking:
    """The check of your agent against a retrained copy.

    Attributes
    ----------
    retraining
        The retraining under way, or None.
    job
        The job that retrains or has retrained.
    found
        The result, or None if there is none yet.
    """

    retraining: Retraining | None = None
    job: Job | None = None
    found: RetrainingResult | None = None
    _table: NDArray[np.float64] | None = None

    def follow(self, agent: ttt.Agent) -> None:
        """Reset the check if the agent has changed."""
        if self._table is not agent.q:
            self.stop()
            self._table, self.found = agent.q, None

    def stop(self) -> None:
        """Stop the retraining without a result."""
        self.retraining = None
        if self.job is not None:
            self.job.stop()

    def conclude(self, found: RetrainingResult) -> None:
        """Store the result."""
        self.retraining, self.found = None, found


def checking() -> Checking:
    return per_visitor(Checking)


def why_not(agent: ttt.Agent) -> str:
    """Say why an agent cannot be checked; empty if it can."""
    found = obstacle(agent)
    if found is not None:
        return _WHY_NOT[found]
    if updates_of(agent.training) > MAX_UPDATES:
        games = counted(sum(run.games for run in agent.training), "game", "games")
        return f"Replaying its {games} would take too long."
    return ""


def check_at_once(visitor: Session, state: Checking) -> str:
    """Check an agent just loaded from a file, if that is quick; return the result in Markdown.

    The caller holds the session's lock.
    """
    agent = visitor.agent
    state.follow(agent)
    if said := why_not(agent):
        return "" if agent.is_blank else f"It cannot be checked. {said}"
    if updates_of(agent.training) > MAX_UPDATES_AT_ONCE:
        return "To find out whether its settings reproduce it, open **Check** under **File**."
    found = check(agent)
    visitor.confirm(agent, found)
    state.conclude(found)
    if found.matches:
        return outcome(found)
    return f"{outcome(found)} To see where, open **Check** under **File**."


def outcome(found: RetrainingResult) -> str:
    """Say in Markdown whether retraining reproduced an agent."""
    if found.matches:
        return "Checked: retraining with its settings gives exactly the same agent."
    if found.same_table:
        said = [
            "Checked: retraining with its settings gives the same table, but **a different agent**."
        ]
    else:
        said = ["Checked: retraining with its settings gives **a different agent**."]
        numbers = [
            said
            for number, said in (
                (found.values, counted(found.values, "value", "values")),
                (found.visits, counted(found.visits, "visit count", "visit counts")),
                (found.rewards, counted(found.rewards, "reward", "rewards")),
            )
            if number
        ]
        verb = "differs" if found.values + found.visits + found.rewards == 1 else "differ"
        said.append(f"{listed(numbers)} {verb}.")
    if found.largest:
        said.append(f"The largest difference between two values is {found.largest:.3g}.")
    if not found.same_counts:
        said.append("The game counts differ.")
    if not found.same_in_play:
        said.append("The settings for playing and learning from people differ.")
    return " ".join(said)


def where_from(agent: ttt.Agent) -> str:
    """Say which program trained an agent; empty if it was this one."""
    if agent.origin == HERE or agent.trained_elsewhere is not None:
        return ""
    if agent.origin is None:
        return "Its file does not say which program trained it."
    return (
        f"It was trained with {plain(agent.origin.program)}, version {plain(agent.origin.version)}."
    )
