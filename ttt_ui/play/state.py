"""What Play keeps for a visitor: the game, the score and what was learned."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import ReviewedMove, result_for, review
from ttt_core.game import Side, equivalents, position_of
from ttt_core.game import board as rules
from ttt_core.learning import Level
from ttt_core.sentences import tr_noop
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import Field, number, one_of, switch, view
from ttt_ui.play.story import Story
from ttt_ui.replay.game import Game, Replay
from ttt_ui.visit.limits import Count
from ttt_ui.visit.players import (
    DEPTHS,
    FIRST_SHARE,
    LEVELS,
    MINIMAX,
    MINIMAX_FIRST,
    YOUR_AGENT,
    NamedPlayer,
    player_label,
    player_names,
)
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, per_visitor, session

Mode = Literal["Against the agent", "Two people", "Agent by itself"]
SideChoice = Literal["X", "O", "Alternate"]
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


def players_to_choose() -> list[str]:
    """Return the names of the players the visitor can play."""
    return player_names(roster())


MODE = view(
    "play_mode",
    MODE_LABELS,
    label=tr_noop("Mode"),
    saved=True,
    part=PARTS["mode"],
    look={"label_visibility": "collapsed", "wrap": True},
)
LEVEL: Field[Level] = one_of(
    "agent_level",
    LEVELS,
    widget=st.pills,
    label=tr_noop("Level"),
    part=PARTS["opponent"],
    look={"label_visibility": "collapsed", "wrap": True},
)
SIDE: Field[SideChoice] = one_of(
    "play_side",
    {"X": "X", "O": "O", "Alternate": tr_noop("Alternate sides")},
    label=tr_noop("Your side"),
    help=tr_noop(
        "X moves first. Another side starts a new game; to alternate, you change sides after each "
        "game."
    ),
    part=PARTS["opponent"],
)
EXPERT = one_of(
    "play_expert",
    (MINIMAX, MINIMAX_FIRST, *DEPTHS),
    widget=st.selectbox,
    label=tr_noop("Minimax"),
    saved=True,
    part=PARTS["opponent"],
    look={"label_visibility": "collapsed", "width": 200},
)
RANDOM_SHARE = number(
    *("play_random_share", 0.0, 0.0, 1.0),
    widget=st.slider,
    label=tr_noop("Random moves"),
    help=tr_noop("Sets the share of moves made without looking at the board."),
    saved=True,
    part=PARTS["opponent"],
    look={"format": "percent"},
)
EPSILON = number(
    *("play_epsilon", 0.0, 0.0, 1.0),
    widget=st.slider,
    label=tr_noop("Exploration rate ε"),
    help=tr_noop("Sets the share of the remaining moves that are exploratory, as in training."),
    saved=True,
    part=PARTS["opponent"],
    look={"format": "localized"},
)
CUSTOM_PLAYER = one_of(
    "play_brain",
    players_to_choose,
    YOUR_AGENT,
    widget=st.selectbox,
    label=tr_noop("Other moves by"),
    help=tr_noop("Sets the player that chooses the moves that are not random."),
    saved=True,
    part=PARTS["opponent"],
    look={"format_func": player_label},
)
LEARNS = switch(
    "play_learn",
    on=True,
    label=tr_noop("Learn from these games"),
    saved=True,
    part=PARTS["learning"],
)
EXPLORES = switch(
    "play_explore", on=True, label=tr_noop("Explore"), saved=True, part=PARTS["learning"]
)
SHOWN_VALUES = switch(
    "play_thoughts", on=False, label=tr_noop("Why that move?"), saved=True, part=PARTS["why"]
)
BAR = switch("play_bar", on=True, label=tr_noop("Show chances"), saved=True, part=PARTS["chances"])
SHOWN_TRUE_VALUES = switch(
    "play_truth",
    on=False,
    label=tr_noop("Show true values"),
    help=tr_noop(
        "Shows whether each move wins, draws or loses under perfect play: your moves on the board, "
        "the agent's on the smaller one."
    ),
    saved=True,
    part=PARTS["more"],
)


@dataclass(frozen=True)
class LearnedMove:
    """How a finished game changed the agent's value of one move."""

    board: str
    cell: int
    # Its Q-value, score or beads before and after learning.
    before: float
    after: float
    tried: bool  # whether the agent had tried it before


@dataclass
class Score:
    """Results of the games since the score was last reset."""

    games: Count = 0
    agent_wins: Count = 0
    other_wins: Count = 0  # the person's
    draws: Count = 0

    def count(self, result: rules.Outcome | None, agent_side: Side) -> None:
        self.games += 1
        self.agent_wins += result == agent_side
        self.other_wins += result == rules.other(agent_side)
        self.draws += result == "draw"


MOST_EXERCISES = 12


