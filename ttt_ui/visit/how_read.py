"""How the file of an agent from elsewhere was read."""

from collections.abc import Sequence
from dataclasses import dataclass

import ttt_core as ttt
from ttt_core.files import AgentReading
from ttt_core.learning import PackedAgent


@dataclass(frozen=True)
class HowRead:
    """How the file of an agent from elsewhere was read; it belongs to the agent.

    Attributes
    ----------
    file : str
        The name of the file.
    readings : tuple
        For each reading that fits how it reads the file, and the agent it gives; the best first.
        No agent if there is only one to choose.
    notes : tuple of str
        What the verdict depends on.
    question : str
        With both verdicts, if nothing in the file decides between the first two readings; it is
        among the notes, too.
    forfeiting : ReportCard or None
        The verdict on the first reading if choosing a taken cell is a loss, where that changes it.
    chosen : int
        The reading that the visitor's agent is from.
    not_saved : int
        How many other readings there were that are not kept.
    """

    file: str
    readings: tuple[tuple[str, PackedAgent | None], ...]
    notes: tuple[str, ...]
    question: str = ""
    forfeiting: ttt.ReportCard | None = None
    chosen: int = 0
    not_saved: int = 0

    @property
    def how(self) -> str:
        """How the chosen reading reads the file."""
        return self.readings[self.chosen][0]

    @property
    def open_question(self) -> str:
        """The question, as long as the visitor has not answered it by another reading."""
        return self.question if self.chosen == 0 else ""


def how_read(file: str, readings: Sequence[AgentReading], not_kept: int = 0) -> HowRead | None:
    """Return how a file was read, the chosen reading first; None if the agent is one of ours."""
    first = readings[0]
    if not first.how:
        return None
    some = len(readings) > 1
    ways = tuple(
        (reading.how, PackedAgent(reading.agent) if some else None) for reading in readings
    )
    notes = first.notes[1:]
    return HowRead(file, ways, notes, first.question, first.forfeiting, not_saved=not_kept)
