"""The agent of this chapter: one that a quick study has taught, beside what is known for sure."""

from dataclasses import dataclass

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.mistakes import Mistake, reachable
from ttt_core.evaluation.policy import Policy
from ttt_ui.shared.cell_colours import Scale
from ttt_ui.shared.insights import value_scale

PRESET = "Quick study"


@dataclass(frozen=True, eq=False)
class TrainedAgent:
    """An agent, and where it chooses otherwise than minimax would.

    Attributes
    ----------
    agent, policy, scale
        With its policy, and the scale of its values for colours.
    mistakes : list of Mistake
        The boards on which it may make a move that is not among the best by minimax.
    meets : int
        On how many boards it can come to move by its own play, whatever the opponent does.
    unbeatable : bool
    """

    agent: ttt.Agent
    policy: Policy
    scale: Scale
    mistakes: list[Mistake]
    meets: int
    unbeatable: bool

    @property
    def mistakes_met(self) -> int:
        """On how many of the boards that it comes to it chooses otherwise."""
        return sum(mistake.reachable for mistake in self.mistakes)


@st.cache_resource(show_spinner=False)
def trained_agent() -> TrainedAgent:
    """Train it. Agents never change, so it is shared."""
    agent = ttt.train(ttt.PRESETS[PRESET])
    policy = agent.policy()
    found = ttt.mistakes(policy)
    return TrainedAgent(
        agent=agent,
        policy=policy,
        scale=value_scale(agent),
        # Those that it comes to first, and early boards before late ones.
        mistakes=sorted(found, key=lambda one: (not one.reachable, -one.board.count("-"))),
        meets=int(reachable(policy).sum()),
        unbeatable=ttt.evaluate(policy).unbeatable,
    )
