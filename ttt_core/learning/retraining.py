"""Check whether an agent's own runs reproduce it, by replaying them and comparing every entry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from ttt_core.game.graph import boards, legal
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.cost import updates_per_game
from ttt_core.learning.time_machine import TimeMachine

MOST_LISTED = 10

_UPDATES_PER_STEP = 500_000

Obstacle = Literal["elsewhere", "partner", "people", "untrained"]
"""Why an agent cannot be checked: another program trained it; it was trained against a given
partner; it has also learned outside its runs, for example from people; or it has no run."""


class Difference(NamedTuple):
    """A move on which the agent and its retrained copy differ.

    Attributes
    ----------
    board : str
    cell : int
    value, retrained_value : float
        The agent's value, and the copy's.
    visits, retrained_visits : int
        The agent's visits, and the copy's.
    """

    board: str
    cell: int
    value: float
    retrained_value: float
    visits: int
    retrained_visits: int


@dataclass(frozen=True)
class RetrainingResult:
    """Result of replaying an agent's training runs.

    Attributes
    ----------
    values, visits, rewards : int
        How many of the 16,167 moves differ in value, in visits and (in a reward memory) in rewards.
    largest : float
        Largest difference between two values.
    listed : tuple of Difference
        The moves that differ most, by value and then by visits; at most ten.
    same_counts : bool
        Whether the game counts and the games seen are the same.
    same_in_play : bool
        Whether the settings for playing people and learning from them are the same.
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
        """Whether everything it has learned is identical."""
        return not (self.values or self.visits or self.rewards)

    @property
    def matches(self) -> bool:
        """Whether the runs alone reproduce the agent, except for name and level."""
        return self.same_table and self.same_counts and self.same_in_play


class Retraining:
    """Replay of an agent's runs, in slices.

    Parameters
    ----------
    agent
        Not changed.

    Raises
    ------
    ValueError
        If it has an `obstacle`.

    Attributes
    ----------
    agent : Agent
    games, games_played : int
        In all its runs, and so far.
    """

    def __init__(self, agent: Agent) -> None:
        if obstacle(agent) is not None:
            raise ValueError("This agent has also learned outside its training runs.")
        self.agent = agent
        self.games = sum(run.games for run in agent.training)
        self.games_played = 0
        self._machine = TimeMachine(agent.training)
        self._steps = _steps(agent.training)

    def step(self) -> bool:
        """Continue for some hundredths of a second; return whether there are games left."""
        self.games_played += next(self._steps, 0)
        self._machine.agent_after(self.games_played)
        return self.games_played < self.games

    def check(self) -> RetrainingResult:
        """Finish the replay and compare its result with the agent."""
        while self.step():
            pass
        return _compared(self.agent, self._machine.agent_after(self.games))


def _steps(runs: Sequence[TrainingConfig]) -> Iterator[int]:
    """Cut runs into steps that end at the latest with their run; yield the games of each."""
    for run in runs:
        step = max(_UPDATES_PER_STEP // updates_per_game(run), 1)
        for begin in range(0, run.games, step):
            yield min(step, run.games - begin)


def obstacle(agent: Agent) -> Obstacle | None:
    """Return why an agent cannot be checked, or None if it can."""
    if agent.trained_elsewhere is not None:
        return "elsewhere"
    if any(agent.partners):
        return "partner"
    if agent.stats.games > sum(run.games for run in agent.training):
        return "people"
    return None if agent.training else "untrained"


def confirmed(agent: Agent, checked: RetrainingResult) -> Agent:
    """Return the agent, marked as reproducible if the check has shown it."""
    return replace(agent, reproducible=True) if checked.matches else agent


def _compared(agent: Agent, retrained: Agent) -> RetrainingResult:
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
    return RetrainingResult(
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
