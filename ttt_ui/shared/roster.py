"""The agents that a visitor has beside the present one: to compare with, and to play against."""

from dataclasses import dataclass, field

import ttt_core as ttt
from ttt_ui.shared.session import kept

MAX_AGENTS = 8


@dataclass
class Roster:
    """Agents by name, at most `MAX_AGENTS`.

    Attributes
    ----------
    agents
    uploads
        Number of uploads so far.
    """

    agents: dict[str, ttt.Agent] = field(default_factory=dict)
    uploads: int = 0

    @property
    def uploader_key(self) -> str:
        """Key of the file uploader: another one after each upload, which empties it."""
        return f"rivals_{self.uploads}"

    @property
    def full(self) -> bool:
        """Whether there is no room for another."""
        return len(self.agents) >= MAX_AGENTS


def roster() -> Roster:
    """Return the agents that the visitor has beside the present one."""
    return kept(Roster)
