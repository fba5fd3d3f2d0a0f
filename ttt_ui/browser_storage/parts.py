"""Agents and sweeps in a saved visit: what settings do not reproduce is a part of its own.

An agent's part is its file without the table, and the arrays as they are. Writing it takes a
fifteenth of the time that the file takes. A sweep's part is its form and its results so far.
Text from the browser is untrusted.
"""

import base64
import binascii
import datetime as dt
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

import ttt_core as ttt
from ttt_core.files import MAX_BYTES
from ttt_core.game import N_OPEN, frozen
from ttt_core.learning import (
    MAX_NAME,
    Level,
    PackedAgent,
    first_rule_of,
    first_values,
    memory_scores,
    reproducing_config,
    updates_of,
)
from ttt_ui.compare.measuring.actions import plan_to_query, read_plan
from ttt_ui.compare.measuring.plan import Plan, checked
from ttt_ui.compare.measuring.state import Measuring, number_of
from ttt_ui.frame.links import Link
from ttt_ui.visit.limits import MAX_QUERY, MAX_SWEEP_RUNS, check_runs
from ttt_ui.visit.session import DEFAULT_PRESET, default_agent, per_visitor

VERSION = 3

_FASTEST = 1
_FORM = re.compile(r"([1-9][0-9]{0,5})\.([A-Za-z0-9_-]*={0,2})")

MAX_UPDATES = 2_000_000
"""Most updates retrained while the visitor waits: 50 ms."""

_FLOAT, _COUNTS = np.dtype("<f8"), np.dtype("<i4")
_Q_BYTES, _COUNT_BYTES = N_OPEN * 9 * _FLOAT.itemsize, N_OPEN * 9 * _COUNTS.itemsize
MAX_AGENT_PART = 4 + MAX_BYTES + _Q_BYTES + 4 * _COUNT_BYTES
"""The most bytes of an agent's part."""
MAX_SWEEP_PART = 4 + MAX_QUERY + MAX_SWEEP_RUNS * (1 + _FLOAT.itemsize)
"""The most bytes of a sweep's part."""


class UnreadableError(ValueError):
    """Text from the browser is not what the app saved there."""


class NewerError(UnreadableError):
    """The text was written by a newer version of the app."""


class MissingError(UnreadableError):
    """The part that contains an agent is missing."""


class Strict(BaseModel):
    """A form that must match exactly."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, frozen=True)


Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME + 10)]
Words = Annotated[str, Field(max_length=100)]
PartName = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]


class AgentRecord(Strict):
    """An agent: its settings if they reproduce it, otherwise the name of its part."""

    name: Name
    level: Level
    created: Words
    settings: ttt.TrainingConfig | None = None
    part: PartName | None = None


def packed(content: bytes, level: int) -> str:
    """Return bytes as text that a cookie can contain, with the version in front."""
    return f"{VERSION}.{base64.urlsafe_b64encode(zlib.compress(content, level)).decode('ascii')}"


def unpacked(text: str, most: int) -> bytes:
    """Return the bytes of a text made by `packed`; at most `most` of them are ever unpacked.

    Raises `NewerError` or `UnreadableError`.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise UnreadableError
    if int(form[1]) > VERSION:
        raise NewerError
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(base64.urlsafe_b64decode(form[2]), most)
    except (binascii.Error, zlib.error):
        raise UnreadableError from None
    if not unpacker.eof or unpacker.unused_data:
        raise UnreadableError
    return content


def packed_part(head: bytes, arrays: bytes) -> str:
    """Return a head and the arrays it describes as text."""
    return packed(len(head).to_bytes(4, "big") + head + arrays, _FASTEST)


def unpacked_part(text: str, most: int) -> tuple[bytes, bytes]:
    """Return the head and the arrays of a part of at most `most` bytes.

    Raises `NewerError` or `UnreadableError`.
    """
    if len(text) > 4 * most // 3 + 100:
        raise UnreadableError
    content = unpacked(text, most)
    length = int.from_bytes(content[:4], "big")
    return content[4 : 4 + length], content[4 + length :]


@dataclass
class SweepPart:
    """The part that contains the visitor's sweep, so that it is not packed twice."""

    contains: tuple[Plan, int] | None = None  # how much of which sweep; None before the first
    name: str = ""
    text: str = ""


def sweep_part() -> SweepPart:
    return per_visitor(SweepPart)


def part_of_sweep(measuring: Measuring) -> str:
    """Return the name of the part with a sweep's results so far."""
    part, contains = sweep_part(), (measuring.plan, measuring.done)
    if part.contains != contains:
        part.contains, part.text = contains, sweep_to_part(measuring)
        part.name = _name(part.text.encode())
    return part.name


def record_of_agent(agent: ttt.Agent | PackedAgent) -> AgentRecord:
    if isinstance(agent, PackedAgent):
        config = agent.reproducing_config
    else:
        config = reproducing_config(agent)
    if config is not None and not is_quick(config):
        config = None
    return AgentRecord(
        name=agent.name,
        level=agent.level,
        created=agent.created.isoformat(),
        settings=config,
        part=part_of(agent) if config is None else None,
    )


