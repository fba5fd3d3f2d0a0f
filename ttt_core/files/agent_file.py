"""The agent file: an agent as JSON text, format ``ttt-agent`` version 1, and back.

`ttt_core.files.agent_file_format` describes the format.
"""

import base64
import binascii
import datetime as dt
import json
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, TypeAdapter

from ttt_core.files.agent_file_format import (
    FORMAT,
    ROSTER_FORMAT,
    VERSION,
    AnyAgentFile,
    MatchboxesFile,
    NetworkFile,
    PolicyFile,
    QTableFile,
    RewardMemoryFile,
)
from ttt_core.files.bounded_json import parse_object
from ttt_core.files.other_programs import read_adaptive_file, read_kutschera_file, read_memory
from ttt_core.files.positions import open_positions, refuse_surplus
from ttt_core.files.sentences import (
    AgentFileError,
    Notes,
    SeveralAgentsError,
    described,
    file_refusal,
    validated,
)
from ttt_core.game.board import pattern
from ttt_core.game.graph import N_OPEN, boards, frozen, legal
from ttt_core.learning.agent import Agent, InPlay, Stats, check_is_agent, first_values
from ttt_core.learning.config import MAX_RUNS, TrainingConfig
from ttt_core.learning.network import network_values
from ttt_core.learning.origin import Origin
from ttt_core.learning.packed_agent import PackedAgent
from ttt_core.learning.reward_memory import memory_scores
from ttt_core.learning.rules import first_rule_of
from ttt_core.learning.soundness import MAX_NAME, SEEN_BYTES
from ttt_core.sentences import sentence, tr_noop

_RUNS = TypeAdapter(Annotated[list[Any], Field(max_length=MAX_RUNS)])
"""Checks the length of a list before its entries are read, which takes longer."""
_NO_VISITS = np.zeros((N_OPEN, 9), np.int32)

_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

_MODELS: Mapping[str, tuple[str, type[AnyAgentFile]]] = MappingProxyType(
    {
        "q-table": ("table", QTableFile),
        "reward-memory": ("memory", RewardMemoryFile),
        "matchboxes": ("boxes", MatchboxesFile),
        "network": ("visits", NetworkFile),
        "policy": ("preferences", PolicyFile),
    }
)
"""By kind: the field with an entry for each position, and the model of the file."""
_VALUES = {"q-table": "q", "matchboxes": "beads", "policy": "h"}
"""By kind: the name of nine values in an entry, next to the visits."""


AgentAndNotes = tuple[Agent, tuple[str, ...]]
"""An agent from a file, and sentences about what was filled in or ignored."""


def dump_agent(agent: Agent) -> str:
    """Return an agent as text, from which `load_agent` makes an identical agent.

    Each position has its own line, in a fixed order, so any diff tool can compare two agents.

    Parameters
    ----------
    agent

    Returns
    -------
    str
        JSON; `agent_file_schema` describes it.

    Raises
    ------
    ValueError
        If it is not an agent.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> agent = ttt.train(ttt.TrainingConfig(games=100, seed=1))
    >>> ttt.load_agent(ttt.dump_agent(agent)) == agent
    True
    """
    content = facts_of(agent)
    if agent.weights is not None:
        content["visits"] = _visit_entries(agent.visits)
    elif agent.memory is not None:
        content["memory"] = _memory_entries(agent.memory, agent.visits)
    else:
        content[_MODELS[agent.kind][0]] = _value_entries(agent)
    return _in_lines(content)


