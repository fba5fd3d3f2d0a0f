"""Whether an agent is what its own settings lead to: what is known of it, and how it is said.

An agent from a file is checked at once where that takes a moment.
"""

from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.learning.check import Check, Obstacle, Retraining, check, obstacle, updates_of
from ttt_core.learning.origin import HERE
from ttt_ui.shared.session import Session, per_visitor
from ttt_ui.shared.wording import counted, listed, plain

MAX_UPDATES_AT_ONCE = 10_000_000
"""So much is trained again while a visitor waits: a second at most."""
MAX_UPDATES = 2_000_000_000
"""And so much at all: some minutes."""

_WHY_NOT: dict[Obstacle, str] = {
    "elsewhere": "It was trained elsewhere, and only there can it be trained again.",
    "partner": "It was trained against a partner that its file does not hold.",
    "people": "It has learned from more games than its trainings had, such as games with people: "
    "its settings alone do not lead to it.",
    "untrained": "It has not been trained yet: there is nothing to train again.",
}


@dataclass
class Checking:
    """What is known of whether the present agent is what its own settings lead to.

    Attributes
    ----------
    retraining
        The training that is to tell, under way; None where there is none.
    found
        What has come of it; None where nothing has yet.
    lock
        Held by whoever goes on with it: two runs of the script may meet.
    """

    retraining: Retraining | None = None
    found: Check | None = None
    lock: Lock = field(default_factory=Lock)
    _table: NDArray[np.float64] | None = None

    def follow(self, agent: ttt.Agent) -> None:
        """Forget what was another agent's."""
        if self._table is not agent.q:
            self._table, self.retraining, self.found = agent.q, None, None

    def conclude(self, found: Check) -> None:
        """Keep what has come of it."""
        self.retraining, self.found = None, found


def checking() -> Checking:
    """Return what is known of whether the visitor's agent is what its own settings lead to."""
    return per_visitor(Checking)


def why_not(agent: ttt.Agent) -> str:
    """Say why an agent cannot be checked; empty where it can."""
    found = obstacle(agent)
    if found is not None:
        return _WHY_NOT[found]
    if updates_of(agent.training) > MAX_UPDATES:
        games = counted(sum(run.games for run in agent.training), "game")
        return f"Its {games} would take too long to be played again here."
    return ""


def check_at_once(visitor: Session, state: Checking) -> str:
    """Check the visitor's agent, which a file has brought, where that takes a moment.

    The session's lock is held. Returns a sentence in Markdown on what came of it.
    """
    agent = visitor.agent
    state.follow(agent)
    if said := why_not(agent):
        return "" if agent.is_blank else f"It cannot be checked: {said[0].lower()}{said[1:]}"
    if updates_of(agent.training) > MAX_UPDATES_AT_ONCE:
        return "**Check**, in the sidebar, finds out whether its own settings lead to it."
    found = check(agent)
    visitor.confirm(agent, found)
    state.conclude(found)
    more = "" if found.matches else " **Check**, in the sidebar, shows where."
    return outcome(found) + more


def outcome(found: Check) -> str:
    """Say in Markdown whether an agent is what its own settings lead to."""
    if found.matches:
        return "Checked: trained again by its own settings, it is the same agent, bit for bit."
    if found.same_table:
        said = ["Checked: its own settings lead to the same table, but not to **the same agent**."]
    else:
        said = ["Checked: its own settings lead to **another agent**."]
        numbers = [
            counted(number, noun)
            for number, noun in (
                (found.values, "value"),
                (found.visits, "visit count"),
                (found.rewards, "reward"),
            )
            if number
        ]
        verb = "differs" if found.values + found.visits + found.rewards == 1 else "differ"
        said.append(f"{listed(numbers)} {verb}.")
    if found.largest:
        said.append(f"The largest difference of two values is {found.largest:.3g}.")
    if not found.same_counts:
        said.append("Its counts of games differ.")
    if not found.same_in_play:
        said.append("It plays people, and learns from them, by other settings.")
    return " ".join(said)


def where_from(agent: ttt.Agent) -> str:
    """Say which program an agent comes from, where that is another than this one."""
    if agent.origin == HERE or agent.trained_elsewhere is not None:
        return ""
    if agent.origin is None:
        return "Its file does not say which program it was trained in."
    return (
        f"It was trained in {plain(agent.origin.program)}, version {plain(agent.origin.version)}."
    )
