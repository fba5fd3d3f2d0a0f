"""An uploaded agent, of this app or of any other program, and how its file was read."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import ttt_core as ttt
from ttt_core.files import AgentReading, agent_readings
from ttt_core.sentences import sentence
from ttt_ui import jobs
from ttt_ui.visit.attached import how_read
from ttt_ui.visit.limits import check_runs, shortened, typed_name
from ttt_ui.visit.session import session

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
    except jobs.CallError as error:
        raise ttt.AgentFileError(*error.args) from None


def keep_how_read(upload: Any, readings: Sequence[AgentReading]) -> None:
    """Keep with the visitor's agent how its file was read, if it is from elsewhere."""
    how = how_read(shortened(str(getattr(upload, "name", ""))), readings)
    if how is not None:
        session().attached.put(how)
