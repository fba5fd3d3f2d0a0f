"""An uploaded agent, of this app or of any other program, and how its file was read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import ttt_core as ttt
from ttt_core.files import AgentReading, agent_readings
from ttt_core.learning import PackedAgent
from ttt_core.sentences import sentence
from ttt_ui import jobs
from ttt_ui.visit.limits import check_runs, shortened, typed_name
from ttt_ui.visit.session import session

_SECONDS, _MEGABYTES = 20, 512


@dataclass(frozen=True)
class HowRead:
    """How the file of an agent from elsewhere was read; it belongs to the agent.

    Attributes
    ----------
    file : str
        The name of the file.
    readings : tuple
        For each reading that fits how it reads the file, and the agent it gives; the best first.
    notes : tuple of str
        What the verdict depends on.
    forfeiting : ReportCard or None
        The verdict on the first reading if choosing a taken cell is a loss, where that changes it.
    chosen : int
        The reading that the visitor's agent is from.
    not_saved : int
        How many other readings there were before the browser brought the agent back.
    """

    file: str
    readings: tuple[tuple[str, PackedAgent], ...]
    notes: tuple[str, ...]
    forfeiting: ttt.ReportCard | None = None
    chosen: int = 0
    not_saved: int = 0


def content_of(upload: Any) -> bytes:
    """Return an uploaded file's content; raise `AgentFileError` if the server does not have it.

    A browser may report a file that was refused, or that its process has lost. In its place,
    Streamlit then gives an object without content and without a name.
    """
    if not hasattr(upload, "getvalue"):
        raise ttt.AgentFileError(
            sentence(
                "The file did not reach the server. Upload it again. If that fails too, give it a "
                "shorter name."
            )
        )
    return bytes(upload.getvalue())


def read_upload(upload: Any) -> Sequence[AgentReading]:
    """Return the agent of an uploaded file, and other readings of the file that fit.

    Raises
    ------
    AgentFileError, LimitError
        If it contains no agent, or one that is too much for this server.
    """
    name = typed_name(str(getattr(upload, "name", "")).rsplit(".", 1)[0])
    try:
        readings = jobs.call(
            agent_readings, content_of(upload), name, seconds=_SECONDS, megabytes=_MEGABYTES
        )
    except jobs.CallError as error:
        raise ttt.AgentFileError(*error.args) from None
    check_runs(readings[0].agent)
    return readings


def keep_how_read(upload: Any, readings: Sequence[AgentReading]) -> None:
    """Keep with the visitor's agent how its file was read, if it is from elsewhere."""
    first = readings[0]
    if first.how:
        ways = tuple((reading.how, PackedAgent(reading.agent)) for reading in readings)
        file = shortened(str(getattr(upload, "name", "")))
        session().belongings.put(HowRead(file, ways, first.notes[1:], first.forfeiting))
