"""The story of a pupil: what is kept of an agent that a visitor teaches from scratch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, InstanceOf

import ttt_core as ttt
from ttt_core.evaluation import player_with_plan
from ttt_core.game import SIDES, Outcome, Side
from ttt_ui.jobs import Job
from ttt_ui.play.work import MOST_LESSONS
from ttt_ui.visit.attached import Frozen
from ttt_ui.visit.limits import Cell, Count, Moves, Share
from ttt_ui.visit.session import Session

MAX_LESSONS_TEXT = 1_000
"""Characters of a pupil's lessons in a link: 60 of at most 12, with dots between them."""

Ending = Literal["won", "lost", "drawn", "resigned"]
"""How a game ended for the visitor; in the last case they won because the pupil resigned."""

PlanState = Literal["none", "works", "works less", "fails"]
"""How the moves that the visitor won with do now; the first before they have won a game."""


@dataclass(frozen=True)
class WinningPlan:
    """A game that the visitor won, as a plan they can play again."""

    # The visitor's side, and the cells they took, in order.
    side: Side
    cells: Annotated[tuple[Cell, ...], Field(min_length=1, max_length=5)]
    before: Share  # how often the plan won against the pupil before it learned from that game

    def chance(self, agent: ttt.Agent) -> float:
        return chance_of_plan(self.side, self.cells, agent)


def chance_of_plan(side: Side, cells: tuple[int, ...], agent: ttt.Agent) -> float:
    """Return how often a plan wins against an agent that does not explore."""
    plan = player_with_plan(cells)
    return ttt.match(plan, agent).win if side == "X" else ttt.match(agent, plan).loss


def chance_of_anyone(agent: ttt.Agent) -> float:
    """Return how often the opponent that beats the agent most often wins, on its better side."""
    card = ttt.evaluate(agent)
    return max(card.worst_case_as_x.loss, card.worst_case_as_o.loss)


def ending_of(side: Side, result: Outcome | None, *, resigned: bool) -> Ending:
    """Return how a game ended for the visitor, who played this side."""
    if result == side:
        return "resigned" if resigned else "won"
    return "drawn" if result == "draw" else "lost"


class Lesson(NamedTuple):
    """A game with the visitor, or a practice, and how strong the pupil was before it."""

    ending: Ending | None  # how the game ended; None for a practice
    plan: Share | None  # how often the visitor's plan won; None before they had one
    anyone: Share  # how often the opponent that beats the pupil most often won
    moves: Moves = ()  # of a game that the pupil has learned from
    # Of a practice: how many were to be played, and how many were.
    games: Count = 0
    played: Count = 0


@dataclass(frozen=True)
class Challenge:
    """An agent that others have made, for the visitor to beat or, if nobody can, to draw with."""

    # A pupil's, as in its link; empty for an agent without lessons.
    lessons: Annotated[str, Field(max_length=MAX_LESSONS_TEXT)]
    games: Count  # how many games it had learned from when it came


@dataclass
class Practice:
    """A pupil's self-play, a few games in every step."""

    run: ttt.TrainingRun
    games: int
    version: ttt.Agent  # what its next change of the visitor's agent is based on
    job: Job | None = None  # the job that plays or has played it

    @property
    def left(self) -> int:
        return self.games - self.run.games_played


@dataclass
class Story:
    """A pupil, from its first game until nobody can beat it. It belongs to the pupil."""

    number: Count  # counts the stories of a visit from 1
    games: Count = 0  # the number of games the visitor has played with it
    # How the visitor won; None before that. Another win replaces it only once it can no longer win.
    plan: WinningPlan | None = None
    # Under way, or None. It is not saved.
    practice: Annotated[InstanceOf[Practice] | None, Field(exclude=True)] = None
    # The visitor's games, and all games, when nobody could beat the pupil any more; None before.
    unbeatable_after: tuple[Count, Count] | None = None
    # The latest, the last one last.
    lessons: Annotated[tuple[Lesson, ...], Field(max_length=MOST_LESSONS)] = ()

    @property
    def is_over(self) -> bool:
        """Whether the teaching is over: at some time, nobody could beat the pupil."""
        return self.unbeatable_after is not None

    @property
    def ending(self) -> Ending | None:
        """How the last game ended; None before the first game and after a practice."""
        return self.lessons[-1].ending if self.lessons else None

    def record_game(
        self,
        side: Side,
        moves: Sequence[int],
        result: Outcome | None,
        agent: ttt.Agent,
        *,
        resigned: bool = False,
        teaches: bool = True,
    ) -> None:
        """Note a game that the visitor has played.

        Their first plan stays until it can no longer win. `agent` is the pupil as it played, before
        it learned from the game.
        """
        self.games += 1
        chance = self.chance(agent)
        if result == side and not chance:
            cells = tuple(moves[SIDES.index(side) :: 2])
            chance = chance_of_plan(side, cells, agent)
            self.plan = WinningPlan(side, cells, chance)
        ending, learned = (
            ending_of(side, result, resigned=resigned),
            tuple(moves) if teaches else (),
        )
        self._note(Lesson(ending, chance, chance_of_anyone(agent), learned))

    def plan_state(self, chance: float | None) -> PlanState:
        """Return how the plan works now that it wins this often; None without a plan."""
        if self.plan is None or chance is None:
            return "none"
        if chance == 0:
            return "fails"
        return "works" if chance >= self.plan.before else "works less"

    def chance(self, agent: ttt.Agent) -> float | None:
        """Return how often the visitor's plan wins now; None before their first win."""
        return None if self.plan is None else self.plan.chance(agent)

    def _note(self, lesson: Lesson) -> None:
        self.lessons = (*self.lessons, lesson)[-MOST_LESSONS:]

    def note_past_practice(self, games: int, played: int, agent: ttt.Agent) -> None:
        """Note a practice that has ended; `agent` is the pupil before it."""
        self._note(Lesson(None, self.chance(agent), chance_of_anyone(agent), (), games, played))

    def note_practice(self, played: int) -> None:
        """Note how many games of the practice under way have been played."""
        place = max(i for i, lesson in enumerate(self.lessons) if lesson.ending is None)
        practice = self.lessons[place]._replace(played=played)
        self.lessons = (*self.lessons[:place], practice, *self.lessons[place + 1 :])

    def practise(self, games: int, visitor: Session) -> None:
        """Let the pupil start a practice on its own."""
        run = ttt.TrainingRun(replace(ttt.PRESETS["Newborn"], games=games), visitor.agent)
        self.practice = Practice(run, games, visitor.claim_agent())
        agent = visitor.agent
        self._note(Lesson(None, self.chance(agent), chance_of_anyone(agent), games=games))

    def arrive(self, before: ttt.Agent, visitor: Session) -> bool:
        """Freeze the pupil if what it has just learned made it unbeatable; return whether it did.

        `before` is the pupil as it was. What was proved stays true until the visitor teaches it
        more.
        """
        arrives = self.note_arrival(before, visitor.agent)
        if arrives:
            visitor.attached.put(Frozen())
        return arrives

    def note_arrival(self, before: ttt.Agent, after: ttt.Agent) -> bool:
        """Note when what the pupil has just learned made it unbeatable; return whether it did."""
        if ttt.evaluate(before).unbeatable or not ttt.evaluate(after).unbeatable:
            return False
        self.unbeatable_after = (self.games, after.stats.games)
        return True
