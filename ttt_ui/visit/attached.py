"""What pages keep of an agent as long as undo can bring it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, NamedTuple, TypeVar, cast

from pydantic import Field, InstanceOf, PlainSerializer

import ttt_core as ttt
from ttt_core.files import AgentReading
from ttt_core.learning import PackedAgent
from ttt_ui.visit.limits import MAX_TEXT, Count

_MAX_HOW = 1_000
_MAX_NOTES = 4
How = Annotated[str, Field(max_length=_MAX_HOW), PlainSerializer(lambda how: str(how)[:_MAX_HOW])]
Notes = Annotated[
    tuple[How, ...],
    Field(max_length=_MAX_NOTES),
    PlainSerializer(lambda notes: [str(note)[:_MAX_HOW] for note in notes[:_MAX_NOTES]]),
]
KeptReading = tuple[How, InstanceOf[PackedAgent]]

_T = TypeVar("_T")


class Attached:
    """What belongs to an agent: at most one object of each class.

    It stays when the agent learns, is put aside when another replaces the agent, and comes back
    with it.
    """

    def __init__(self, things: Mapping[type, object] = MappingProxyType({})) -> None:
        self._things = dict(things)

    def copy(self) -> "Attached":
        return Attached(self._things)

    def get(self, kind: type[_T]) -> _T | None:
        """Return the object of a class, None if there is none."""
        return cast("_T | None", self._things.get(kind))

    def put(self, thing: object) -> None:
        """Add an object, instead of another of its class."""
        self._things[type(thing)] = thing

    def pop(self, kind: type[_T]) -> _T | None:
        """Remove and return the object of a class, None if there is none."""
        return cast("_T | None", self._things.pop(kind, None))


@dataclass(frozen=True)
class Frozen:
    """Belongs to an agent that learns no further until the visitor asks for it."""


class EarlierAgent(NamedTuple):
    """An agent that another has replaced."""

    packed: PackedAgent
    attached: Attached
    named: bool = False  # whether the visitor has named it
    undone: bool = False  # whether it was undo that replaced it: undo does not lead back to it

    @property
    def is_irreplaceable(self) -> bool:
        """Whether no training run gives it again, under its own name."""
        return self.named or self.packed.reproducing_config is None


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
    other_verdict : str
        Then the verdict on the second.
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
    other_verdict: How = ""
    others: Count = 0
    chosen: Count = 0
    readings: Annotated[tuple[KeptReading, ...], Field(exclude=True)] = ()
    forfeiting: Annotated[InstanceOf[ttt.ReportCard] | None, Field(exclude=True)] = None

    @property
    def open_question(self) -> str:
        """The question, as long as the visitor has not answered it by another reading."""
        return self.question if self.chosen == 0 else ""

    @property
    def rival(self) -> str:
        """The verdict that is equally likely, as long as the question is open."""
        return self.other_verdict if self.open_question else ""


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
        first.rival,
        others + not_kept,
        readings=tuple((one.how, PackedAgent(one.agent)) for one in readings) if others else (),
        forfeiting=first.forfeiting,
    )
