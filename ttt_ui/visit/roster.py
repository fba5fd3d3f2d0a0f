"""The agents a visitor has added on Compare, to compare or play with."""

from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import replace
from itertools import chain, count
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.learning import PackedAgent
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.players import (
    DEPTHS,
    EXPLORING_LEVELS,
    MENACE,
    MINIMAX,
    MINIMAX_FIRST,
    RANDOM,
    REWARD_MEMORY,
    YOUR_AGENT,
    player_label,
)
from ttt_ui.visit.session import per_visitor

FIXED_PLAYERS = (
    *(RANDOM, *EXPLORING_LEVELS, MINIMAX, MINIMAX_FIRST, REWARD_MEMORY, MENACE),
    *DEPTHS,
)
"""The names of the built-in players."""


class Roster(MutableMapping[str, ttt.Agent]):
    """Agents by name, at most `MAX_AGENTS`, stored packed and unpacked when looked up.

    Each keeps its slot, a number from 0, by which its menu is known.
    """

    def __init__(self) -> None:
        self._kept: dict[str, SlottedAgent] = {}

    def __getitem__(self, name: str) -> ttt.Agent:
        return self._kept[name].packed.agent

    def __setitem__(self, name: str, agent: ttt.Agent) -> None:
        there = self._kept.get(name)
        self.put(name, agent, None if there is None else there.slot)

    def put(
        self, name: str, agent: ttt.Agent, slot: int | None = None, how: HowRead | None = None
    ) -> None:
        """Set an agent, in a slot if one is given and free; otherwise in the lowest that is.

        Of an agent from elsewhere, `how` says how its file was read.
        """
        taken = {listed.slot for other, listed in self._kept.items() if other != name}
        if slot is None or slot in taken:
            slot = min(set(range(len(taken) + 1)) - taken)
        self._kept[name] = SlottedAgent(slot, PackedAgent(agent), how)

    def __delitem__(self, name: str) -> None:
        del self._kept[name]

    def __contains__(self, name: object) -> bool:
        return name in self._kept

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        """Remove all agents, at once and without unpacking them."""
        self._kept = {}

    @property
    def full(self) -> bool:
        """Whether there is no room for another agent."""
        return len(self) >= MAX_AGENTS

    def slotted(self) -> dict[str, "SlottedAgent"]:
        return dict(self._kept)

    def rename(self, name: str, new: str) -> None:
        """Give an agent a new name, which must be free; its place and slot stay.

        Raises
        ------
        KeyError
            If no agent is called `name`.
        """
        there = self._kept[name]
        renamed = there._replace(packed=PackedAgent(replace(there.packed.agent, name=new)))
        self._kept = {
            new if place == name else place: renamed if place == name else other
            for place, other in self._kept.items()
        }


class SlottedAgent(NamedTuple):
    slot: int
    packed: PackedAgent
    how: HowRead | None


def roster() -> Roster:
    return per_visitor(Roster)


def everybody() -> list[str]:
    """Return the names of all players."""
    return [YOUR_AGENT, *roster(), *FIXED_PLAYERS]


def taken_names() -> set[str]:
    """Return the names and labels that no further agent may have."""
    names = everybody()
    return {*names, *map(player_label, names)}


def is_the_same(agent: ttt.Agent, other: ttt.Agent) -> bool:
    """Return whether two agents have the same name and know the same."""
    return agent.name == other.name and agent.fingerprint == other.fingerprint


def take_in(agent: ttt.Agent) -> None:
    """Add an agent if there is room."""
    if not roster().full:
        add(agent)


def add(agent: ttt.Agent, how: HowRead | None = None) -> str:
    """Add an agent under its own name, numbered if another has that; return the name.

    An agent that is here under its name is not added again. Of an agent from elsewhere, `how` says
    how its file was read.
    """
    here, taken = roster(), taken_names()
    same = {name for name in here if here[name].fingerprint == agent.fingerprint}
    name = numbered(agent.name, lambda name: name not in taken or name in same)
    if name not in here:
        here.put(name, agent, how=how)
    return name


def numbered(name: str, is_free: Callable[[str], bool]) -> str:
    """Return a name that is free: itself, or the first one with a number."""
    return next(filter(is_free, chain([name], (f"{name} ({n})" for n in count(2)))))
