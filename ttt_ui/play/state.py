"""What the play page keeps for a visitor: the game and the score."""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np

from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards
from ttt_core.game.walk import walk
from ttt_core.learning.agent import Agent
from ttt_core.learning.packed_agent import PackedAgent
from ttt_ui.play.shown_values import Decision
from ttt_ui.play.story import Story
from ttt_ui.shared.opponents import YOUR_AGENT
from ttt_ui.shared.session import Session, per_visitor
from ttt_ui.shared.widgets import GENERATIONS, Control

Mode = Literal["Against the agent", "Two people", "Agent by itself"]
SideChoice = Literal["X", "O", "Alternate"]
MODES: tuple[Mode, ...] = get_args(Mode)
SIDES: tuple[SideChoice, ...] = get_args(SideChoice)

MODE: Control[Mode] = Control("play_mode", MODES[0])
LEARNS = Control("play_learn", True)
EXPLORES = Control("play_explore", True)
RANDOM_SHARE = Control("play_random_share", 0.0)
EPSILON = Control("play_epsilon", 0.0)
BRAIN = Control("play_brain", YOUR_AGENT)
SHOWN_VALUES = Control("play_thoughts", False)
SHOWN_TRUE_VALUES = Control("play_truth", False)
BAR = Control("play_bar", True)


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
    decisions
        What the opponent of the person went by, by the number of moves before its own.
    start
        How many of the moves come from an earlier game, which this one takes up again.
    """

    number: int = 0
    person: Side | None = rules.X
    moves: list[int] = field(default_factory=list)
    resigned: bool = False
    decisions: dict[int, Decision] = field(default_factory=dict)
    start: int = 0

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
    def last_decision(self) -> Decision | None:
        """The last move of the person's opponent; None before its first."""
        return self.decisions[max(self.decisions)] if self.decisions else None

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

    def can_teach(self, agent: Agent) -> bool:
        """Whether an agent can learn from it, ended: not where another brain has resigned."""
        return not self.resigned or agent.resigns(self.board)

    def decide(self, decision: Decision) -> None:
        """Do what the person's opponent has decided on.

        Raises
        ------
        ValueError
            If the rules forbid it.
        """
        ply = len(self.moves)
        self.play(decision.cell)
        self.decisions[ply] = decision

    def at(self, ply: int) -> "Game":
        """Return the game as it stood after so many of its moves."""
        return replace(
            self,
            moves=self.moves[:ply],
            resigned=self.resigned and ply == len(self.moves),
            decisions={
                before: decision
                for before, decision in self.decisions.items()
                if before < ply or ply == len(self.moves)
            },
        )

    @property
    def can_take_back(self) -> bool:
        """Whether a person has moved in this open game, since it was taken up."""
        return not self.over and len(self.moves) > max(self.start, self.person == rules.O)

    def take_back(self) -> None:
        """Go back to before the person's last move; an ended game stays as it ended."""
        if self.can_take_back:
            del self.moves[-1 if self.person is None else -2 :]
            for ply in [ply for ply in self.decisions if ply >= len(self.moves)]:
                del self.decisions[ply]


@dataclass(frozen=True)
class LearnedMove:
    """What a finished game changed in the agent's values.

    Attributes
    ----------
    board, cell
        The position, and the move made there.
    before, after
        Its Q-value (or score) before and after learning.
    tried
        Whether it had been tried before.
    """

    board: str
    cell: int
    before: float
    after: float
    tried: bool


@dataclass(frozen=True)
class NewlyMet:
    """Positions that an agent knows since the last game.

    Attributes
    ----------
    in_the_game
        Those of the game and, where the agent learns for them too, their twins.
    thinking
        The others, which it met when it thought the game over.
    with_equivalents
        Whether it learns for the mirror images and rotations of a board at once.
    """

    in_the_game: int
    thinking: int
    with_equivalents: bool


@dataclass(frozen=True)
class Earlier:
    """What was there before the visitor's agent gave way to another, to be brought back.

    Attributes
    ----------
    packed, score, story
    replacements
        `Session.replacements` since then: any other agent ends the chance.
    """

    packed: PackedAgent
    score: "Score"
    story: Story | None
    replacements: int

    @property
    def agent(self) -> Agent:
        """The agent of then."""
        return self.packed.agent


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
class PlayState:
    """What the play page keeps for a visitor.

    Attributes
    ----------
    game, score
        The game on the board, and the results of those before it.
    ended
        The latest games of the person against the agent that have come to an end, the last one
        last.
    side
        The side that the person has chosen.
    swaps
        How often the program has changed that choice.
    hint
        Cell that the person was pointed to in the present position, or None.
    lesson, newly_met
        What the agent learned from the last game.
    before_reset, before_door
        What the last reset of the memory wiped, and what was there before a door was taken.
    at_the_door
        Whether it is to be said what the place is, and where to begin.
    story
        Of the newborn that was taught last; it may be over.
    random
        Draws the opponents' moves.
    """

    game: Game = field(default_factory=Game)
    score: Score = field(default_factory=Score)
    ended: deque[Game] = field(default_factory=lambda: deque(maxlen=8))
    side: SideChoice = "X"
    swaps: int = 0
    hint: int | None = None
    lesson: tuple[LearnedMove, ...] = ()
    newly_met: NewlyMet = NewlyMet(0, 0, with_equivalents=False)
    before_reset: Earlier | None = None
    before_door: Earlier | None = None
    at_the_door: bool = True
    story: Story | None = None
    random: np.random.Generator = field(default_factory=np.random.default_rng)

    @property
    def side_key(self) -> str:
        """Key of the choice of a side: another one where the program has changed the choice."""
        return f"play_side_{self.swaps % GENERATIONS}"

    def present_story(self, visitor: Session) -> Story | None:
        """Return the story of the present agent; None where it has none."""
        story = self.story
        return story if story and story.replacements == visitor.replacements else None

    def celebration(self, visitor: Session) -> str | None:
        """Return a word for what there is to celebrate once; None if there is nothing."""
        story = self.present_story(visitor)
        return f"newborn {story.number}" if story and story.unbeatable_after else None

    def undo_of_reset(self, visitor: Session) -> Earlier | None:
        """Return what was there before, where the present agent is what a reset has left."""
        return _still_to_be_had(self.before_reset, visitor)

    def way_back(self, visitor: Session) -> Earlier | None:
        """Return what was there before the doors, where the present agent came by one."""
        return _still_to_be_had(self.before_door, visitor)


def _still_to_be_had(earlier: Earlier | None, visitor: Session) -> Earlier | None:
    return earlier if earlier and earlier.replacements == visitor.replacements else None


def level_key(visitor: Session) -> str:
    """Return the key of the choice of a level: another one for each agent that is adopted."""
    return f"play_level_{visitor.replacements % GENERATIONS}"


def play_state() -> PlayState:
    """Return what the play page keeps for the visitor."""
    return per_visitor(PlayState)
