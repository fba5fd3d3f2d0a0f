"""The games on the play page: moves, sides, scores. Knows nothing of Streamlit."""

from dataclasses import dataclass, field

from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards
from ttt_core.game.walk import walk


@dataclass
class Game:
    """One game under way.

    Attributes
    ----------
    number
        Counts the games of a session from 0.
    person
        The side the person plays; None where two people play.
    moves
        Cells in the order they were taken, X first.
    """

    number: int = 0
    person: Side | None = rules.X
    moves: list[int] = field(default_factory=list)

    @property
    def board(self) -> str:
        """The board as it stands."""
        return boards()[walk(self.moves)[-1]]

    @property
    def token(self) -> str:
        """Name of this very position of this very game, for clicks to carry."""
        return f"{self.number}:{''.join(map(str, self.moves))}"

    @property
    def side(self) -> Side:
        """The side to move."""
        return rules.side_to_move(self.board)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return rules.outcome(self.board) is not None

    @property
    def persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.over and self.person in (None, self.side)

    def play(self, cell: int) -> None:
        """Take a cell for the side to move.

        Raises
        ------
        ValueError
            If the rules forbid it.
        """
        rules.play(self.board, cell)
        self.moves.append(cell)

    @property
    def can_take_back(self) -> bool:
        """Whether a person has moved in this open game."""
        return not self.over and len(self.moves) > (self.person == rules.O)

    def take_back(self) -> None:
        """Go back to before the person's last move; an ended game stays as it ended."""
        if self.can_take_back:
            del self.moves[-1 if self.person is None else -2 :]


@dataclass(frozen=True)
class LearnedMove:
    """What a finished game changed in the agent's values.

    Attributes
    ----------
    board, cell
        The position, and the move made there.
    before, after
        Its Q-value (or score) before and after learning.
    """

    board: str
    cell: int
    before: float
    after: float


@dataclass
class Score:
    """Results of the games since the figures were last reset.

    Attributes
    ----------
    games, agent_wins, other_wins, draws
        The other is the person, or the agent's opponent where it plays by itself.
    """

    games: int = 0
    agent_wins: int = 0
    other_wins: int = 0
    draws: int = 0

    def count(self, board: str, agent_side: Side) -> None:
        """Add a finished game."""
        result = rules.outcome(board)
        self.games += 1
        self.agent_wins += result == agent_side
        self.other_wins += result == rules.other(agent_side)
        self.draws += result == "draw"

    @property
    def agent_win_rate(self) -> float:
        """Share of games that the agent won; 0 before the first."""
        return self.agent_wins / max(self.games, 1)


@dataclass
class Exhibition:
    """The agent playing by itself, game after game.

    Attributes
    ----------
    running
        Whether it goes on without being asked.
    agent_side
        The side of the present agent; changes every `SWAP_EVERY` games.
    """

    SWAP_EVERY = 100

    running: bool = False
    agent_side: Side = rules.X
    game: Game = field(default_factory=Game)
    score: Score = field(default_factory=Score)
