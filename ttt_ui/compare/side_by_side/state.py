"""Two players side by side: their names and the board shown, and what changes them."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import streamlit as st

import ttt_core as ttt
from ttt_core.sentences import tr_noop
from ttt_ui.frame.field import one_of
from ttt_ui.inspect.actions import Explorer
from ttt_ui.inspect.state import Trail
from ttt_ui.jobs import cores
from ttt_ui.visit.players import MINIMAX, YOUR_AGENT, NamedPlayer, player_label
from ttt_ui.visit.roster import everybody
from ttt_ui.visit.session import per_visitor

DEFAULTS = {"a": YOUR_AGENT, "b": MINIMAX}
"""The player in each role at first, and after the chosen one was removed."""
PLAYERS = tuple(
    one_of(
        f"beside_{role}",
        everybody,
        DEFAULTS[role],
        widget=st.selectbox,
        label=label,
        look={"format_func": player_label},
    )
    for role, label in (("a", tr_noop("Player A")), ("b", tr_noop("Player B")))
)


@dataclass
class SideBySide:
    """Two players, A and B, the board shown, and where the two choose differently."""

    names: dict[str, str] = field(default_factory=lambda: dict(DEFAULTS))  # by role
    trail: Trail = field(default_factory=Trail)
    _disagreements: ttt.Disagreements | None = None
    _of: Hashable = None

    def compare(self, players: Mapping[str, NamedPlayer]) -> ttt.Disagreements:
        """Return where the two choose differently, computed again only if a player has changed.

        A player that was removed is replaced by the default of its role.
        """
        for role, name in self.names.items():
            if name not in players:
                self.choose(role, DEFAULTS[role])
        a, b = (players[name] for name in self.names.values())
        policies = (a.policy_key, b.policy_key)
        if self._disagreements is None or self._of != policies:
            with cores().turn():
                self._disagreements = ttt.disagreements(a, b)
            self._of = policies
        return self._disagreements

    def choose(self, role: str, name: str) -> None:
        """Give a role another player."""
        self.names = {**self.names, role: name}

    def rename(self, name: str, new: str) -> None:
        names = self.names.items()
        self.names = {role: new if player == name else player for role, player in names}


def side_by_side() -> SideBySide:
    return per_visitor(SideBySide)


EXPLORER = Explorer("beside", lambda: side_by_side().trail)
