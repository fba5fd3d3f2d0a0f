"""Two players side by side: who they are, the board they are on, and a game that both play."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards
from ttt_core.game.walk import walk
from ttt_ui.compare.players import RANDOM, Player
from ttt_ui.inspect.state import Trail
from ttt_ui.play.state import Game
from ttt_ui.review.state import Replay
from ttt_ui.shared.cores import cores
from ttt_ui.shared.opponents import MINIMAX, YOUR_AGENT
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import GENERATIONS

DEFAULTS = {"a": YOUR_AGENT, "b": MINIMAX, "opponent": RANDOM}
"""Who is where at first, and again where who was there has left."""
MOST_SEEDS = 1_000_000


@dataclass
class SideBySide:
    """Two players, A and B, and what is looked at of them.

    Attributes
    ----------
    names
        Of who is ``"a"``, ``"b"`` and the ``"opponent"`` of their game.
    trail
        The boards that were looked at.
    side
        The one that both play in their game.
    seed
        Of the luck in their game.
    replay
        How far it is stepped through.
    turns
        How often the program has changed what the controls hold.
    found
        Where the two choose differently.
    games
        The game that both have played.
    """

    names: dict[str, str] = field(default_factory=lambda: dict(DEFAULTS))
    trail: Trail = field(default_factory=Trail)
    side: Side = "X"
    seed: int = 1
    replay: Replay = field(default_factory=lambda: Replay(name="beside"))
    turns: int = 0
    found: ttt.Disagreements | None = None
    games: ttt.PairedGames | None = None
    _found_of: Hashable = None
    _games_of: Hashable = None

    def follow(self, everybody: Mapping[str, Player]) -> ttt.Disagreements:
        """Work out what is another than before; return where the two choose differently.

        In the place of who has left is who was there first.
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
        """Forget what only its page is in need of, and what is soon worked out again."""
        self.found = None

    def choose(self, role: str, name: str) -> None:
        """Let another player be there than the one that the control shows."""
        self.names = {**self.names, role: name}
        self.turns += 1

    def rename(self, name: str, new: str) -> None:
        """Take note that a player has another name."""
        self.names = {role: new if one == name else one for role, one in self.names.items()}
        self.turns += 1

    @property
    def games_shown(self) -> tuple[Game, Game]:
        """The game as A and as B have played it; empty before there is one."""
        if self.games is None:
            return Game(), Game()
        cells = (self.games.cells_a, self.games.cells_b)
        return _game(self.seed, cells[0]), _game(self.seed, cells[1])

    @property
    def longer_game(self) -> Game:
        """That of the two which has more moves: it says how far one can step."""
        return max(self.games_shown, key=lambda game: len(game.moves))

    def key(self, control: str) -> str:
        """Key of a control: another one where the program has changed what it holds."""
        return f"beside_{control}_{self.turns % GENERATIONS}"


def _game(number: int, cells: tuple[int, ...]) -> Game:
    is_open = rules.outcome(boards()[walk(cells)[-1]]) is None
    return Game(number, None, list(cells), resigned=is_open)


def side_by_side() -> SideBySide:
    """Return what the visitor looks at of two players."""
    return per_visitor(SideBySide)


def trail() -> Trail:
    """Return the boards that the visitor has looked at with two players."""
    return side_by_side().trail