def part_of(agent: ttt.Agent | PackedAgent) -> str:
    """Return the name of an agent's part, which says what table and history it contains."""
    return _name(agent.fingerprint + repr((agent.stats, agent.training)).encode())


def _name(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()


def agent_of(record: AgentRecord, parts: Mapping[str, str]) -> ttt.Agent:
    """Return the agent of a record; raises `MissingError` or `UnreadableError`."""
    config, text = record.settings, parts.get(record.part or "")
    if config is None and text is None:
        raise MissingError
    if config is not None and not is_quick(config):
        raise UnreadableError
    if config is None:
        agent = agent_from_part(text or "")
    else:
        agent = default_agent() if config == ttt.PRESETS[DEFAULT_PRESET] else ttt.train(config)
    try:
        created = dt.datetime.fromisoformat(record.created)
        return replace(agent, name=record.name, level=record.level, created=created)
    except ValueError as error:
        raise UnreadableError from error


def is_quick(config: ttt.TrainingConfig) -> bool:
    """Return whether a training run takes only an instant."""
    return updates_of((config,)) <= MAX_UPDATES


def agent_to_part(agent: ttt.Agent) -> str:
    head = ttt.dump_agent(_without_table(agent)).encode()
    arrays = agent.q.astype(_FLOAT).tobytes() + agent.visits.astype(_COUNTS).tobytes()
    if agent.memory is not None:
        arrays += agent.memory.astype(_COUNTS).tobytes()
    return packed_part(head, arrays)


def _without_table(agent: ttt.Agent) -> ttt.Agent:
    rule = first_rule_of(agent.kind)
    first = agent.training[0] if agent.training else ttt.TrainingConfig(rule=rule)
    q, memory = first_values(agent.kind, first) if agent.weights is None else agent.q, None
    if agent.memory is not None:
        memory = frozen(np.zeros_like(agent.memory))
        q = memory_scores(memory, agent.config)
    visits = frozen(np.zeros_like(agent.visits))
    return replace(agent, q=frozen(q), visits=visits, memory=memory)


def agent_from_part(text: str) -> ttt.Agent:
    """Return the agent of a text, with the same checks as for a file.

    Raises `NewerError` or `UnreadableError`.
    """
    head, arrays = unpacked_part(text, MAX_AGENT_PART)
    try:
        agent = ttt.load_agent(head)
        rewards = 3 * _COUNT_BYTES if agent.memory is not None else 0
        if len(arrays) != _Q_BYTES + _COUNT_BYTES + rewards:
            raise UnreadableError
        memory = _counts(arrays[_Q_BYTES + _COUNT_BYTES :], (N_OPEN, 9, 3)) if rewards else None
        q = np.frombuffer(arrays[:_Q_BYTES], _FLOAT).reshape(N_OPEN, 9).astype(np.float64)
        visits = _counts(arrays[_Q_BYTES : _Q_BYTES + _COUNT_BYTES], (N_OPEN, 9))
        agent = replace(agent, q=frozen(q), visits=visits, memory=memory)
        check_runs(agent)
        return agent
    except ValueError as error:  # AgentFileError and LimitError among them
        raise UnreadableError from error


def _counts(content: bytes, shape: tuple[int, ...]) -> NDArray[np.int32]:
    return frozen(np.frombuffer(content, _COUNTS).reshape(shape).astype(np.int32))


def sweep_to_part(measuring: Measuring) -> str:
    """Return a sweep and its results so far as text."""
    head = json.dumps(plan_to_query(measuring.plan)).encode()
    values, done = (
        np.full(len(measuring.sweep), np.nan, _FLOAT),
        np.zeros(len(measuring.sweep), bool),
    )
    for run, result in measuring.results.items():
        values[run], done[run] = number_of(result), True
    return packed_part(head, done.tobytes() + values.tobytes())


def sweep_from_part(text: str | None) -> Measuring:
    """Return the sweep of a text, at rest; raises as `agent_of`."""
    if text is None:
        raise MissingError
    head, arrays = unpacked_part(text, MAX_SWEEP_PART)
    try:
        query = json.loads(head)
        if not isinstance(query, dict) or not all(
            isinstance(value, str) for value in query.values()
        ):
            raise UnreadableError
        link = Link(query)
        plan = read_plan(link, ttt.TrainingConfig())
        if plan is None or link.dropped:
            raise UnreadableError
        sweep = checked(plan)
        if isinstance(sweep, ValueError):
            raise UnreadableError from sweep
    except (ValueError, RecursionError) as error:  # ConfigError and LimitError among them
        raise UnreadableError from error
    runs = len(sweep)
    if len(arrays) != runs * (1 + _FLOAT.itemsize):
        raise UnreadableError
    done = np.frombuffer(arrays[:runs], np.uint8)
    values = np.frombuffer(arrays[runs:], _FLOAT).astype(np.float64)
    if (done > 1).any() or not (np.isnan(values) | ((values >= 0) & np.isfinite(values))).all():
        raise UnreadableError
    return Measuring(plan, {int(run): (float(values[run]),) for run in np.flatnonzero(done)})
