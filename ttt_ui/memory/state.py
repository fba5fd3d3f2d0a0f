"""What is known of the browser's memory during a visit."""

from dataclasses import dataclass, field
from typing import Literal
from uuid import uuid4

from ttt_ui.memory.agents import Parts
from ttt_ui.memory.record import UnderWay
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.storage_component import Trouble, Wire


@dataclass
class Memory:
    """What is known of the browser's memory.

    Attributes
    ----------
    wire
        The talk with the browser.
    phase
        New before the cookie was read; waiting as long as the agent is to come from the browser;
        closed where a newer version of the program has written there, which stays as it is.
    off
        Whether the visitor wants nothing to be remembered.
    text
        The record as it was last: written, or when the visit began.
    written_at
        When that was, in seconds of a clock that never goes back.
    offers
        Whether another tab has written since, which the visitor may take over.
    wanted
        Whether they have asked for that.
    trouble
        Why the browser keeps nothing.
    asks
        Whether the visitor is being asked if all is to be forgotten.
    goes_on
        How the training that was cut short began, until it has been begun again.
    parts
        What is known of the parts that hold the visitor's agents.
    """

    wire: Wire = field(default_factory=lambda: Wire(uuid4().hex))
    phase: Literal["new", "waiting", "open", "closed"] = "new"
    off: bool = False
    text: str = ""
    written_at: float = float("-inf")
    offers: bool = False
    wanted: bool = False
    trouble: Trouble | None = None
    asks: bool = False
    goes_on: UnderWay | None = None
    parts: Parts = field(default_factory=Parts)

    @property
    def waiting(self) -> bool:
        """Whether the visitor's agent has not come yet."""
        return self.phase == "waiting"


def memory() -> Memory:
    """Return what is known of the visitor's browser's memory."""
    return per_visitor(Memory)
