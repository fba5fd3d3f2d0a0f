"""Two agents that win as often against random moves: one falls for a plan, one for none."""

from dataclasses import dataclass

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.refutation import Refutation, refutation
from ttt_core.game.graph import N_OPEN, graph

GAMBLER = ttt.TrainingConfig(
    games=10_000,
    seed=101,
    rule="q-learning",
    ties="first",
    epsilon=0.3,
    epsilon_decay=1.0,
    random_share=1.0,
)
"""It has met nobody but a partner that moves at random, and learned what pays against that."""

SAFE_PRESET = "Quick study"


@dataclass(frozen=True, eq=False)
class Judged:
    """An agent with what is known of it for sure.

    Attributes
    ----------
    policy
    card : ReportCard
    games, lost : int
        How many different games can come about when it plays X, whatever O does, and how many of
        these it loses.
    refutation : Refutation or None
        A game that it loses as X, if there is one.
    """

    policy: Policy
    card: ttt.ReportCard
    games: int
    lost: int
    refutation: Refutation | None


@st.cache_resource(show_spinner=False)
def gambler() -> Judged:
    """Train the agent that wins nearly always, and judge it."""
    return _judged(ttt.train(GAMBLER))


@st.cache_resource(show_spinner=False)
def safe_player() -> Judged:
    """Train an agent that cannot be beaten, and judge it."""
    return _judged(ttt.train(ttt.PRESETS[SAFE_PRESET]))


def _judged(agent: ttt.Agent) -> Judged:
    policy = agent.policy()
    games, lost = _games_as_x(policy, 0)
    return Judged(policy, ttt.evaluate(policy), games, lost, refutation(policy, "X"))


def _games_as_x(policy: Policy, position: int) -> tuple[int, int]:
    """Count the games from a position on in which X plays by a policy, and those that O wins."""
    if position >= N_OPEN:
        return 1, int(graph().result[position - N_OPEN] == 1)
    x_moves = graph().side[position] == 0
    counted = [
        _games_as_x(policy, int(child))
        for cell, child in enumerate(graph().child[position])
        if child >= 0 and (not x_moves or policy[position, cell] > 0)
    ]
    return sum(games for games, _ in counted), sum(lost for _, lost in counted)