def facts_of(agent: Agent) -> dict[str, Any]:
    """Return what an agent file says, apart from the entries for each position."""
    check_is_agent(agent)
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "kind": agent.kind,
        "name": agent.name,
        "created": agent.created.astimezone(dt.UTC).isoformat().replace("+00:00", "Z"),
        "training": [asdict(run) for run in agent.training],
        "level": agent.level,
        "stats": asdict(agent.stats),
    }
    if any(agent.partners):
        content["partners"] = list(agent.partners)
    if agent.trained_elsewhere is not None:
        content["trainedElsewhere"] = asdict(agent.trained_elsewhere)
    if agent.settings is not None:
        content["settings"] = asdict(agent.settings)
    if agent.in_play is not None:
        content["inPlay"] = asdict(agent.in_play)
    if agent.origin is not None:
        content["origin"] = asdict(agent.origin)
    if agent.games_seen.any():
        packed = zlib.compress(agent.games_seen.tobytes())
        content["gamesSeen"] = base64.b64encode(packed).decode("ascii")
    if agent.weights is not None:
        content["weights"] = agent.weights.tolist()
    return content


def agent_by_facts(content: dict[str, Any]) -> Agent:
    """Return the agent that `facts_of` describes, as if no position had been learned yet."""
    return read_own({**content, **{field: {} for field, _ in _MODELS.values()}})[0]


