"""Two players side by side: their names, the board shown, and a game that both play."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import ttt_core as ttt
from ttt_core.game import Side, boards, walk
from ttt_core.game import board as rules
from ttt_ui.inspect.state import Trail
from ttt_ui.replay.game import Game
from ttt_ui.replay.replay import Replay
from ttt_ui.visit.cores import cores
from ttt_ui.visit.players import MINIMAX, RANDOM, YOUR_AGENT, NamedPlayer
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import FreshKeys

DEFAULTS = {"a": YOUR_AGENT, "b": MINIMAX, "opponent": RANDOM}
"""The player in each role at first, and after the chosen one was removed."""
MOST_SEEDS = 1_000_000


@dataclass
class SideBySide:
    """Two players, A and B, and what is shown of them."""

    # Of the players in the roles ``"a"``, ``"b"`` and ``"opponent"``.
    names: dict[str, str] = field(default_factory=lambda: dict(DEFAULTS))
    trail: Trail = field(default_factory=Trail)
    side: Side = "X"  # the side that A and B play in their game
    seed: int = 1  # of the game's random numbers
    replay: Replay = field(default_factory=lambda: Replay(key=FreshKeys("beside")))
    key: FreshKeys = field(default_factory=lambda: FreshKeys("beside"))  # of the controls
    found: ttt.Disagreements | None = None  # where the two choose differently
    games: ttt.PairedGames | None = None  # the game as A and as B have played it
    _found_of: Hashable = None
    _games_of: Hashable = None

    def follow(self, everybody: Mapping[str, NamedPlayer]) -> ttt.Disagreements:
        """Compute what has changed; return where the two choose differently.

        A player that was removed is replaced by the default of its role.
        """
        for role, name in self.names.items():
            if name not in everybody:
                self.choose(role, DEFAULTS[role])
        a, b, opponent = (everybody[name] for name in self.names.values())
        two = (a.policy_key, b.policy_key)
        found = self.found
        if found is None or self._found_of != two:
            with cores().turn():
                found = ttt.disagreements(a, b)
            self.found, self._found_of = found, two
        game = (*two, opponent.policy_key, self.side, self.seed)
        if self.games is None or self._games_of != game:
            with cores().turn():
                games = ttt.paired_games(a, b, opponent, self.side, self.seed)
            self.games, self._games_of = games, game
        self.replay.follow(self.longer_game)
        return found

    def rest(self) -> None:
        """Drop what only this view needs and can soon compute again."""
        self.found = None

    def choose(self, role: str, name: str) -> None:
        """Give a role another player than its control shows."""
        self.names = {**self.names, role: name}
        self.key.renew()

    def rename(self, name: str, new: str) -> None:
        self.names = {role: new if one == name else one for role, one in self.names.items()}
        self.key.renew()

    @property
    def games_shown(self) -> tuple[Game, Game]:
        """The game as A and as B have played it; empty games before the first."""
        if self.games is None:
            return Game(), Game()
        cells = (self.games.cells_a, self.games.cells_b)
        return _game(self.seed, cells[0]), _game(self.seed, cells[1])

    @property
    def longer_game(self) -> Game:
        """The longer of the two games, which sets the range of the slider."""
        return max(self.games_shown, key=lambda game: len(game.moves))


def _game(number: int, cells: tuple[int, ...]) -> Game:
    is_open = rules.outcome(boards()[walk(cells)[-1]]) is None
    return Game(number, None, list(cells), resigned=is_open)


def side_by_side() -> SideBySide:
    return per_visitor(SideBySide)


def trail() -> Trail:
    return side_by_side().trail
