"""Whether retraining with an agent's settings reproduces it: the state of the check, and its words.

An agent from a file is checked at once if that takes no more than a second.
"""

import ttt_core as ttt
from ttt_core.learning import (
    HERE,
    Obstacle,
    Retraining,
    RetrainingResult,
    obstacle,
    updates_of,
)
from ttt_core.sentences import tr_noop
from ttt_ui.jobs import ThreadJob
from ttt_ui.language import tr, tr_plural
from ttt_ui.visit.limits import MAX_UPDATES_AT_ONCE
from ttt_ui.visit.session import Session, session
from ttt_ui.wording import counted, listed, plain

MAX_UPDATES = 2_000_000_000
"""Most updates retrained at all: some minutes."""

_WHY_NOT: dict[Obstacle, str] = {
    "elsewhere": tr_noop("It was trained in another program and can only be retrained there."),
    "partner": tr_noop("It was trained against an agent that is not in its file."),
    "people": tr_noop(
        "It has also learned outside its training runs, for example from games with people, so its "
        "settings alone cannot reproduce it."
    ),
    "untrained": tr_noop("It has not been trained yet, so there is nothing to check."),
}


class Checking:
    """The check of your agent against a retrained copy."""

    def __init__(self, _: ttt.Agent) -> None:
        self.retraining: Retraining | None = None  # the retraining under way
        self.job: ThreadJob | None = None  # the job that retrains or has retrained
        self.found: RetrainingResult | None = None  # the result, once there is one


def checking() -> Checking:
    """Return the check of your agent; another one as soon as it changes."""
    return session().about(Checking)


def why_not(agent: ttt.Agent) -> str:
    """Say why an agent cannot be checked; empty if it can."""
    found = obstacle(agent)
    if found is not None:
        return tr(_WHY_NOT[found])
    if updates_of(agent.training) > MAX_UPDATES:
        games = counted(sum(run.games for run in agent.training), "game", "games")
        return tr("Replaying its {games} would take too long.", games=games)
    return ""


def check_at_once(visitor: Session) -> str:
    """Check an agent just loaded from a file, if that is quick; return the result in Markdown.

    The caller holds the session's lock.
    """
    agent = visitor.agent
    if said := why_not(agent):
        return "" if agent.is_blank else tr("It cannot be checked. {reason}", reason=said)
    if updates_of(agent.training) > MAX_UPDATES_AT_ONCE:
        return tr("To find out whether its settings reproduce it, open **Check** under **File**.")
    found = Retraining(agent).check()
    visitor.confirm(agent, found)
    visitor.about(Checking).found = found
    if found.matches:
        return outcome(found)
    return f"{outcome(found)} {tr('To see where, open **Check** under **File**.')}"


def outcome(found: RetrainingResult) -> str:
    """Say in Markdown whether retraining reproduced an agent."""
    if found.matches:
        return tr("Checked: retraining with its settings gives exactly the same agent.")
    if found.same_table:
        said = [
            tr(
                "Checked: retraining with its settings gives the same table, but **a different "
                "agent**."
            )
        ]
    else:
        said = [tr("Checked: retraining with its settings gives **a different agent**.")]
        numbers = [
            said
            for number, said in (
                (found.values, counted(found.values, "value", "values")),
                (found.visits, counted(found.visits, "visit count", "visit counts")),
                (found.rewards, counted(found.rewards, "reward", "rewards")),
            )
            if number
        ]
        said.append(
            tr_plural(
                "{what} differs.",
                "{what} differ.",
                found.values + found.visits + found.rewards,
                what=listed(numbers),
            )
        )
    if found.largest:
        said.append(
            tr(
                "The largest difference between two values is {difference:.3g}.",
                difference=found.largest,
            )
        )
    if not found.same_counts:
        said.append(tr("The game counts differ."))
    if not found.same_in_play:
        said.append(tr("The settings for playing and learning from people differ."))
    return " ".join(said)


def where_from(agent: ttt.Agent) -> str:
    """Say which program trained an agent; empty if it was this one."""
    if agent.origin == HERE or agent.trained_elsewhere is not None:
        return ""
    if agent.origin is None:
        return tr("Its file does not say which program trained it.")
    return tr(
        "It was trained with {program}, version {version}.",
        program=plain(agent.origin.program),
        version=plain(agent.origin.version),
    )