def _in_lines(content: dict[str, Any]) -> str:
    """Return an object as JSON: a line per field and, in long fields, a line per entry."""
    fields = []
    for name, value in content.items():
        if value and name in ("table", "memory", "visits", "preferences"):
            entries = (f"{_JSON.encode(key)}:{_JSON.encode(entry)}" for key, entry in value.items())
            text = "{\n" + ",\n".join(entries) + "\n}"
        elif value and name == "training":
            text = "[\n" + ",\n".join(map(_JSON.encode, value)) + "\n]"
        else:
            text = _JSON.encode(value)
        fields.append(f"{_JSON.encode(name)}:{text}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _value_entries(agent: Agent) -> dict[str, Any]:
    """Return every position with a visit or with other values, or beads, than the initial ones."""
    first = first_values(agent.kind, _first_config(agent))
    changed = legal() & (agent.q.view(np.int64) != first.view(np.int64))
    known = np.flatnonzero((changed | (agent.visits != 0)).any(axis=1))
    values = agent.q[known].astype(object)
    if agent.kind == "matchboxes":
        values = np.nan_to_num(agent.q[known]).astype(np.int64).astype(object)
    values[~legal()[known]] = None
    rows = zip(known.tolist(), values.tolist(), agent.visits[known].tolist(), strict=True)
    name = _VALUES[agent.kind]
    return {pattern(boards()[p]): {name: row, "visits": visits} for p, row, visits in rows}


def _visit_entries(visits: NDArray[np.int32]) -> dict[str, Any]:
    known = np.flatnonzero(visits.any(axis=1))
    return {pattern(boards()[position]): visits[position].tolist() for position in known.tolist()}


def _memory_entries(memory: NDArray[np.int32], visits: NDArray[np.int32]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for position, cell in np.argwhere(memory.any(axis=2) | (visits != 0)).tolist():
        x_wins, o_wins, draws = memory[position, cell].tolist()
        move = {
            "i": cell // 3,
            "j": cell % 3,
            "xWinRewards": x_wins,
            "oWinRewards": o_wins,
            "drawRewards": draws,
            "visits": int(visits[position, cell]),
        }
        entries.setdefault(pattern(boards()[position]), []).append(move)
    return entries


def load_agent(text: str | bytes | PathLike[str]) -> Agent:
    """Make an agent from an agent file, or from a file of another system.

    Recognised by content: our own format, the export and the browser save of the adaptive
    tic-tac-toe AI (freeCodeCamp 2025), and the reward memory of Kutschera (2018), as his program
    saves it and as his article prints it. `read_any` reads the tables of all other programs too.

    Parameters
    ----------
    text
        The file: text, or bytes in UTF-8, with or without a byte order mark; or its path.

    Returns
    -------
    Agent

    Raises
    ------
    AgentFileError
        If the file is not a valid agent file; the message says what is wrong and where.
    OSError
        If there is no file at the path.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> ttt.load_agent('{"format": "ttt-agent", "version": 1}')
    Traceback (most recent call last):
        ...
    ttt_core.files.sentences.AgentFileError: This is not an agent file: the field “kind” is missing.
    """
    given = Path(text).read_bytes() if isinstance(text, PathLike) else text
    return read_parsed(parse_object(given))[0]


def read_parsed(content: dict[str, Any]) -> AgentAndNotes:
    """Make an agent, with notes, from a parsed file; otherwise like `load_agent`."""
    if "format" not in content:
        if "q" in content:
            return _sound(read_adaptive_file, content)
        if "patterns" in content or any("|" in key for key in content):
            return _sound(read_kutschera_file, content)
    return read_own(content)


def read_own(content: dict[str, Any]) -> AgentAndNotes:
    """Make an agent from a parsed file of our own format; otherwise like `load_agent`."""
    return _sound(_read_own, content)


def _sound(
    read: Callable[[dict[str, Any]], AgentAndNotes], content: dict[str, Any]
) -> AgentAndNotes:
    """Read a file; if it contains no sound agent, say of the file why not."""
    try:
        return read(content)
    except AgentFileError:
        raise
    except ValueError as error:
        raise AgentFileError(*error.args) from None


def _read_own(content: dict[str, Any]) -> AgentAndNotes:
    check_header(content, FORMAT, VERSION)
    _check_kind(content)
    field, model = _MODELS[content["kind"]]
    refuse_surplus(field, content.get(field))
    for name in ("training", "partners"):
        if isinstance(content.get(name), list):
            validated(_RUNS.validate_python, content[name], name)
    file: AnyAgentFile = validated(model.model_validate, content)
    notes = Notes()
    stats = Stats(**file.stats.model_dump())
    if file.games_seen is None and stats.distinct_games:
        stats = replace(stats, distinct_games=0)
        notes.note(
            "The file does not say which games were seen, so distinct games are counted from 0."
        )
    agent = Agent(
        name=file.name,
        kind=file.kind,
        **_read_learned(file, notes),
        games_seen=_read_games_seen(file.games_seen),
        training=tuple(file.training),
        partners=tuple(file.partners),
        trained_elsewhere=file.trained_elsewhere,
        settings=file.settings,
        in_play=InPlay(**file.in_play.model_dump()) if file.in_play else None,
        stats=stats,
        level=file.level,
        created=_read_created(file.created),
        origin=Origin(**file.origin.model_dump()) if file.origin else None,
    )
    if content.get("origin") is not None and file.origin is None:
        notes.note("“origin” does not name a program and version, so it was ignored.")
    return agent, tuple(notes)


def _read_learned(file: AnyAgentFile, notes: Notes) -> dict[str, Any]:
    """Return what the agent has learned, by field of `Agent`."""
    if isinstance(file, NetworkFile):
        weights = frozen(np.array(file.weights, np.float64))
        ended = tr_noop("The position {position} has visits, but the game is over there.")
        visits = _filled_in(_NO_VISITS, open_positions(file.visits, ended), file.visits.values())
        return {"q": network_values(weights), "visits": visits, "weights": weights}
    if not isinstance(file, RewardMemoryFile):
        ended = tr_noop("The position {position} has values, but the game is over there.")
        if isinstance(file, MatchboxesFile):
            ended = tr_noop("The position {position} has a box, but the game is over there.")
        entries: dict[str, Any] = getattr(file, _MODELS[file.kind][0])
        positions = open_positions(entries, ended)
        values = (getattr(entry, _VALUES[file.kind]) for entry in entries.values())
        visits = _filled_in(_NO_VISITS, positions, (entry.visits for entry in entries.values()))
        q = _filled_in(first_values(file.kind, _first_config(file)), positions, values)
        return {"q": q, "visits": visits}
    memory, visits, has_visits = read_memory(file.memory)
    if not has_visits:
        notes.note(
            "Where the file gives no visit counts, the smallest that fit its rewards were used."
        )
    config = [
        *(TrainingConfig(rule="reward-memory"), file.settings, file.trained_elsewhere),
        *file.training,
    ]
    scores = memory_scores(memory, next(run for run in reversed(config) if run is not None))
    return {"q": frozen(scores), "visits": visits, "memory": memory}


def _filled_in(
    first: NDArray[Any], positions: NDArray[np.int64], rows: Iterable[Sequence[float | None]]
) -> NDArray[Any]:
    """Return an array (4520, 9) with these rows in these positions, and elsewhere as at first."""
    filled = first.copy()
    filled[positions] = np.array(list(rows), first.dtype).reshape(-1, 9)
    return frozen(filled)


def _first_config(learned: Agent | AnyAgentFile) -> TrainingConfig:
    """Return the configuration an agent was made with, or that of an untrained one of its kind."""
    if learned.settings is not None:
        return learned.settings
    if learned.training:
        return learned.training[0]
    return TrainingConfig(rule=first_rule_of(learned.kind))


def check_header(content: dict[str, Any], expected: str, newest: int) -> None:
    """Refuse a file of another format, or of a version above the newest, before it is read."""
    for name in ("format", "version"):
        if name not in content:
            raise file_refusal(
                "This is not an agent file: the field “{name}” is missing.", name=name
            )
    if content["format"] == ROSTER_FORMAT != expected:
        raise SeveralAgentsError(sentence("This file contains several agents."))
    if content["format"] != expected:
        raise file_refusal(
            "This is not an agent file: its format is {given}, not “{expected}”.",
            given=described(content["format"]),
            expected=expected,
        )
    version = content["version"]
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise file_refusal(
            "The version must be a whole number from 1 upwards, not {given}.",
            given=described(version),
        )
    if version > newest:
        raise file_refusal(
            "The file uses version {version} of the format. This program reads "
            "versions up to {newest}.",
            version=version,
            newest=newest,
        )


def _check_kind(content: dict[str, Any]) -> None:
    if "kind" not in content:
        raise file_refusal("This is not an agent file: the field “kind” is missing.")
    if content["kind"] not in tuple(_MODELS):
        raise file_refusal(
            "“kind” must be “q-table”, “reward-memory”, “matchboxes”, “network” or “policy”, not "
            "{given}.",
            given=described(content["kind"]),
        )


def _read_created(text: str) -> dt.datetime:
    try:
        created = dt.datetime.fromisoformat(text)
    except ValueError:
        created = None
    if created is None or created.utcoffset() != dt.timedelta(0):
        raise file_refusal(
            "“created” must be a UTC time such as “2026-01-31T12:00:00Z”, not {given}.",
            given=described(text),
        )
    return created.replace(tzinfo=dt.UTC)


def _read_games_seen(text: str | None) -> NDArray[np.uint8]:
    if text is None:
        return frozen(np.zeros(SEEN_BYTES, np.uint8))
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(base64.b64decode(text, validate=True), SEEN_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        unpacked = b""
    if len(unpacked) != SEEN_BYTES or not unpacker.eof or unpacker.unused_data:
        raise file_refusal(
            "“gamesSeen” must be {size:,} bytes, zlib-compressed, in base64.", size=SEEN_BYTES
        )
    return frozen(np.frombuffer(unpacked, np.uint8).copy())


def file_name(agent: Agent | PackedAgent) -> str:
    """Return ``ttt-agent-<name>-<time>.json``: letters, digits and hyphens, the time in UTC."""
    plain = unicodedata.normalize("NFKD", agent.name).encode("ascii", "ignore").decode("ascii")
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower())[:MAX_NAME].strip("-") or "agent"
    return f"ttt-agent-{slug}-{agent.created.astimezone(dt.UTC):%Y%m%d-%H%M%S}.json"
