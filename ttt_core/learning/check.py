"""Check: is an agent what its own runs lead to? They are played again, and compared bit for bit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from ttt_core.game.graph import boards, legal
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.time_machine import TimeMachine

MOST_LISTED = 10

UPDATES_PER_GAME = 8
"""About how often a game changes a value, besides the moves that are replayed."""
_UPDATES_PER_RUN = 100_000
"""To begin a run takes as long as that many."""
_UPDATES_PER_STEP = 500_000

Obstacle = Literal["elsewhere", "partner", "people", "untrained"]
"""Why an agent cannot be checked: it was trained elsewhere, or by a partner that was given to it;
it has learned from more games than its runs have, as from those with people; or it has no run."""


class Difference(NamedTuple):
    """A move of which the agent and its retrained twin have learned different things.

    Attributes
    ----------
    board : str
    cell : int
    value, retrained_value : float
        Of the agent, and of its twin.
    visits, retrained_visits : int
        The same.
    """

    board: str
    cell: int
    value: float
    retrained_value: float
    visits: int
    retrained_visits: int


@dataclass(frozen=True)
class Check:
    """What comes of playing an agent's runs again.

    Attributes
    ----------
    values, visits, rewards : int
        How many moves, of the 16,167 that there are, have another value; how many another number of
        visits; how many, of a reward memory, other rewards.
    largest : float
        Largest difference of two values.
    listed : tuple of Difference
        The moves that differ most, by value and then by visits: ten at most.
    same_counts : bool
        Whether the counts of games, and the games seen, are the same.
    same_in_play : bool
        Whether it is the same in how it plays people and learns from them.
    """

    values: int
    visits: int
    rewards: int
    largest: float
    listed: tuple[Difference, ...]
    same_counts: bool
    same_in_play: bool

    @property
    def same_table(self) -> bool:
        """Whether everything that was learned is the same, bit for bit."""
        return not (self.values or self.visits or self.rewards)

    @property
    def matches(self) -> bool:
        """Whether the runs alone lead to this very agent, in everything but name and level."""
        return self.same_table and self.same_counts and self.same_in_play


class Retraining:
    """The runs of an agent, played again in slices.

    Parameters
    ----------
    agent
        Stays as it is.

    Raises
    ------
    ValueError
        If it has an `obstacle`.

    Attributes
    ----------
    agent : Agent
    games, games_played : int
        Of all its runs together.
    """

    def __init__(self, agent: Agent) -> None:
        if obstacle(agent) is not None:
            raise ValueError("This agent did not come about by its runs alone.")
        self.agent = agent
        self.games = sum(run.games for run in agent.training)
        self.games_played = 0
        self._machine = TimeMachine(agent.training)
        self._steps = _steps(agent.training)

    def step(self) -> bool:
        """Play on for some hundredths of a second; return whether there is more to play."""
        self.games_played += next(self._steps, 0)
        self._machine.agent_after(self.games_played)
        return self.games_played < self.games

    def check(self) -> Check:
        """Play what is left, and compare what the runs lead to with the agent."""
        while self.step():
            pass
        return _compared(self.agent, self._machine.agent_after(self.games))


def _steps(runs: Sequence[TrainingConfig]) -> Iterator[int]:
    """Cut runs into steps, none of which goes beyond the end of a run; yield their games."""
    for run in runs:
        step = max(_UPDATES_PER_STEP // (UPDATES_PER_GAME + run.replay), 1)
        for begin in range(0, run.games, step):
            yield min(step, run.games - begin)


def obstacle(agent: Agent) -> Obstacle | None:
    """Return why an agent cannot be checked, None where it can."""
    if agent.trained_elsewhere is not None:
        return "elsewhere"
    if any(agent.partners):
        return "partner"
    if agent.stats.games > sum(run.games for run in agent.training):
        return "people"
    return None if agent.training else "untrained"


def check(agent: Agent) -> Check:
    """Train an agent again by its own runs, and compare the two.

    Raises
    ------
    ValueError
        If it has an `obstacle`.
    """
    return Retraining(agent).check()


def confirmed(agent: Agent, checked: Check) -> Agent:
    """Return an agent, known to be reproducible where its check has shown that."""
    return replace(agent, reproducible=True) if checked.matches else agent


def updates_of(runs: Sequence[TrainingConfig]) -> int:
    """Return about how many updates of a value take as long as some runs."""
    return sum(run.games * (UPDATES_PER_GAME + run.replay) + _UPDATES_PER_RUN for run in runs)


def _compared(agent: Agent, retrained: Agent) -> Check:
    values = legal() & (agent.q.view(np.int64) != retrained.q.view(np.int64))
    visits = agent.visits != retrained.visits
    rewards = np.zeros_like(visits)
    if agent.memory is not None and retrained.memory is not None:
        rewards = (agent.memory != retrained.memory).any(axis=2)
    far = np.where(values, np.abs(agent.q - retrained.q), 0.0)
    far_in_visits = np.abs(agent.visits.astype(np.int64) - retrained.visits)
    moves = np.argwhere(values | visits | rewards)
    at = tuple(moves.T)
    first = np.lexsort((-far_in_visits[at], -far[at]))[:MOST_LISTED]
    return Check(
        values=int(values.sum()),
        visits=int(visits.sum()),
        rewards=int(rewards.sum()),
        largest=float(far.max()),
        listed=tuple(
            Difference(
                boards()[position],
                cell,
                float(agent.q[position, cell]),
                float(retrained.q[position, cell]),
                int(agent.visits[position, cell]),
                int(retrained.visits[position, cell]),
            )
            for position, cell in moves[first].tolist()
        ),
        same_counts=agent.stats == retrained.stats
        and np.array_equal(agent.games_seen, retrained.games_seen),
        same_in_play=agent.in_play == retrained.in_play,
    )
