"""Whether an uploaded agent is what its settings say, and which program trained it."""

from dataclasses import replace

import ttt_core as ttt
from ttt_core.learning import HERE, Obstacle, is_reproduced, obstacle, updates_of
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.language import tr
from ttt_ui.visit.limits import MAX_UPDATES_AT_ONCE
from ttt_ui.visit.session import Message
from ttt_ui.wording import counted, plain

_SECONDS, _MEGABYTES = 60, 512
"""Far more than retraining takes."""

_WHY_NOT: dict[Obstacle, str] = {
    "elsewhere": tr_noop("It was trained in another program and can only be retrained there."),
    "partner": tr_noop("It was trained against an agent that is not in its file."),
    "people": tr_noop(
        "It has also learned outside its training runs, for example from games with people, so its "
        "settings alone cannot reproduce it."
    ),
}


def checked(agent: ttt.Agent) -> tuple[ttt.Agent, Message]:
    """Retrain a copy of an uploaded agent, if that is quick; return the agent and the result.

    An agent that its settings reproduce is marked so: links can then contain it.
    """
    why_not = obstacle(agent)
    if why_not == "untrained":
        result = ""
    elif why_not is not None:
        result = tr("It cannot be checked. {reason}", reason=tr(_WHY_NOT[why_not]))
    elif updates_of(agent.training) > MAX_UPDATES_AT_ONCE:
        games = counted(sum(run.games for run in agent.training), "game", "games")
        long = tr("Replaying its {games} would take too long.", games=games)
        result = tr("It cannot be checked. {reason}", reason=long)
    elif jobs.call(is_reproduced, agent, seconds=_SECONDS, megabytes=_MEGABYTES):
        agent = replace(agent, reproducible=True)
        result = tr("Checked: retraining with its settings gives exactly the same agent.")
    else:
        different = tr("Checked: retraining with its settings gives **a different agent**.")
        return agent, Message("warning", different)
    return agent, Message("success", result)


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
