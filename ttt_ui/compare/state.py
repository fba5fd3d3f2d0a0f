"""What the compare page keeps for a visitor: who takes part, and the pairing that is looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ttt_core.evaluation.likely_games import LikelyGame, likeliest_games
from ttt_ui.compare.players import Player
from ttt_ui.play.state import Game
from ttt_ui.review.state import Replay
from ttt_ui.shared.opponents import MENACE, REWARD_MEMORY
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import GENERATIONS, Control

SIDE_BY_SIDE = "Side by side"
LEARNING_CURVES = "Learning curves"
SWEEP = "Sweep"
VIEWS = ("Players", SIDE_BY_SIDE, LEARNING_CURVES, SWEEP)
VIEW = Control("compare_view", VIEWS[0])
ABSENT: Control[list[str]] = Control("compare_absent", [REWARD_MEMORY, MENACE])
"""Who does not take part. So whoever comes takes part at first."""
PRESET = Control("compare_preset", "Default")

MOST_GAMES = 10
"""Of a pairing, that are shown."""


@dataclass
class TakingPart:
    """The choice of who takes part, as it was drawn last.

    Attributes
    ----------
    names, present
        Everybody's, and those of who takes part.
    turns
        How often the program has changed what the choice holds.
    tables
        How often somebody else took part than before.
    renamings
        How often a name was typed in.
    """

    names: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    turns: int = 0
    tables: int = 0
    renamings: int = 0

    def follow(self, names: Sequence[str], present: Sequence[str]) -> None:
        """Take note of who is there and takes part."""
        if (self.names, self.present) != (tuple(names), tuple(present)):
            self.names, self.present = tuple(names), tuple(present)
            self.turns += 1
            self.tables += 1

    @property
    def key(self) -> str:
        """Key of the choice: another one where the program has changed what it holds."""
        return f"compare_present_{self.turns % GENERATIONS}"

    def name_key(self, slot: int) -> str:
        """Key of the field for the name of the agent in a slot: another one once it was read."""
        return f"compare_name_{slot}_{self.renamings % GENERATIONS}"


def taking_part() -> TakingPart:
    """Return the visitor's choice of who takes part."""
    return per_visitor(TakingPart)


@dataclass
class Pairing:
    """Two players whose likeliest games are looked at.

    Attributes
    ----------
    x, o
        Their names; empty where none is chosen.
    games
        Their likeliest games.
    place
        Which of them is on the board.
    replay
        How far it is stepped through.
    turns
        How often the program has changed what the controls hold.
    """

    x: str = ""
    o: str = ""
    games: tuple[LikelyGame, ...] = ()
    place: int = 0
    replay: Replay = field(default_factory=lambda: Replay(name="pair"))
    turns: int = 0
    _of: object = None

    def follow(self, present: Mapping[str, Player]) -> None:
        """Work out the games where they are other players than before; forget who has left."""
        if not {self.x, self.o} <= {"", *present}:
            self.choose(*("" if name not in present else name for name in (self.x, self.o)))
        chosen = (present[self.x], present[self.o]) if self.x and self.o else None
        plays_like = chosen and tuple(player.plays_like for player in chosen)
        if plays_like != self._of:
            self._of, self.place = plays_like, 0
            self.games = tuple(likeliest_games(*chosen, MOST_GAMES)) if chosen else ()
            self.turns += 1

    def choose(self, x: str, o: str) -> None:
        """Look at a pairing."""
        self.x, self.o = x, o
        self.turns += 1

    @property
    def game(self) -> Game | None:
        """The game that is on the board."""
        if self.place >= len(self.games):
            return None
        game = self.games[self.place]
        return Game(self.place, None, list(game.cells), resigned=game.resigned)

    def key(self, control: str) -> str:
        """Key of a control: another one where the program has changed what it holds."""
        return f"pair_{control}_{self.turns % GENERATIONS}"


def pairing() -> Pairing:
    """Return the pairing that the visitor looks at."""
    return per_visitor(Pairing)
