"""Who can play: your agent, those you have added, built-in players, and the levels of Play.

For Adaptive, as strong as the visitor has lately been, a model player stands for the visitor. It
makes a share of its moves at random and otherwise chooses evenly among all optimal moves. After
each game the share changes in proportion to the difference between the visitor's score (win 1,
draw 1/2, loss 0) and the model player's expected one, as a rating does (Elo 1978).
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import get_args

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import (
    RESIGNING,
    Policy,
    Sides,
    outcome_chances,
    policy,
    result_for,
    sides_of,
)
from ttt_core.game import Outcome, Side, position_of
from ttt_core.learning import Level, PackedAgent, epsilon_after
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr

YOUR_AGENT = "Present agent"
"""The name that links and browsers keep; the screen shows another."""
RANDOM = tr_noop("Random")
REWARD_MEMORY = tr_noop("Reward memory")
MENACE = tr_noop("MENACE, as published")
MINIMAX = tr_noop("Minimax")
MINIMAX_FIRST = "Minimax, first of equals"
"""The name that links and browsers keep; the screen shows another."""
DEPTHS: Mapping[str, int] = MappingProxyType({f"Minimax, depth {n}": n for n in range(1, 10)})
"""Minimax players by name, and how many moves each looks ahead. 0 would be the random player."""


@dataclass(frozen=True, eq=False)
class NamedPlayer:
    """A player, which may make some of its moves at random."""

    name: str  # as in "Minimax"; `YOUR_AGENT` for your agent
    # The agent whose values decide; None for a built-in player.
    given: ttt.Agent | PackedAgent | None = None
    random_share: float = 0.0  # the share of its moves drawn evenly from all legal moves

    @property
    def label(self) -> str:
        return player_label(self.name)

    @property
    def agent(self) -> ttt.Agent | None:
        """The agent whose values decide; None for minimax and the random player."""
        if isinstance(self.given, PackedAgent):
            return self.given.agent
        return preset_agent(_PRESETS[self.name]) if self.name in _PRESETS else self.given

    @property
    def policy_key(self) -> Hashable:
        """Equal for two players only if they have the same policy."""
        agent = self.given
        return self.random_share, (
            self.name if agent is None else (agent.kind, agent.config.ties, agent.fingerprint)
        )

    @property
    def sides(self) -> Sides:
        """The sides it has learned; a built-in player knows both."""
        return sides_of(self.agent)

    def policy(self) -> Policy:
        """Return the probability of each move, with its random moves."""
        return policy.mix(policy.uniform(), self._own_policy(), self.random_share)

    def move(self, board: str, random: np.random.Generator) -> tuple[int | None, bool]:
        """Draw its cell in an open position, None if it resigns, and whether it was random.

        First, it is drawn whether the move is random.
        """
        at_random = bool(random.random() < self.random_share)
        chances = policy.uniform() if at_random else self._own_policy()
        return choose(chances, board, random), at_random

    def _own_policy(self) -> Policy:
        agent = self.agent
        return _POLICIES[self.name]() if agent is None else agent.policy()


def player(
    name: str, agent: ttt.Agent, rivals: Mapping[str, ttt.Agent], random_share: float = 0.0
) -> NamedPlayer:
    """Return the player with a name; your agent if no player has this name."""
    if is_your_agent(name, rivals):
        return NamedPlayer(YOUR_AGENT, agent, random_share)
    return NamedPlayer(name, rivals.get(name), random_share)


def player_names(rivals: Mapping[str, ttt.Agent]) -> list[str]:
    """Return the names of all players that a visitor can choose as an opponent."""
    return [YOUR_AGENT, REWARD_MEMORY, MINIMAX, MINIMAX_FIRST, *rivals, *DEPTHS]


def player_label(name: str) -> str:
    """Return a player's name as it is shown on the screen."""
    if name in DEPTHS:
        return tr("Minimax, depth {depth}", depth=DEPTHS[name])
    if name == MINIMAX_FIRST:
        return tr("Predictable minimax")
    return tr("Your agent") if name == YOUR_AGENT else tr(name)


def is_your_agent(name: str, rivals: Mapping[str, ttt.Agent]) -> bool:
    """Return whether a name stands for your agent, as unknown names do."""
    return name == YOUR_AGENT or name not in player_names(rivals)


def choose(chances: Policy, board: str, random: np.random.Generator) -> int | None:
    """Draw a cell for the side to move in an open position; None if it resigns."""
    row = chances[position_of(board)]
    cell = int(random.choice(row.size, p=row))
    return None if cell == RESIGNING else cell


