"""An uploaded agent, of this app or of any other program: how its file was read, and a check."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import ttt_core as ttt
from ttt_core.files import AgentReading, agent_readings
from ttt_core.learning import HERE, Obstacle, is_reproduced, obstacle, updates_of
from ttt_core.sentences import sentence, tr_noop
from ttt_ui import jobs
from ttt_ui.language import tr
from ttt_ui.visit.attached import how_read
from ttt_ui.visit.limits import MAX_UPDATES_AT_ONCE, check_runs, shortened, typed_name
from ttt_ui.visit.session import Message, session
from ttt_ui.wording import counted, plain

_SECONDS, _MEGABYTES = 20, 512
_T = TypeVar("_T")


def read_upload(upload: Any) -> Sequence[AgentReading]:
    """Return the agent of an uploaded file, and other readings of the file that fit.

    Raises
    ------
    AgentFileError, LimitError
        If it contains no agent, or one that is too much for this server.
    """
    readings = read_within_bounds(agent_readings, upload)
    check_runs(readings[0].agent)
    return readings


def read_within_bounds(reader: Callable[[bytes, str], _T], upload: Any) -> _T:
    """Call a reader with the content and the name of an uploaded file, in a bounded process.

    A browser may report a file that was refused, or that its process has lost. In its place,
    Streamlit then gives an object without content and without a name.

    Raises
    ------
    AgentFileError
        If the reader raises it or exceeds the bounds, or the server does not have the file.
    """
    if not hasattr(upload, "getvalue"):
        raise ttt.AgentFileError(
            sentence(
                "The file did not reach the server. Upload it again. If that fails too, give it a "
                "shorter name."
            )
        )
    name = typed_name(str(getattr(upload, "name", "")).rsplit(".", 1)[0])
    content = bytes(upload.getvalue())
    try:
        return jobs.call(reader, content, name, seconds=_SECONDS, megabytes=_MEGABYTES)
    except jobs.LostWorkError as error:
        raise ttt.AgentFileError(*error.args) from None


def keep_how_read(upload: Any, readings: Sequence[AgentReading]) -> None:
    """Keep with the visitor's agent how its file was read, if it is from elsewhere."""
    how = how_read(shortened(str(getattr(upload, "name", ""))), readings)
    if how is not None:
        session().attached.put(how)


_RETRAINING_SECONDS, _RETRAINING_MEGABYTES = 60, 512
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
    elif jobs.call(
        is_reproduced, agent, seconds=_RETRAINING_SECONDS, megabytes=_RETRAINING_MEGABYTES
    ):
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
