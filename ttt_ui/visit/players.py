"""Who can play: your agent, the agents you have added, and the built-in players."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, Sides, policy, sides_of
from ttt_core.game import position_of
from ttt_core.learning import PackedAgent
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
