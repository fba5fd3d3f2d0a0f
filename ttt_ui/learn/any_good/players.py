"""Two agents that win equally often against a random player; only one is unbeatable."""

from dataclasses import dataclass

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import Policy, Refutation, refutation
from ttt_core.game import N_OPEN, graph

GAMBLER = ttt.TrainingConfig(
    games=10_000,
    seed=101,
    rule="q-learning",
    ties="first",
    epsilon=0.3,
    epsilon_decay=1.0,
    random_share=1.0,
)
"""It trains only against a random player."""

UNBEATABLE_PRESET = "Quick study"


@dataclass(frozen=True, eq=False)
class Judged:
    """An agent with its exact evaluation.

    Attributes
    ----------
    policy
    card : ReportCard
    games, lost : int
        How many different games are possible when it plays X, and how many of them it loses.
    refutation : Refutation or None
        A game that beats it as X, if there is one.
    """

    policy: Policy
    card: ttt.ReportCard
    games: int
    lost: int
    refutation: Refutation | None


@st.cache_resource(show_spinner=False)
def gambler() -> Judged:
    """Train and evaluate the agent that nearly always wins."""
    return _judged(ttt.train(GAMBLER))


@st.cache_resource(show_spinner=False)
def unbeatable_agent() -> Judged:
    """Train and evaluate an unbeatable agent."""
    return _judged(ttt.train(ttt.PRESETS[UNBEATABLE_PRESET]))


def _judged(agent: ttt.Agent) -> Judged:
    policy = agent.policy()
    games, lost = _games_as_x(policy, 0)
    return Judged(policy, ttt.evaluate(policy), games, lost, refutation(policy, "X"))


def _games_as_x(policy: Policy, position: int) -> tuple[int, int]:
    """Count the games from a position in which X follows a policy, and those that O wins."""
    if position >= N_OPEN:
        return 1, int(graph().result[position - N_OPEN] == 1)
    x_moves = graph().side[position] == 0
    counted = [
        _games_as_x(policy, int(child))
        for cell, child in enumerate(graph().child[position])
        if child >= 0 and (not x_moves or policy[position, cell] > 0)
    ]
    return sum(games for games, _ in counted), sum(lost for _, lost in counted)
