"""The outcome of a training run: everything that the experiments ask about it, exactly."""

import math
from dataclasses import dataclass, replace

import numpy as np

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.questions import five_questions
from ttt_core.game.graph import N_OPEN, legal
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.reward_memory import memory_scores
from ttt_core.learning.runs import MeasureInParts
from ttt_core.learning.training import TrainingRun


@dataclass(frozen=True)
class RunOutcome:
    """The exact results of a training run.

    Attributes
    ----------
    card : ReportCard
    unbeatable_from : float
        Games after which no opponent could win for the first time; infinite if never.
    known : int
        Positions it has learned from.
    untried : int
        Moves it has never tried, out of all 16,167.
    takes_wins, blocks : float
        Shares of correct moves in the third and the fourth of the five questions.
    passed_over : float
        Of a reward memory: the share of positions with two moves tried or more in which it chooses
        another move than the one with the highest average. 0 for other agents.
    tried_more : float
        In how many of these, as a share, it has tried the chosen move more often than that one.
    """

    card: ReportCard
    unbeatable_from: float
    known: int
    untried: int
    takes_wins: float
    blocks: float
    passed_over: float
    tried_more: float

    @property
    def weak_sides(self) -> int:
        """On how many sides it is beatable."""
        return self.card.beatable_as_x + self.card.beatable_as_o

    @property
    def wins_vs_random(self) -> float:
        """Share of games it wins against a random player, half of them as X."""
        return (self.card.vs_random_as_x.win + self.card.vs_random_as_o.win) / 2


def _passed_over(agent: Agent) -> dict[str, float]:
    if agent.memory is None:
        return {"passed_over": 0.0, "tried_more": 0.0}
    averages = memory_scores(agent.memory, replace(agent.config, score="relative"))
    tried = agent.visits > 0
    chosen = np.where(tried, agent.q, -np.inf).argmax(axis=1)
    better = np.where(tried, averages, -np.inf).argmax(axis=1)
    rows, with_choice = np.arange(N_OPEN), tried.sum(axis=1) > 1
    passed = with_choice & (averages[rows, better] > averages[rows, chosen])
    more = passed & (agent.visits[rows, chosen] > agent.visits[rows, better])
    return {
        "passed_over": float(passed.sum() / max(1, with_choice.sum())),
        "tried_more": float(more.sum() / max(1, passed.sum())),
    }


@dataclass(frozen=True)
class _OutcomeOfRun(MeasureInParts[TrainingRun, RunOutcome]):
    def begin(self, config: TrainingConfig) -> TrainingRun:
        return TrainingRun(config, watched=True)

    def result(self, run: TrainingRun) -> RunOutcome:
        agent, standing = run.agent(), run.standing
        assert standing is not None
        _, _, takes_wins, blocks, _ = five_questions(agent)
        return RunOutcome(
            card=evaluate(agent),
            unbeatable_from=math.inf if standing.first is None else standing.first,
            known=agent.positions_known,
            untried=int((legal() & (agent.visits == 0)).sum()),
            takes_wins=takes_wins.share,
            blocks=blocks.share,
            **_passed_over(agent),
        )


outcome_of = _OutcomeOfRun()
"""Trains and evaluates; one of the things that `measure_runs` can measure."""
