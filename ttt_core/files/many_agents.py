"""Many agents in one file: JSON for the dashboard, or NumPy arrays in a zip file (``.npz``).

The JSON is the format ``ttt-roster`` version 1: up to eight agents, each as in a file of its own.

In the zip file, which has no pickle, what was learned is kept as arrays, one agent after the other.
An agent whose equivalent moves have equal values, as all that were trained with symmetry, is kept
once for each set of equivalent moves. Everything else is kept as in an agent file, a line for each
agent.
"""

import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.agent_file import (
    agent_by_facts,
    check_header,
    dump_agent,
    facts_of,
    read_own,
    read_parsed,
)
from ttt_core.files.agent_file_format import MAX_AGENTS, ROSTER_FORMAT, ROSTER_VERSION
from ttt_core.files.bounded_json import MAX_BYTES, MAX_PARTS, number_of_parts, parse_object
from ttt_core.files.sentences import AgentFileError, described, file_refusal, quoted
from ttt_core.game.graph import N_OPEN, frozen, legal, slots_of
from ttt_core.learning.agent import Agent
from ttt_core.sentences import refusal

FORMAT = "ttt-agents 1"
_ARRAYS = {"q": np.float64, "visits": np.int32, "memory": np.int32}


def save_agents(path: str | PathLike[str], agents: Sequence[Agent]) -> None:
    """Write any number of agents into one file, from which `load_agents` makes equal agents.

    Parameters
    ----------
    path
        The file. It is replaced if it exists. If it ends in ``.json``, it is the file of up to
        eight agents that the dashboard reads and writes; otherwise, usually ``.npz``, a compact
        one.
    agents

    Raises
    ------
    ValueError
        If `agents` is not a list of agents, or not one of 1 to 8 for ``.json``.
    OSError
        If the file cannot be written.
    """
    given: object = agents
    if not isinstance(given, Sequence):
        raise ValueError(f"A list of agents is needed, not this {type(given).__name__}.")
    if Path(path).suffix == ".json":
        Path(path).write_text(dump_roster(agents), encoding="utf-8")
        return
    facts = "\n".join(json.dumps(facts_of(agent)) for agent in agents)
    symmetric = [_is_symmetric(agent) for agent in agents]
    arrays: dict[str, Any] = {
        name: np.concatenate(
            [
                array.reshape(N_OPEN * 9, -1)[_slots(shared)].ravel()
                for agent, shared in zip(agents, symmetric, strict=True)
                if (array := getattr(agent, name)) is not None
            ]
            or [np.zeros(0)]
        ).astype(kind)
        for name, kind in _ARRAYS.items()
    }
    with open(path, "wb") as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            format=np.array(FORMAT),
            agents=np.frombuffer(facts.encode(), np.uint8),
            symmetric=np.array(symmetric, np.bool_),
            **arrays,
        )


def load_agents(path: str | PathLike[str]) -> tuple[Agent, ...]:
    """Read the agents of a file that `save_agents` or the dashboard has written, in order.

    A file of one agent is read, too.

    Raises
    ------
    AgentFileError
        If the file is not one of those; the message says what is wrong, and in which agent.
    OSError
        If the file cannot be read.
    """
    with open(path, "rb") as file:
        if file.read(1) == b"{":
            return load_roster(b"{" + file.read(MAX_BYTES))
        file.seek(0)
        arrays = _read(file, str(path))
    lines = arrays.pop("agents").tobytes().split(b"\n")
    symmetric = arrays.pop("symmetric").tolist()
    if not symmetric and lines == [b""]:
        return ()
    if len(lines) != len(symmetric):
        raise _damaged(str(path))
    agents = []
    for number, (line, shared) in enumerate(zip(lines, symmetric, strict=True), 1):
        try:
            agents.append(_taken(arrays, agent_by_facts(parse_object(line)), shared))
        except ValueError as error:
            raise AgentFileError(f"Agent {number}: {error}") from None
    if any(array.size for array in arrays.values()):
        raise _damaged(str(path))
    return tuple(agents)


