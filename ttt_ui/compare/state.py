"""What Compare keeps for a visitor: the chosen players, the pairing shown, and two side by side."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import LikelyGame, likeliest_games
from ttt_core.game import SIDES, Side
from ttt_core.learning import PRESET_LABELS
from ttt_core.sentences import tr_noop
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import Field, one_of, several, switch, text, view
from ttt_ui.frame.links import slug
from ttt_ui.inspect.state import Trail
from ttt_ui.replay.game import Game, Replay
from ttt_ui.visit.players import (
    DEPTHS,
    MENACE,
    MINIMAX,
    REWARD_MEMORY,
    YOUR_AGENT,
    NamedPlayer,
    player_label,
)
from ttt_ui.visit.roster import everybody
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import FreshKeys

PLAYERS = tr_noop("Players")
JUDGE_FILES = tr_noop("Judge files")
LEARNING_CURVES = tr_noop("Learning curves")
SWEEP = tr_noop("Sweep")
SIDE_BY_SIDE = tr_noop("Side by side")
VIEWS = (PLAYERS, JUDGE_FILES, LEARNING_CURVES, SWEEP, SIDE_BY_SIDE)
VIEW = view("compare_view", VIEWS)

PARTS = PageParts(
    "compare",
    {
        **{slug(name): name for name in VIEWS if name != JUDGE_FILES},
        "cross-table": tr_noop("Cross table"),
        "agents": tr_noop("Add agents"),
        "standings": tr_noop("Standings"),
        "judge": JUDGE_FILES,
    },
    of_tabs={JUDGE_FILES: "judge"},
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


def offered() -> list[str]:
    """Return the names of all players but those of `CHOSEN_DEPTHS`."""
    return [name for name in everybody() if name not in DEPTHS]


CHOSEN_DEPTHS = several(
    "compare_depths",
    {name: str(depth) for name, depth in DEPTHS.items()},
    label=tr_noop("Minimax that looks only this many moves ahead"),
    saved=True,
)
PRESET = one_of(
    "compare_preset", PRESET_LABELS, "Default", widget=st.selectbox, label=tr_noop("Preset")
)
ALL_FIGURES = switch("compare_figures", on=False, label=tr_noop("All figures"))


def present() -> list[str]:
    """Return the names of the chosen players, without those of `CHOSEN_DEPTHS`."""
    absent = ABSENT.value
    return [name for name in offered() if name not in absent]


MOST_GAMES = 10
"""Shown of a pairing."""


@dataclass
class Pairing:
    """Two players and their likeliest games."""

    names: tuple[str, ...] = ()  # the players in the table, as last drawn
    chosen: dict[str, str] = field(default_factory=dict)  # the two, by side
    pointed: int = 0  # how many cells of the cross table have been clicked
    games: tuple[LikelyGame, ...] = ()
    place: int = 0  # the index of the game on the board
    replay: Replay = field(default_factory=lambda: Replay("pair"))
    key: FreshKeys = field(default_factory=lambda: FreshKeys("pair"))
    _of: object = None

    def set_players(self, players: Mapping[str, NamedPlayer]) -> None:
        """Find the games again if a player has changed; drop players no longer in the table."""
        if self.names != tuple(players):
            self.names = tuple(players)
            self.key.renew("table")
        self.chosen = {side: name for side, name in self.chosen.items() if name in players}
        two = [players[self.chosen[side]] for side in SIDES if side in self.chosen]
        policy_keys = [player.policy_key for player in two]
        if policy_keys != self._of:
            self._of, self.place = policy_keys, 0
            self.games = ()
            if len(two) == len(SIDES):
                self.games = tuple(likeliest_games(two[0], two[1], MOST_GAMES))

    @property
    def game(self) -> Game | None:
        if self.place >= len(self.games):
            return None
        game = self.games[self.place]
        return Game(self.place, None, list(game.cells), resigned=game.resigned)


def pairing() -> Pairing:
    return per_visitor(Pairing)


PAIR: Mapping[Side, Field[str | None]] = {
    side: Field(
        f"pair_{side}",
        None,
        lambda name: isinstance(name, str) and name in pairing().names,
        widget=st.selectbox,
        offers=lambda: [list(pairing().names)],
        look={"format_func": player_label},
    )
    for side in SIDES
}

PAIR_GAME = one_of(
    "pair_game",
    lambda: range(len(pairing().games)),
    0,
    widget=st.radio,
    label=tr_noop("Their likeliest games"),
    help=tr_noop("The game's probability, its result, and its moves: cells 1 to 9, row by row."),
)
LINKS = text(
    "judge_files_links",
    widget=st.text_area,
    label=tr_noop("Links of pupils, one a line"),
    help=tr_noop("Each pupil is taught its lessons again, so no figure can be made up."),
    look={"height": 68},
)

BESIDE = {"a": YOUR_AGENT, "b": MINIMAX}
"""The player in each role side by side at first, and after the chosen one was removed."""
BESIDE_PLAYERS = tuple(
    one_of(
        f"beside_{role}",
        everybody,
        BESIDE[role],
        widget=st.selectbox,
        label=label,
        look={"format_func": player_label},
    )
    for role, label in (("a", tr_noop("Player A")), ("b", tr_noop("Player B")))
)


@dataclass
class SideBySide:
    """Two players, A and B, the board shown, and where the two choose differently."""

    names: dict[str, str] = field(default_factory=lambda: dict(BESIDE))  # by role
    trail: Trail = field(default_factory=lambda: Trail("beside"))
    _disagreements: ttt.Disagreements | None = None
    _of: Hashable = None

    def compare(self, players: Mapping[str, NamedPlayer]) -> ttt.Disagreements:
        """Return where the two choose differently, computed again only if a player has changed.

        A player that was removed is replaced by the default of its role.
        """
        for role, name in self.names.items():
            if name not in players:
                self.choose(role, BESIDE[role])
        a, b = (players[name] for name in self.names.values())
        policies = (a.policy_key, b.policy_key)
        if self._disagreements is None or self._of != policies:
            self._disagreements = ttt.disagreements(a, b)
            self._of = policies
        return self._disagreements

    def choose(self, role: str, name: str) -> None:
        self.names = {**self.names, role: name}


def side_by_side() -> SideBySide:
    return per_visitor(SideBySide)


def renamed(names: Mapping[str, str], name: str, new: str) -> dict[str, str]:
    """Return the names of two players after one may have got a new one."""
    return {role: new if player == name else player for role, player in names.items()}
