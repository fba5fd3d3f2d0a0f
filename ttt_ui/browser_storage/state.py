"""The state of saving during a visit."""

from dataclasses import dataclass, field
from typing import Literal
from uuid import uuid4

from ttt_ui.browser_storage.parts import Parts
from ttt_ui.browser_storage.record import UnderWay
from ttt_ui.browser_storage.storage_component import Exchange, Trouble
from ttt_ui.visit.session import per_visitor


@dataclass
class StorageState:
    exchange: Exchange = field(default_factory=lambda: Exchange(uuid4().hex))
    # "new" before the cookie is read; "waiting" until the agent has come from the browser; "closed"
    # if a newer version of the program has written there, which must stay; "left" if the browser is
    # about to put the visit aside.
    phase: Literal["new", "waiting", "open", "closed", "left"] = "new"
    off: bool = False  # whether the visitor has switched saving off
    text: str = ""  # the record as last written, or as it was when the visit began
    written_at: float = float("-inf")  # when it was written, in seconds of a monotonic clock
    keeps: bool = False  # whether the browser keeps a visit that another has replaced
    # What of it has been asked for: by the visitor the visit, by this program its agents.
    wanted: Literal["", "visit", "agents"] = ""
    trouble: Trouble | None = None  # why the browser cannot save anything
    asks: bool = False  # whether the visitor is being asked to confirm erasing
    asks_to_leave: bool = False  # the same before the visit is put aside
    # How an interrupted training run began, until it is restarted.
    interrupted: UnderWay | None = None
    parts: Parts = field(default_factory=Parts)  # the parts that contain the visitor's agents

    @property
    def saves(self) -> bool:
        return self.phase == "open" and not self.off and self.trouble is None


def storage_state() -> StorageState:
    return per_visitor(StorageState)
