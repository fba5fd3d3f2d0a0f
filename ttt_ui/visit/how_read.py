"""How the file of an agent from elsewhere was read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, InstanceOf, PlainSerializer

import ttt_core as ttt
from ttt_core.files import AgentReading
from ttt_core.learning import PackedAgent
from ttt_ui.visit.kept import Count
from ttt_ui.visit.limits import MAX_TEXT

_MAX_HOW = 1_000
_MAX_NOTES = 4
How = Annotated[str, Field(max_length=_MAX_HOW), PlainSerializer(lambda how: str(how)[:_MAX_HOW])]
Notes = Annotated[
    tuple[How, ...],
    Field(max_length=_MAX_NOTES),
    PlainSerializer(lambda notes: [str(note)[:_MAX_HOW] for note in notes[:_MAX_NOTES]]),
]
Reading = tuple[How, InstanceOf[PackedAgent]]


@dataclass(frozen=True)
class HowRead:
    """How the file of an agent from elsewhere was read; it belongs to the agent.

    Attributes
    ----------
    file : str
        The name of the file.
    how : str
        How the chosen reading reads it.
    notes : tuple of str
        What the verdict depends on.
    question : str
        With both verdicts, if nothing in the file decides between the first two readings; it is
        among the notes, too.
    others : int
        How many other readings fit.
    chosen : int
        The reading that the visitor's agent is from.
    readings : tuple
        If others are at hand: for each reading that fits how it reads the file, and the agent it
        gives; the best first. They are not saved.
    forfeiting : ReportCard or None
        The verdict on the first reading if choosing a taken cell is a loss, where that changes it.
    """

    how: How
    file: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    notes: Notes = ()
    question: How = ""
    others: Count = 0
    chosen: Count = 0
    readings: Annotated[tuple[Reading, ...], Field(exclude=True)] = ()
    forfeiting: Annotated[InstanceOf[ttt.ReportCard] | None, Field(exclude=True)] = None

    @property
    def open_question(self) -> str:
        """The question, as long as the visitor has not answered it by another reading."""
        return self.question if self.chosen == 0 else ""


def how_read(file: str, readings: Sequence[AgentReading], not_kept: int = 0) -> HowRead | None:
    """Return how a file was read, the chosen reading first; None if the agent is one of ours."""
    first, others = readings[0], len(readings) - 1
    if not first.how:
        return None
    return HowRead(
        first.how,
        file,
        first.notes[1:],
        first.question,
        others + not_kept,
        readings=tuple((one.how, PackedAgent(one.agent)) for one in readings) if others else (),
        forfeiting=first.forfeiting,
    )