def _read(file: Any, name: str) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file; what is not one of ours is refused."""
    kinds = {"agents": np.uint8, "symmetric": np.bool_, **_ARRAYS}
    try:
        with np.load(file, allow_pickle=False) as content:
            ours = str(content["format"]) == FORMAT
            arrays = {key: content[key] for key in kinds}
    except (AttributeError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile):
        raise AgentFileError(f"{quoted(name)} is not a file of save_agents.") from None
    if not ours or any(arrays[key].dtype != kind for key, kind in kinds.items()):
        raise _damaged(name)
    return arrays


def _damaged(name: str) -> AgentFileError:
    return AgentFileError(f"{quoted(name)} is damaged, or was written by a later version.")


def _taken(arrays: dict[str, NDArray[Any]], agent: Agent, shared: bool) -> Agent:
    """Return the agent with what it has learned, taken from the beginning of the arrays."""
    slots = _slots(shared)
    learned: dict[str, Any] = {}
    for name in _ARRAYS:
        before = getattr(agent, name)
        if before is None:
            continue
        size = before.reshape(N_OPEN * 9, -1).shape[1]
        taken, arrays[name] = np.split(arrays[name], [slots.size * size])
        array = np.zeros((N_OPEN * 9, size), taken.dtype)
        array[slots] = taken.reshape(slots.size, size)
        array = array[_places(shared)]
        array[~legal().ravel()] = before.reshape(array.shape)[~legal().ravel()]
        learned[name] = frozen(array.reshape(before.shape))
    return replace(agent, **learned)


@cache
def _slots(shared: bool) -> NDArray[np.intp]:
    """Return the moves that are kept: one of each set of equivalent ones, or all."""
    return np.unique(_places(shared)[legal().ravel()])


def _places(shared: bool) -> NDArray[np.intp]:
    """Return where the value of each (position, cell) pair is kept, (40680,)."""
    return slots_of(shared).ravel().astype(np.intp)


def _is_symmetric(agent: Agent) -> bool:
    """Return whether equivalent moves have exactly the same values, visits and rewards."""
    free = legal().ravel()
    return all(
        array.reshape(N_OPEN * 9, -1)[_places(True)][free].tobytes()
        == array.reshape(N_OPEN * 9, -1)[free].tobytes()
        for name in _ARRAYS
        if (array := getattr(agent, name)) is not None
    )


# The file of up to eight agents


def dump_roster(agents: Sequence[Agent]) -> str:
    """Return 1 to 8 agents as one text, from which `load_roster` makes the same agents in order.

    Each agent is written as by `dump_agent`.

    Raises
    ------
    ValueError
        If there are no agents or more than eight, or if together they need more than 12 MB. Eight
        agents that know every position fit, unless each has thousands of runs.
    """
    if not isinstance(agents, Sequence):
        raise ValueError(f"A list of agents is needed, not this {type(agents).__name__}.")
    if not 0 < len(agents) <= MAX_AGENTS:
        raise ValueError(
            f"A file of several agents must contain 1 to {MAX_AGENTS} of them, not {len(agents):,}."
        )
    files = ",\n".join(dump_agent(agent).rstrip() for agent in agents)
    header = f'"format":"{ROSTER_FORMAT}",\n"version":{ROSTER_VERSION}'
    text = f'{{\n{header},\n"agents":[\n{files}\n]\n}}\n'
    if len(text.encode()) > MAX_BYTES or number_of_parts(text) > MAX_PARTS:
        raise refusal("These agents are too large for one file. Split them into several.")
    return text


def load_roster(text: str | bytes) -> tuple[Agent, ...]:
    """Make agents from a file of several agents, or from a file of one agent.

    Raises
    ------
    AgentFileError
        If the file is neither; the message says what is wrong, where and in which agent.
    """
    content = parse_object(text)
    if content.get("format") != ROSTER_FORMAT:
        return (read_parsed(content)[0],)
    check_header(content, ROSTER_FORMAT, ROSTER_VERSION)
    agents = content.get("agents")
    if not isinstance(agents, list) or not 0 < len(agents) <= MAX_AGENTS:
        raise file_refusal(
            "“agents” must be a list of 1 to {most}, not {given}.",
            most=MAX_AGENTS,
            given=described(agents),
        )
    return tuple(_read_one(number, agent) for number, agent in enumerate(agents, 1))


def _read_one(number: int, content: object) -> Agent:
    if not isinstance(content, dict):
        raise file_refusal(
            "Agent {number} must be an object, not {given}.",
            number=number,
            given=described(content),
        )
    try:
        return read_own(content)[0]
    except AgentFileError as error:
        raise file_refusal("Agent {number}: {error}", number=number, error=error.args[0]) from None
