"""What Play keeps for a visitor: the game, the score and what was learned."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np

from ttt_core.game import Side
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.frame.lesson import PageParts
from ttt_ui.play.pupil.story import Story
from ttt_ui.replay.game import Game
from ttt_ui.visit.adaptive import FIRST_SHARE
from ttt_ui.visit.players import DEPTHS, MINIMAX, MINIMAX_FIRST, YOUR_AGENT, player_names
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, per_visitor, session
from ttt_ui.widgets import Control, FreshKeys, in_range, one_of, switch

Mode = Literal["Against the agent", "Two people", "Agent by itself"]
SideChoice = Literal["X", "O", "Alternate"]
MODES: tuple[Mode, ...] = get_args(Mode)
SIDES: tuple[SideChoice, ...] = get_args(SideChoice)
MODE_LABELS: Mapping[Mode, str] = {
    "Against the agent": tr_noop("Play the agent"),
    "Two people": tr_noop("Two players"),
    "Agent by itself": tr_noop("Watch it play"),
}
"""Names that links and browsers keep → names on the screen."""
PARTS = PageParts(
    "play",
    {
        "mode": tr_noop("Mode"),
        "opponent": tr_noop("Opponent"),
        "learning": tr_noop("Learn from these games"),
        "why": tr_noop("Why that move?"),
        "chances": tr_noop("Show chances"),
        "hint": tr_noop("Hint"),
        "score": tr_noop("Score"),
        "more": tr_noop("More"),
        "learned": tr_noop("What the agent learned"),
        "review": tr_noop("Review"),
    },
)


def opponent_choice(key: str) -> Control[str]:
    """Return a control that chooses one of the players the visitor can play."""
    return Control(key, YOUR_AGENT, lambda name: name in player_names(roster()))


MODE = one_of("play_mode", MODES)
LEARNS = switch("play_learn", on=True)
EXPLORES = switch("play_explore", on=True)
RANDOM_SHARE = in_range("play_random_share", 0.0, 0.0, 1.0)
EPSILON = in_range("play_epsilon", 0.0, 0.0, 1.0)
CUSTOM_PLAYER = opponent_choice("play_brain")
EXPERT = one_of("play_expert", (MINIMAX, MINIMAX_FIRST, *DEPTHS))
SHOWN_VALUES = switch("play_thoughts", on=False)
SHOWN_TRUE_VALUES = switch("play_truth", on=False)
BAR = switch("play_bar", on=True)


@dataclass(frozen=True)
class LearnedMove:
    """How a finished game changed the agent's value of one move."""

    board: str
    cell: int
    # Its Q-value, score or beads before and after learning.
    before: float
    after: float
    tried: bool  # whether the agent had tried it before


@dataclass(frozen=True)
class NewlyMet:
    """How many positions an agent learned from the last game."""

    in_the_game: int  # those of the game and, if the agent learns for them too, their equivalents
    thinking: int  # the others, which it met while going over the game
    with_equivalents: bool  # whether it learns for all equivalent positions at once


@dataclass
class Score:
    """Results of the games since the score was last reset."""

    games: int = 0
    agent_wins: int = 0
    other_wins: int = 0  # the person's
    draws: int = 0

    def count(self, result: rules.Outcome | None, agent_side: Side) -> None:
        self.games += 1
        self.agent_wins += result == agent_side
        self.other_wins += result == rules.other(agent_side)
        self.draws += result == "draw"

    @property
    def agent_win_rate(self) -> float:
        """Share of games the agent has won; 0 before the first game."""
        return self.agent_wins / max(self.games, 1)


@dataclass
class PlayState:
    """What Play keeps for a visitor."""

    game: Game = field(default_factory=Game)
    score: Score = field(default_factory=Score)
    # The latest finished games of the person against the agent, the last one last.
    ended: deque[Game] = field(default_factory=lambda: deque(maxlen=8))
    side: SideChoice = "X"
    # The share of random moves with which a player would score as the person does.
    random_share: float = FIRST_SHARE
    hint: int | None = None  # the cell that the hint points to in the present position, or None
    learned: tuple[LearnedMove, ...] = ()  # from the last game
    newly_met: NewlyMet = NewlyMet(0, 0, with_equivalents=False)
    # Whether the page is the start page, where a tap on the board begins a lesson. Whatever the
    # visitor has (agent, game, practice) stays as it is until they go on with it.
    at_the_door: bool = True
    is_newcomer: bool = False  # whether it has been in this visit
    stories: int = 0  # how many pupils have been taught
    begun: int = 0  # how often a first game against another agent has begun on this page
    random: np.random.Generator = field(default_factory=np.random.default_rng)
    key: FreshKeys = field(default_factory=lambda: FreshKeys("play"))  # of the control for the side

    @property
    def first_board(self) -> Game:
        """The board of the start page: the first game of a lesson, with a token of its own."""
        return Game(self.game.number + 1)

    @property
    def is_underway(self) -> bool:
        """Whether the person, or one of two, has moved in the game."""
        return len(self.game.moves) > (self.game.person == rules.O)

    def begin_story(self, visitor: Session) -> None:
        """Begin the story of the visitor's agent, a pupil."""
        self.stories += 1
        visitor.belongings.put(Story(self.stories))

    def put_aside(self, visitor: Session) -> None:
        """Leave the score and the open game with the visitor's agent, before another replaces it.

        The score starts at 0.
        """
        visitor.belongings.put(self.score)
        self.score = Score()
        if self.game.can_undo and self.game.person is not None:
            visitor.belongings.put(self.game.at(len(self.game.moves)))

    def take_back(self, visitor: Session) -> None:
        """Show the score and the game again that were left with the visitor's agent."""
        score = visitor.belongings.take(Score)
        if score is not None:
            self.score, self.learned = score, ()
        game = visitor.belongings.take(Game)
        if game is not None and MODE.value != "Two people":
            kept = game.at(len(game.moves))
            self.game, self.hint = replace(kept, number=self.game.number + 1), None


def celebration(visitor: Session) -> str | None:
    """Return a name for what the board should celebrate once; None if there is nothing."""
    story = visitor.belongings.get(Story)
    return f"pupil {story.number}" if story and story.is_over else None


def learns(visitor: Session) -> bool:
    """Return whether the visitor's agent learns from games on Play."""
    return LEARNS.value and not visitor.frozen


def play_state() -> PlayState:
    """Return what Play keeps for the visitor, with the score of an agent that has come back."""
    play = per_visitor(PlayState)
    play.take_back(session())
    return play