@dataclass
class Exercises:
    """Positions in which the person made a mistake, as exercises."""

    # Those not yet solved, the latest mistake first; no two are equivalent.
    boards: list[str] = field(default_factory=list)
    taken_in: int = -1  # number of the last game whose mistakes were added
    # The exercise on the board, which may be solved; None before the first.
    present: str | None = None
    # Token of the game that was left for the exercises, which close when that game continues.
    opened_at: str | None = None
    answer: ReviewedMove | None = None  # the last move tried in the present exercise, or None
    rounds: int = 0  # counts the exercises shown

    def take_in(self, games: Iterable[Game]) -> None:
        """Make exercises from the person's mistakes in new games."""
        for game in games:
            if game.number > self.taken_in:
                self.taken_in = game.number
                for move in review(game.moves)[game.start :]:
                    if move.side == game.person and move.threw_away:
                        self._add(move.board)

    def _add(self, board: str) -> None:
        others = [known for known in self.boards if known not in equivalents(board)]
        self.boards = [board, *others][:MOST_EXERCISES]

    def open(self, board: str | None) -> None:
        """Put an exercise on the board."""
        self.present, self.answer = board, None
        self.rounds += 1

    def try_move(self, move: ReviewedMove) -> None:
        """Take a move as the answer to the present exercise; a right one removes it."""
        self.answer = move
        if self.solved:
            self.boards.remove(move.board)

    @property
    def solved(self) -> bool:
        """Whether the last move tried is not a mistake."""
        return self.answer is not None and not self.answer.threw_away

    @property
    def token(self) -> str:
        """Identifies the present exercise; every click carries it.

        A wrong move does not change it: a new token would make the board in the browser play an
        earlier click again.
        """
        return f"{self.rounds}:{self.present}"


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
    # How many positions are new to it: those of that game and, if it learns for them too, their
    # equivalents; and others, which it met while going over the game.
    newly_met: tuple[int, int] = (0, 0)
    # Whether the page is the start page, where a tap on the board begins teaching. Whatever the
    # visitor has (agent, game, practice) stays as it is until they go on with it.
    shows_welcome: bool = True
    is_newcomer: bool = False  # whether it has been in this visit
    stories: int = 0  # how many pupils have been taught
    begun: int = 0  # how often a first game against another agent has begun on this page
    random: np.random.Generator = field(default_factory=np.random.default_rng)
    # The last game, as its review shows it, and the exercises from the person's mistakes.
    replay: Replay = field(default_factory=Replay)
    exercises: Exercises = field(default_factory=Exercises)
    analysis: "OpponentAnalysis | None" = None  # the last one, while the page is open
    # An agent's fingerprint, and the text of the lessons that lead to it; empty if none do.
    led_to: tuple[bytes, str] = (b"", "")

    @property
    def first_board(self) -> Game:
        """The board of the start page: the first game with a pupil, with its own token."""
        return Game(self.game.number + 1)

    @property
    def is_underway(self) -> bool:
        """Whether the person, or one of two, has moved in the game."""
        return len(self.game.moves) > (self.game.person == rules.O)

    def begin_story(self, visitor: Session) -> None:
        """Begin the story of the visitor's agent, a pupil."""
        self.stories += 1
        visitor.attached.put(Story(self.stories))

    def put_aside(self, visitor: Session) -> None:
        """Leave the score and the open game with the visitor's agent, before another replaces it.

        The score starts at 0.
        """
        visitor.attached.put(self.score)
        self.score = Score()
        if self.game.can_undo and self.game.person is not None:
            visitor.attached.put(self.game.at(len(self.game.moves)))

    def take_back(self, visitor: Session) -> None:
        """Show the score and the game again that were left with the visitor's agent."""
        score = visitor.attached.pop(Score)
        if score is not None:
            self.score, self.learned = score, ()
        game = visitor.attached.pop(Game)
        if game is not None and MODE.value != "Two people":
            kept = game.at(len(game.moves))
            self.game, self.hint = replace(kept, number=self.game.number + 1), None


def celebration(visitor: Session) -> str | None:
    """Return a name for what the board should celebrate once; None if there is nothing."""
    story = visitor.attached.get(Story)
    return f"pupil {story.number}" if story and story.is_over else None


def learns(visitor: Session) -> bool:
    """Return whether the visitor's agent learns from games on Play."""
    return LEARNS.value and not visitor.frozen


def play_state() -> PlayState:
    """Return what Play keeps for the visitor, with the score of an agent that has come back."""
    play = per_visitor(PlayState)
    play.take_back(session())
    return play


def opponent_analysis(opponent: NamedPlayer) -> "OpponentAnalysis":
    """Return the analysis of an opponent; kept until the opponent changes or learns."""
    play = per_visitor(PlayState)
    if play.analysis is None or play.analysis.opponent.policy_key != opponent.policy_key:
        play.analysis = OpponentAnalysis(opponent)
    return play.analysis


class OpponentAnalysis:
    """Exact results against one opponent. Each part is computed when it is first needed."""

    def __init__(self, opponent: NamedPlayer) -> None:
        self.opponent = opponent
        self._chances: dict[Side, NDArray[np.float64]] = {}

    @cached_property
    def card(self) -> ttt.ReportCard:
        return ttt.evaluate(self.opponent.policy())

    def perfect_play(self, board: str, side: Side) -> ttt.Result:
        """Return how often `side` wins, draws and loses from a position if it plays perfectly.

        Perfectly means that it minimises its losses against this opponent, random moves included,
        and then maximises its wins. It therefore never risks what perfect play secures: a drawn
        position shows no losses and a won one only wins. A perfect move never changes the figures;
        only the opponent's moves and mistakes do.
        """
        if side not in self._chances:
            self._chances[side], _ = ttt.best_response(self.opponent.policy(), side, score="safety")
        return result_for(self._chances[side][position_of(board)], side)
