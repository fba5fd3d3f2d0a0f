"""Check whether an agent's own runs reproduce it, by replaying them and comparing everything."""

from typing import Literal

import numpy as np

from ttt_core.learning.agent import Agent
from ttt_core.learning.time_machine import TimeMachine

Obstacle = Literal["elsewhere", "partner", "people", "untrained"]
"""Why an agent cannot be checked: another program trained it; it was trained against a given
partner; it has also learned outside its runs, for example from people; or it has no run."""


def obstacle(agent: Agent) -> Obstacle | None:
    """Return why an agent cannot be checked, or None if it can."""
    if agent.trained_elsewhere is not None:
        return "elsewhere"
    if any(agent.partners):
        return "partner"
    if agent.stats.games > sum(run.games for run in agent.training):
        return "people"
    return None if agent.training else "untrained"


def is_reproduced(agent: Agent) -> bool:
    """Replay an agent's runs; return whether they alone give exactly the same agent.

    Name and level do not count. Raises `ValueError` if the agent has an `obstacle`.
    """
    if obstacle(agent) is not None:
        raise ValueError("This agent has also learned outside its training runs.")
    copy = TimeMachine(agent.training).agent_after(sum(run.games for run in agent.training))
    return (
        agent.fingerprint == copy.fingerprint
        and np.array_equal(agent.games_seen, copy.games_seen)
        and (agent.stats, agent.in_play) == (copy.stats, copy.in_play)
    )
