"""Agents as a record has them: by their settings where these tell all, else by a part."""

import datetime as dt
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from secrets import token_hex
from weakref import WeakKeyDictionary

import ttt_core as ttt
from ttt_core.learning.check import updates_of
from ttt_core.learning.packed_agent import PackedAgent
from ttt_ui.memory.packing import UnreadableError
from ttt_ui.memory.parts import agent_from_part
from ttt_ui.memory.record import AgentRecord
from ttt_ui.shared.links import config_from_query, config_that_tells, config_to_query
from ttt_ui.shared.session import DEFAULT_PRESET, default_agent

MAX_UPDATES = 2_000_000
"""So many are trained again while the visitor waits: 50 ms."""


class MissingError(UnreadableError):
    """The part that holds an agent is not there."""


@dataclass
class Parts:
    """The names of the parts that hold agents, by what these know and have been through.

    Attributes
    ----------
    names
    """

    names: dict[Hashable, str] = field(default_factory=dict)
    _listed: WeakKeyDictionary[PackedAgent, AgentRecord] = field(default_factory=WeakKeyDictionary)

    def recorded(self, agent: ttt.Agent, listed_as: str | None = None) -> AgentRecord:
        """Return what a record says of an agent."""
        config = config_that_tells(agent)
        is_told = config is not None and is_quick(config)
        return AgentRecord(
            name=agent.name,
            listed_as=None if listed_as == agent.name else listed_as,
            level=agent.level,
            created=agent.created.isoformat(),
            settings=config_to_query(config) if config is not None and is_told else None,
            part=None if is_told else self.names.setdefault(_told_by(agent), token_hex(8)),
        )

    def listed(self, name: str, packed: PackedAgent) -> AgentRecord:
        """Return what a record says of an agent of the roster; it is unpacked once at most."""
        record = self._listed.get(packed)
        if record is None:
            record = self._listed[packed] = self.recorded(packed.agent, name)
        return record

    def name(self, agent: ttt.Agent) -> str | None:
        """Return the name of the part that holds an agent, if it has one."""
        return self.names.get(_told_by(agent))

    def keep_only(self, names: Collection[str]) -> None:
        """Forget all but the parts of these names: the browser drops the others."""
        self.names = {key: name for key, name in self.names.items() if name in names}

    def made(self, said: AgentRecord, parts: Mapping[str, str]) -> ttt.Agent:
        """Make the agent that a record speaks of.

        Raises
        ------
        MissingError
            If its part is not there.
        UnreadableError
            If there is no such agent.
        """
        agent = _trained(said) if said.settings is not None else _unpacked(said, parts)
        try:
            created = dt.datetime.fromisoformat(said.created)
            agent = replace(agent, name=said.name, level=said.level, created=created)
        except ValueError as error:
            raise UnreadableError from error
        if said.part is not None:
            self.names[_told_by(agent)] = said.part
        return agent


def _told_by(agent: ttt.Agent) -> Hashable:
    return agent.fingerprint, agent.stats, agent.training


def is_quick(config: ttt.TrainingConfig) -> bool:
    """Say whether a training takes but a moment."""
    return updates_of((config,)) <= MAX_UPDATES


def settings_of(query: Mapping[str, str]) -> ttt.TrainingConfig:
    """Return the configuration that a record says.

    Raises
    ------
    UnreadableError
        If it is none.
    """
    config, dropped = config_from_query(query)
    if dropped:
        raise UnreadableError
    return config


def _trained(said: AgentRecord) -> ttt.Agent:
    config = settings_of(said.settings or {})
    if not is_quick(config):
        raise UnreadableError
    return default_agent() if config == ttt.PRESETS[DEFAULT_PRESET] else ttt.train(config)


def _unpacked(said: AgentRecord, parts: Mapping[str, str]) -> ttt.Agent:
    text = parts.get(said.part or "")
    if text is None:
        raise MissingError
    return agent_from_part(text)
