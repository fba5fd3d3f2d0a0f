"""What Compare keeps for a visitor: the chosen players, and the pairing shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from ttt_core.evaluation import LikelyGame, likeliest_games
from ttt_core.learning import PRESET_LABELS
from ttt_core.sentences import tr_noop
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import Field, one_of, several, view
from ttt_ui.frame.links import slug
from ttt_ui.replay.game import Game
from ttt_ui.replay.replay import Replay
from ttt_ui.visit.players import DEPTHS, MENACE, REWARD_MEMORY, NamedPlayer
from ttt_ui.visit.roster import everybody
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import FreshKeys

SIDE_BY_SIDE = tr_noop("Side by side")
LEARNING_CURVES = tr_noop("Learning curves")
SWEEP = tr_noop("Sweep")
PLAYERS = tr_noop("Players")
VIEWS = (PLAYERS, SIDE_BY_SIDE, LEARNING_CURVES, SWEEP)
VIEW = view("compare_view", VIEWS)

PARTS = PageParts(
    "compare",
    {
        **{slug(name): name for name in VIEWS},
        "cross-table": tr_noop("Cross table"),
        "agents": tr_noop("Add agents"),
        "standings": tr_noop("Standings"),
        "judge": tr_noop("Judge many files"),
    },
)


class _Absent(Field[tuple[str, ...]]):
    """Names of players; those of agents that are gone are left out."""

    def checked(self, value: Any) -> tuple[str, ...]:
        names = super().checked(value)
        return tuple(name for name in everybody() if name in names)


ABSENT = _Absent(
    "compare_absent",
    (REWARD_MEMORY, MENACE),
    lambda names: isinstance(names, tuple),
    saved=True,
)
"""The players that are not chosen. A player added later is therefore chosen at first."""
CHOSEN_DEPTHS = several(
    "compare_depths",
    {name: str(depth) for name, depth in DEPTHS.items()},
    label=tr_noop("Minimax that looks only this many moves ahead"),
    saved=True,
)
PRESET = one_of(
    "compare_preset", PRESET_LABELS, "Default", widget=st.selectbox, label=tr_noop("Preset")
)

MOST_GAMES = 10
"""Shown of a pairing."""


@dataclass
class PlayerChoice:
    """The choice of players, as last drawn."""

    names: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    # Of the choice, of the names, of the table and of the uploader.
    key: FreshKeys = field(default_factory=lambda: FreshKeys("compare"))

    def set_players(self, names: Sequence[str], chosen: Sequence[str]) -> None:
        """Record all players and the chosen ones."""
        if (self.names, self.chosen) != (tuple(names), tuple(chosen)):
            self.names, self.chosen = tuple(names), tuple(chosen)
            self.key.renew("present", "table")


def player_choice() -> PlayerChoice:
    return per_visitor(PlayerChoice)


@dataclass
class Pairing:
    """Two players and their likeliest games."""

    names: tuple[str, ...] = ()  # the players in the table, as last drawn
    x: str = ""  # empty if not chosen
    o: str = ""
    pointed: int = 0  # how many cells of the cross table have been clicked
    games: tuple[LikelyGame, ...] = ()
    place: int = 0  # the index of the game on the board
    replay: Replay = field(default_factory=lambda: Replay(key=FreshKeys("pair")))
    key: FreshKeys = field(default_factory=lambda: FreshKeys("pair"))  # of the controls
    _of: object = None

    def set_players(self, chosen: Mapping[str, NamedPlayer]) -> None:
        """Find the games again if a player has changed; drop players no longer in the table."""
        self.names = tuple(chosen)
        if not {self.x, self.o} <= {"", *chosen}:
            self.choose(*("" if name not in chosen else name for name in (self.x, self.o)))
        two = (chosen[self.x], chosen[self.o]) if self.x and self.o else None
        policy_keys = two and tuple(player.policy_key for player in two)
        if policy_keys != self._of:
            self._of, self.place = policy_keys, 0
            self.games = tuple(likeliest_games(*two, MOST_GAMES)) if two else ()
            self.key.renew()

    def choose(self, x: str, o: str) -> None:
        self.x, self.o = x, o
        self.key.renew()

    @property
    def game(self) -> Game | None:
        if self.place >= len(self.games):
            return None
        game = self.games[self.place]
        return Game(self.place, None, list(game.cells), resigned=game.resigned)


def pairing() -> Pairing:
    return per_visitor(Pairing)
