"""The agent of the chapter, compared with minimax."""

from dataclasses import dataclass

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import Mistake, Policy, reachable
from ttt_ui.drawing.cell_colours import Scale
from ttt_ui.drawing.insights import value_scale

PRESET = "Quick study"


@dataclass(frozen=True, eq=False)
class TrainedAgent:
    """An agent, and the positions in which it makes a mistake.

    Attributes
    ----------
    agent, policy, scale
        The agent, its policy, and the colour scale of its values.
    mistakes : list of Mistake
        The positions in which it may choose a move that minimax would not.
    reaches : int
        In how many positions it can be to move, whatever its opponent does.
    unbeatable : bool
    """

    agent: ttt.Agent
    policy: Policy
    scale: Scale
    mistakes: list[Mistake]
    reaches: int
    unbeatable: bool

    @property
    def mistakes_reached(self) -> int:
        """How many of its mistakes can arise when it plays."""
        return sum(mistake.reachable for mistake in self.mistakes)


@st.cache_resource(show_spinner=False)
def trained_agent() -> TrainedAgent:
    """Train the agent. Agents never change, so visitors share it."""
    agent = ttt.train(ttt.PRESETS[PRESET])
    policy = agent.policy()
    found = ttt.mistakes(policy)
    return TrainedAgent(
        agent=agent,
        policy=policy,
        scale=value_scale(agent),
        # First the mistakes that can arise in its games, then the others; early positions first.
        mistakes=sorted(found, key=lambda one: (not one.reachable, -one.board.count("-"))),
        reaches=int(reachable(policy).sum()),
        unbeatable=ttt.evaluate(policy).unbeatable,
    )
