"""Who can take part in the cross table."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.evaluation import policy
from ttt_core.evaluation.policy import Policy
from ttt_core.learning.packed_agent import PackedAgent
from ttt_core.learning.rules import RULES
from ttt_ui.shared.colours import NEUTRAL, PLAYER_COLOURS
from ttt_ui.shared.opponents import (
    EXPLORING_LEVELS,
    MENACE,
    MINIMAX,
    MINIMAX_FIRST,
    REWARD_MEMORY,
    YOUR_AGENT,
    Opponent,
    Strength,
    menace_agent,
    opponent,
    reward_memory_agent,
)
from ttt_ui.shared.roster import Roster, roster
from ttt_ui.shared.session import session
from ttt_ui.shared.wording import counted

RANDOM = "Random"
FIXED_PLAYERS = (RANDOM, *EXPLORING_LEVELS, MINIMAX, MINIMAX_FIRST, REWARD_MEMORY, MENACE)
"""The names of the players that are always there."""

_ORIGINS = {
    RANDOM: "every move alike",
    "Beginner": "your agent, seven moves in ten at random",
    "Intermediate": "your agent, with tries at random as on Play",
    MINIMAX: "best play, evenly among equal moves",
    MINIMAX_FIRST: "best play, the first of equal moves",
    REWARD_MEMORY: "as Kutschera trained it, 100,000 games",
    MENACE: "304 matchboxes, as Michie trained them, 220 games",
}


class Mark(NamedTuple):
    """The sign that a player has wherever it is drawn; no two have the same.

    Attributes
    ----------
    shape : str
        One letter.
    colour : str
    """

    shape: str
    colour: str


_OF_YOUR_AGENT = Mark("◆", NEUTRAL)


@dataclass(frozen=True)
class Player:
    """Somebody who can take part.

    Attributes
    ----------
    name
    mark
    origin
        Where it comes from, in a few words of Markdown.
    plays_like
        Two players of whom it is equal make every move with the same chance.
    make
        Makes its policy.
    agent
        Returns the agent whose values it goes by, and by nothing else; None where there is none.
    """

    name: str
    mark: Mark
    origin: str
    plays_like: Hashable
    make: Callable[[], Policy]
    agent: Callable[[], ttt.Agent] | None = None

    def policy(self) -> Policy:
        """Return its policy."""
        return self.make()


def everybody(rivals: Iterable[str]) -> list[str]:
    """Return the names of all who can take part, where the roster has agents of these names."""
    return [YOUR_AGENT, *rivals, *FIXED_PLAYERS]


def players() -> dict[str, Player]:
    """Return everybody who can take part, by name."""
    agent, others = session().agent, roster()
    present = _agent(YOUR_AGENT, _OF_YOUR_AGENT, agent, lambda: agent)
    return {player.name: player for player in (present, *_rivals(others), *_fixed(agent))}


def _rivals(others: Roster) -> list[Player]:
    return [
        _agent(name, Mark("●", PLAYER_COLOURS[slot]), packed, partial(_unpacked, packed))
        for name, (slot, packed) in others.agents.slotted().items()
    ]


def _opponents_policy(rival: Opponent) -> Policy:
    return rival.policy


def _unpacked(packed: PackedAgent) -> ttt.Agent:
    return packed.agent


def _policy_of(agent: Callable[[], ttt.Agent]) -> Policy:
    return agent().policy()


def _agent(
    name: str, mark: Mark, agent: ttt.Agent | PackedAgent, whole: Callable[[], ttt.Agent]
) -> Player:
    games = agent.stats.games
    rule = RULES[agent.config.rule].label
    origin = f"{rule}, {counted(games, 'game')}" if games else "nothing learned yet"
    return Player(name, mark, origin, _plays_like(agent), partial(_policy_of, whole), whole)


def _plays_like(agent: ttt.Agent | PackedAgent) -> Hashable:
    return agent.kind, agent.config.ties, agent.fingerprint


def _fixed(agent: ttt.Agent) -> list[Player]:
    """Return the players that are always there; the levels rest on the present agent."""
    levels = {level: opponent(Strength(level), agent, {}) for level in EXPLORING_LEVELS}
    makes: dict[str, tuple[Hashable, Callable[[], Policy]]] = {
        RANDOM: (None, policy.uniform),
        **{
            level: ((rival.random_share, _plays_like(agent)), partial(_opponents_policy, rival))
            for level, rival in levels.items()
        },
        MINIMAX: (None, policy.minimax),
        MINIMAX_FIRST: (None, partial(policy.minimax, "first")),
        REWARD_MEMORY: (None, partial(_policy_of, reward_memory_agent)),
        MENACE: (None, partial(_policy_of, menace_agent)),
    }
    agents = {REWARD_MEMORY: reward_memory_agent, MENACE: menace_agent}
    return [
        Player(
            name,
            Mark("■", PLAYER_COLOURS[place]),
            _ORIGINS[name],
            (name, rest),
            make,
            agents.get(name),
        )
        for place, (name, (rest, make)) in enumerate(makes.items())
    ]
