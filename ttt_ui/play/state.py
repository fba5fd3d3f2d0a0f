"""What the play page keeps for a visitor: the game, the scores, the agent playing by itself."""

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards
from ttt_core.game.walk import walk
from ttt_ui.shared.opponents import PRESENT_AGENT
from ttt_ui.shared.session import Session, kept
from ttt_ui.shared.widgets import Control

Mode = Literal["Against the agent", "Two people", "Agent by itself"]
SideChoice = Literal["X", "O", "Alternate"]
MODES: tuple[Mode, ...] = get_args(Mode)
SIDES: tuple[SideChoice, ...] = get_args(SideChoice)

SPEEDS = {
    "1 move a second": (1.0, 1),
    "4 moves a second": (0.25, 1),
    "20 games a second": (0.5, 80),
    "200 games a second": (0.5, 800),
}
"""Seconds between two looks at the exhibition, and moves made in them, by the words for it."""

MODE: Control[Mode] = Control("play_mode", MODES[0])
LEARNS = Control("play_learn", True)
EXPLORES = Control("play_explore", True)
RANDOM_SHARE = Control("play_random_share", 0.0)
EPSILON = Control("play_epsilon", 0.0)
BRAIN = Control("play_brain", PRESENT_AGENT)
THOUGHTS = Control("play_thoughts", False)
TRUTH = Control("play_truth", False)
SPEED = Control("show_speed", next(iter(SPEEDS)))
SHOW_BRAIN = Control("show_brain", PRESENT_AGENT)


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
    resigned
        Whether the side to move has resigned.
    """

    number: int = 0
    person: Side | None = rules.X
    moves: list[int] = field(default_factory=list)
    resigned: bool = False

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
    def result(self) -> rules.Outcome | None:
        """How the game ended; None while it is under way."""
        return rules.other(self.side) if self.resigned else rules.outcome(self.board)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.over and self.person in (None, self.side)

    def play(self, cell: int | None) -> None:
        """Take a cell for the side to move, or let it resign (None).

        Raises
        ------
        ValueError
            If the rules forbid it.
        """
        if cell is None:
            self.resigned = True
        else:
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

    def count(self, result: rules.Outcome | None, agent_side: Side) -> None:
        """Add a game that has ended like this."""
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
    claim
        What it announced with that the agent is going to learn from its games.
    agent_side
        The side of the present agent; changes every `SWAP_EVERY` games.
    """

    SWAP_EVERY = 100

    running: bool = False
    claim: int = -1
    agent_side: Side = rules.X
    game: Game = field(default_factory=Game)
    score: Score = field(default_factory=Score)


@dataclass
class PlayState:
    """What the play page keeps for a visitor.

    Attributes
    ----------
    game, score
        The game on the board, and the results of those before it.
    side
        The side that the person has chosen.
    swaps
        How often the program has changed that choice.
    hint
        Cell that the person was pointed to in the present position, or None.
    lesson
        What the agent learned from the last game.
    exhibition
        The agent playing by itself.
    random
        Draws the opponents' moves.
    """

    game: Game = field(default_factory=Game)
    score: Score = field(default_factory=Score)
    side: SideChoice = "X"
    swaps: int = 0
    hint: int | None = None
    lesson: tuple[LearnedMove, ...] = ()
    exhibition: Exhibition = field(default_factory=Exhibition)
    random: np.random.Generator = field(default_factory=np.random.default_rng)

    @property
    def side_key(self) -> str:
        """Key of the choice of a side: another one where the program has changed the choice."""
        return f"play_side_{self.swaps}"


def level_key(visitor: Session) -> str:
    """Return the key of the choice of a level: another one for each agent that is adopted."""
    return f"play_level_{visitor.replacements}"


def play_state() -> PlayState:
    """Return what the play page keeps for the visitor."""
    return kept(PlayState)
