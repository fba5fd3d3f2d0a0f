"""The newborn that a visitor teaches: what is kept of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import ttt_core as ttt
from ttt_core.evaluation.plan import plan_of
from ttt_core.evaluation.policy import Policy
from ttt_core.game.board import SIDES, Outcome, Side
from ttt_core.game.graph import N_OPEN
from ttt_core.game.solution import move_values, position_values
from ttt_ui.shared.session import Session


@dataclass(frozen=True)
class WinningPlan:
    """How the visitor won, as a plan to be tried again.

    Attributes
    ----------
    side, cells
        The visitor's side, and the cells that they took, in their order.
    before
        How often it won against the newborn that fell for it, before that learned from the game.
    """

    side: Side
    cells: tuple[int, ...]
    before: float

    def chance(self, agent: ttt.Agent) -> float:
        """Return how often it wins against an agent at its best: exactly."""
        return chance_of_plan(self.side, self.cells, agent)


def chance_of_plan(side: Side, cells: tuple[int, ...], agent: ttt.Agent) -> float:
    """Return how often a plan wins against an agent at its best: exactly."""
    plan = plan_of(cells)
    return ttt.match(plan, agent).win if side == "X" else ttt.match(agent, plan).loss


def share_of_errors(policy: Policy) -> float:
    """Return how often a policy throws something away, on a board drawn from all open ones."""
    worse = move_values() < position_values()[:N_OPEN, None]
    return float((policy[:, :9] * worse).sum(axis=1).mean())


@dataclass
class Practice:
    """The newborn playing by itself, a few games at each look.

    Attributes
    ----------
    run
        Its training.
    games
        How many they are to be.
    claim
        What it was announced with.
    """

    run: ttt.TrainingRun
    games: int
    claim: int

    @property
    def left(self) -> int:
        """How many of them are still to be played."""
        return self.games - self.run.games_played


@dataclass
class Story:
    """A newborn, from its first game until nobody can beat it.

    Attributes
    ----------
    number
        Counts the stories of a visit from 1.
    replacements
        `Session.replacements` since it is there: any other agent ends the story.
    games
        That the visitor has played with it.
    plan
        How the visitor won; None before that. Another win gives another only where this one can
        win no more.
    practice
        Under way, or None.
    unbeatable_after
        The games that they had played, and all games in it, when nobody could beat it any more;
        None before.
    """

    number: int
    replacements: int
    games: int = 0
    plan: WinningPlan | None = None
    practice: Practice | None = None
    unbeatable_after: tuple[int, int] | None = None

    def take(
        self, side: Side, moves: Sequence[int], result: Outcome | None, agent: ttt.Agent
    ) -> None:
        """Note a game that the visitor has played on a side.

        Their first plan stays the one to watch until it wins no more.

        Parameters
        ----------
        side, moves, result
        agent
            The newborn as it played, before it learned from the game.
        """
        self.games += 1
        worn_out = self.plan is None or self.plan.chance(agent) == 0
        if result == side and worn_out:
            cells = tuple(moves[SIDES.index(side) :: 2])
            self.plan = WinningPlan(side, cells, chance_of_plan(side, cells, agent))

    def practise(self, games: int, visitor: Session) -> None:
        """Let the newborn, as it is now, begin to practise by itself."""
        run = ttt.TrainingRun(replace(ttt.PRESETS["Newborn"], games=games), visitor.agent)
        self.practice = Practice(run, games, visitor.claim())

    def arrive(self, agent: ttt.Agent) -> bool:
        """Note when nobody can beat the newborn, as it is now, for the first time.

        Returns
        -------
        bool
            Whether that is now.
        """
        if self.unbeatable_after is not None or not ttt.evaluate(agent).unbeatable:
            return False
        self.unbeatable_after = (self.games, agent.stats.games)
        return True
