"""What Compare keeps for a visitor: the chosen players, and the pairing shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ttt_core as ttt
from ttt_core.evaluation import LikelyGame, likeliest_games
from ttt_ui.compare.players import Player, everybody
from ttt_ui.play.review.state import Replay
from ttt_ui.play.state import Game
from ttt_ui.visit.opponents import MENACE, REWARD_MEMORY
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import GENERATIONS, Control, one_of

SIDE_BY_SIDE = "Side by side"
LEARNING_CURVES = "Learning curves"
SWEEP = "Sweep"
VIEWS = ("Players", SIDE_BY_SIDE, LEARNING_CURVES, SWEEP)
VIEW = one_of("compare_view", VIEWS)


class _Absent(Control[tuple[str, ...]]):
    """Names of players; those of agents that are gone are left out."""

    def checked(self, value: Any) -> tuple[str, ...]:
        names = super().checked(value)
        return tuple(name for name in everybody(roster().agents) if name in names)


ABSENT = _Absent("compare_absent", (REWARD_MEMORY, MENACE), lambda names: isinstance(names, tuple))
"""The players that are not chosen. A player added later is therefore chosen at first."""
PRESET = one_of("compare_preset", ttt.PRESETS, "Default")

MOST_GAMES = 10
"""Shown of a pairing."""


@dataclass
class PlayerChoice:
    """The choice of players, as last drawn.

    Attributes
    ----------
    names, chosen
        Of all players, and of those in the table.
    turns
        How often the program has changed the choice.
    tables
        How often the players in the table have changed.
    renamings
        How often a name was typed in.
    """

    names: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    turns: int = 0
    tables: int = 0
    renamings: int = 0

    def follow(self, names: Sequence[str], chosen: Sequence[str]) -> None:
        """Record all players and the chosen ones."""
        if (self.names, self.chosen) != (tuple(names), tuple(chosen)):
            self.names, self.chosen = tuple(names), tuple(chosen)
            self.turns += 1
            self.tables += 1

    @property
    def key(self) -> str:
        """The key of the control; it changes whenever the program changes the choice."""
        return f"compare_present_{self.turns % GENERATIONS}"

    def name_key(self, slot: int) -> str:
        """Return the key of the slot's name field; it changes after each read."""
        return f"compare_name_{slot}_{self.renamings % GENERATIONS}"


def player_choice() -> PlayerChoice:
    """Return the visitor's choice of players."""
    return per_visitor(PlayerChoice)


@dataclass
class Pairing:
    """Two players and their likeliest games.

    Attributes
    ----------
    x, o
        The players' names; empty if not chosen.
    games
        Their likeliest games.
    place
        The index of the game on the board.
    replay
        The step of that game.
    turns
        How often the program has changed the controls.
    """

    x: str = ""
    o: str = ""
    games: tuple[LikelyGame, ...] = ()
    place: int = 0
    replay: Replay = field(default_factory=lambda: Replay(name="pair"))
    turns: int = 0
    _of: object = None

    def follow(self, chosen: Mapping[str, Player]) -> None:
        """Find the games again if a player has changed; drop players no longer in the table."""
        if not {self.x, self.o} <= {"", *chosen}:
            self.choose(*("" if name not in chosen else name for name in (self.x, self.o)))
        two = (chosen[self.x], chosen[self.o]) if self.x and self.o else None
        policy_keys = two and tuple(player.policy_key for player in two)
        if policy_keys != self._of:
            self._of, self.place = policy_keys, 0
            self.games = tuple(likeliest_games(*two, MOST_GAMES)) if two else ()
            self.turns += 1

    def choose(self, x: str, o: str) -> None:
        """Choose both players."""
        self.x, self.o = x, o
        self.turns += 1

    @property
    def game(self) -> Game | None:
        """The game on the board."""
        if self.place >= len(self.games):
            return None
        game = self.games[self.place]
        return Game(self.place, None, list(game.cells), resigned=game.resigned)

    def key(self, control: str) -> str:
        """Return the key of a control; it changes whenever the program changes the controls."""
        return f"pair_{control}_{self.turns % GENERATIONS}"


def pairing() -> Pairing:
    """Return the visitor's pairing."""
    return per_visitor(Pairing)
