"""The players that can be compared: your agent, added agents and built-in players."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.evaluation import Policy, policy
from ttt_core.learning import RULES, PackedAgent
from ttt_ui.drawing.colours import NEUTRAL, PLAYER_COLOURS
from ttt_ui.visit.opponents import (
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
    player_label,
    reward_memory_agent,
)
from ttt_ui.visit.roster import Roster, roster
from ttt_ui.visit.session import session
from ttt_ui.wording import counted

RANDOM = "Random"
FIXED_PLAYERS = (RANDOM, *EXPLORING_LEVELS, MINIMAX, MINIMAX_FIRST, REWARD_MEMORY, MENACE)
"""The names of the built-in players."""

_ORIGINS = {
    RANDOM: "every move equally likely",
    "Beginner": "your agent, with 70% random moves",
    "Intermediate": "your agent, exploring as on Play",
    MINIMAX: "perfect play, choosing evenly between equal moves",
    MINIMAX_FIRST: "perfect play, taking the first of equal moves",
    REWARD_MEMORY: "trained as Kutschera did, for 100,000 games",
    MENACE: "304 matchboxes with Michie's beads, trained for 220 games",
}


class Mark(NamedTuple):
    """The symbol that stands for a player in charts and lists; no two are the same.

    Attributes
    ----------
    shape : str
        One letter.
    colour : str
    """

    shape: str
    colour: str


_MARK_OF_YOUR_AGENT = Mark("◆", NEUTRAL)


@dataclass(frozen=True)
class Player:
    """A player in a comparison.

    Attributes
    ----------
    name
    mark
    origin
        Where it comes from, in a few words of Markdown.
    policy_key
        Equal for two players only if they have the same policy.
    make
        Returns its policy.
    agent
        Returns the player as an agent; None for a level, minimax or the random player.
    """

    name: str
    mark: Mark
    origin: str
    policy_key: Hashable
    make: Callable[[], Policy]
    agent: Callable[[], ttt.Agent] | None = None

    def policy(self) -> Policy:
        """Return its policy."""
        return self.make()

    @property
    def label(self) -> str:
        """Its name on the screen."""
        return player_label(self.name)


def everybody(rivals: Iterable[str]) -> list[str]:
    """Return the names of all players, given those of the added agents."""
    return [YOUR_AGENT, *rivals, *FIXED_PLAYERS]


def taken_names(rivals: Iterable[str]) -> set[str]:
    """Return the names and labels that no further agent may have."""
    names = everybody(rivals)
    return {*names, *map(player_label, names)}


def players() -> dict[str, Player]:
    """Return all players by name."""
    agent, others = session().agent, roster()
    yours = _agent(YOUR_AGENT, _MARK_OF_YOUR_AGENT, agent, lambda: agent)
    return {player.name: player for player in (yours, *_rivals(others), *_fixed(agent))}


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
    origin = f"{rule}, {counted(games, 'game')}" if games else "untrained"
    return Player(name, mark, origin, _policy_key(agent), partial(_policy_of, whole), whole)


def _policy_key(agent: ttt.Agent | PackedAgent) -> Hashable:
    return agent.kind, agent.config.ties, agent.fingerprint


def _fixed(agent: ttt.Agent) -> list[Player]:
    """Return the built-in players; the levels play with the visitor's agent."""
    levels = {level: opponent(Strength(level), agent, {}) for level in EXPLORING_LEVELS}
    makes: dict[str, tuple[Hashable, Callable[[], Policy]]] = {
        RANDOM: (None, policy.uniform),
        **{
            level: ((rival.random_share, _policy_key(agent)), partial(_opponents_policy, rival))
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