@st.cache_resource(show_spinner=False)
def preset_agent(preset: str) -> ttt.Agent:
    """Train the agent of a preset. Agents never change, so all visitors share it."""
    return ttt.train(ttt.PRESETS[preset])


_PRESETS: Mapping[str, str] = MappingProxyType(
    {REWARD_MEMORY: "Reward memory (Kutschera 2018)", MENACE: "MENACE (Michie 1961)"}
)
_POLICIES: Mapping[str, Callable[[], Policy]] = MappingProxyType(
    {
        RANDOM: policy.uniform,
        MINIMAX: policy.minimax,
        MINIMAX_FIRST: partial(policy.minimax, "first"),
        **{name: partial(policy.minimax, depth=depth) for name, depth in DEPTHS.items()},
    }
)

LEVELS: tuple[Level, ...] = get_args(Level)
EXPLORING_LEVELS: tuple[Level, ...] = ("Beginner", "Intermediate")

BEGINNER_RANDOM_SHARE = 0.7
HIGHEST_PLAYING_EPSILON = 0.1

FIRST_SHARE = 0.3
"""The visitor's share of random moves before their first game."""
LARGEST_SHARE = BEGINNER_RANDOM_SHARE
_STEP = 0.15


def opponent(
    level: Level,
    agent: ttt.Agent,
    rivals: Mapping[str, ttt.Agent],
    *,
    explores: bool = True,
    random_share: float = 0.0,
    epsilon: float = 0.0,
    name: str = YOUR_AGENT,
    expert: str = MINIMAX,
) -> NamedPlayer:
    """Return who plays a visitor at a level.

    Parameters
    ----------
    level
        Beginner: 70% random moves, otherwise as Intermediate. Intermediate: the agent with its ε.
        Expert: minimax. Adaptive: minimax with a share of random moves that suits the visitor.
    agent, rivals
        The visitor's agent, and the agents they have added.
    explores
        Whether Beginner and Intermediate make exploratory moves; if not, their ε is 0.
    random_share
        For Adaptive and Custom: the share of random moves.
    epsilon, name
        For Custom: the ε of the other moves, and the player that chooses the rest.
    expert
        For Expert: which minimax player.
    """
    if level == "Expert":
        return NamedPlayer(expert)
    if level == "Adaptive":
        return NamedPlayer(MINIMAX, random_share=random_share)
    if level == "Custom":
        return player(name, agent, rivals, _either(random_share, epsilon))
    agents_epsilon = playing_epsilon(agent) if explores else 0.0
    if level == "Beginner":
        agents_epsilon = _either(BEGINNER_RANDOM_SHARE, agents_epsilon)
    return NamedPlayer(YOUR_AGENT, agent, agents_epsilon)


def _either(a: float, b: float) -> float:
    """Return the probability that at least one of two independent events happens."""
    return 1 - (1 - a) * (1 - b)


def playing_epsilon(agent: ttt.Agent) -> float:
    """Return the agent's exploration rate ε against people.

    That of `Agent.in_play` if it has one, otherwise that of its last training game, at most 0.1.
    """
    if agent.in_play is not None:
        return agent.in_play.epsilon
    config = agent.config
    last = epsilon_after(config, config.games, agent.stats.distinct_games)
    return min(last, HIGHEST_PLAYING_EPSILON)


def expected_score(share: float, rival: Policy, side: Side) -> float:
    """Return what the model player, on this side, scores against a rival."""
    model = policy.mix(policy.uniform(), policy.optimal(), share)
    players = (model, rival) if side == "X" else (rival, model)
    result = result_for(outcome_chances(*players)[0], side)
    return result.win + result.draw / 2


def share_after(share: float, rival: Policy, side: Side, result: Outcome | None) -> float:
    """Return the visitor's share of random moves after a game against a rival."""
    score = 0.5 if result == "draw" else float(result == side)
    return min(max(share - _STEP * (score - expected_score(share, rival, side)), 0.0), 1.0)


def even_share(share: float, side: Side) -> float:
    """Return the share of random moves with which minimax is as strong as a visitor on `side`.

    It is a whole percentage, and at most that of Beginner, 70%: against a visitor who makes more
    random moves than that, minimax can no longer be only their equal.
    """
    return _even_percentage(round(100 * share), side) / 100


@cache
def _even_percentage(visitors: int, side: Side) -> int:
    def score(percentage: int) -> float:
        rival = policy.mix(policy.uniform(), policy.minimax(), percentage / 100)
        return expected_score(visitors / 100, rival, side)

    # Each per cent adds at most 0.01 to the score, so the first above 0.495 is nearest to 1/2.
    return bisect_left(range(round(100 * LARGEST_SHARE)), 0.495, key=score)
