"""Several agents in one file: they are read back identically, and other files are refused."""

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.files.bad_files import put
from tests.core.files.sample_files import (
    AGENTS,
    MEMORY_FILE,
    TABLE_FILE,
    assert_same,
    assert_sentence,
    assert_sound,
    spoil,
)
from ttt_core.files import dump_roster, load_roster
from ttt_core.files.agent_file_format import MAX_AGENTS
from ttt_core.files.bounded_json import MAX_BYTES, MAX_PARTS, number_of_parts
from ttt_core.learning.config import MAX_RUNS
from ttt_core.learning.origin import HERE, Origin

pytestmark = pytest.mark.slow

ONE_GAME = ttt.TrainingConfig(games=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "agents.npz"


@pytest.mark.parametrize("agents", [AGENTS, AGENTS[:0], list(AGENTS[::-1]) * 2])
def test_agents_are_read_back_identically_and_in_order(
    agents: Sequence[ttt.Agent], path: Path
) -> None:
    ttt.save_agents(path, agents)
    for one, other in zip(ttt.load_agents(str(path)), agents, strict=True):
        assert_same(one, other)
        assert_sound(one)


def test_thirty_agents_take_a_tenth_of_the_space_of_their_texts(path: Path) -> None:
    agents = [ttt.train(ttt.TrainingConfig(games=300, seed=seed)) for seed in range(30)]
    ttt.save_agents(path, agents)
    assert path.stat().st_size < 0.1 * 30 * len(ttt.dump_agent(agents[0]))
    assert ttt.load_agents(path) == tuple(agents)


def test_a_json_file_is_that_of_the_dashboard(path: Path) -> None:
    path = path.with_suffix(".json")
    ttt.save_agents(path, AGENTS[:3])
    assert path.read_text(encoding="utf-8") == dump_roster(AGENTS[:3])
    assert ttt.load_agents(path) == tuple(AGENTS[:3])
    path.write_text(ttt.dump_agent(AGENTS[0]), encoding="utf-8")
    assert ttt.load_agents(path) == (AGENTS[0],)
    (foreign,) = load_roster('{"q": [["---------", [0,0,0,0,1,0,0,0,0]]]}')
    assert foreign.trained_elsewhere is not None
    with pytest.raises(ValueError, match="must contain 1 to 8 of them"):
        ttt.save_agents(path, [])


def test_files_of_earlier_versions_are_read() -> None:
    """Written by the program of 25 November 2026. Such files are read for ever."""
    trained = tuple(
        replace(ttt.train(replace(config, games=2, seed=1)), origin=Origin(HERE.program, "0.1.0"))
        for config in (
            ttt.TrainingConfig(rule="reward-memory"),
            ttt.TrainingConfig(rule="matchboxes"),
            ttt.TrainingConfig(rule="network", hidden_units=4),
        )
    )
    folder = Path(__file__).parent
    assert ttt.load_agents(folder / "first_agents.json") == trained
    assert ttt.load_agents(folder / "first_agents.npz") == trained[1:2]


def npz(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


OTHER = "is not a file of save_agents"
NOT_OURS: list[tuple[bytes, str]] = [
    *((content, OTHER) for content in (b"", b"PK\x03\x04", b"agents", npz(q=np.zeros(3)))),
    (npz(q=np.array([{}], dtype=object), format=np.array("ttt-agents 1")), OTHER),
    (b"{}", "This is not an agent file"),
]


@pytest.mark.parametrize(("content", "sentence"), NOT_OURS)
def test_other_files_are_refused(content: bytes, sentence: str, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(ttt.AgentFileError, match=sentence):
        ttt.load_agents(path)
    with pytest.raises(FileNotFoundError):
        ttt.load_agents(path.with_name("nowhere.npz"))


def test_damage_is_named(path: Path) -> None:
    ttt.save_agents(path, AGENTS[:2])
    with np.load(path) as content:
        arrays = dict(content)
    q = arrays["q"]
    for change, sentence in (
        ({"format": np.array("ttt-agents 2")}, "damaged, or was written by a later version"),
        ({"q": q.astype(np.float32)}, "damaged"),
        ({"q": np.append(q, 0.0)}, "damaged"),
        ({"symmetric": np.array([True])}, "damaged"),
        ({"q": q[:-1]}, "Agent 2: "),
        ({"q": np.full_like(q, np.inf)}, "Agent 1: "),
        ({"visits": -arrays["visits"]}, "Agent 1: "),
        ({"agents": np.frombuffer(b"{}\n{}", np.uint8)}, "Agent 1: This is not an agent file"),
    ):
        path.write_bytes(npz(**{**arrays, **change}))
        with pytest.raises(ttt.AgentFileError, match=sentence):
            ttt.load_agents(path)


@pytest.mark.parametrize("agents", [AGENTS[0], [ttt.uniform()]])
def test_only_agents_are_saved(agents: object, path: Path) -> None:
    with pytest.raises(ValueError, match="needed, not this"):
        ttt.save_agents(path, agents)
    assert not path.exists()


def test_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "Ada.json"
    path.write_text(ttt.dump_agent(AGENTS[0]), encoding="utf-8")
    assert ttt.load_agent(path) == AGENTS[0]
    reading = ttt.read_any(path)
    assert (reading.name, reading.agent.fingerprint) == ("Ada", AGENTS[0].fingerprint)
    assert ttt.judge(path).card == ttt.evaluate(AGENTS[0])
    with pytest.raises(FileNotFoundError):
        ttt.read_any(tmp_path / "nowhere.pkl")


# JSON


def test_agents_are_read_back_from_json() -> None:
    text = dump_roster(AGENTS)
    loaded = load_roster(text)
    for one, other in zip(loaded, AGENTS, strict=True):
        assert_same(one, other)
        assert_sound(one)
        assert not one.reproducible
    assert dump_roster(loaded) == text
    content = json.loads(text)
    assert (content["format"], content["version"]) == ("ttt-roster", 1)
    assert content["agents"] == [json.loads(ttt.dump_agent(agent)) for agent in AGENTS]


@pytest.mark.thorough
def test_eight_agents_that_know_the_whole_game_fit() -> None:
    full = [
        ttt.train(
            ttt.TrainingConfig(
                games=300_000, alpha=0.37, symmetry=False, epsilon_floor=1.0, rule=rule
            )
        )
        for rule in ("monte-carlo", "reward-memory")
    ]
    for agent in full:
        text = dump_roster([agent] * MAX_AGENTS)
        assert len(text.encode()) < MAX_BYTES
        assert number_of_parts(text) < MAX_PARTS
        assert len(load_roster(text)) == MAX_AGENTS


@pytest.mark.thorough
def test_a_file_too_large_to_be_read_is_not_written() -> None:
    long = replace(ttt.untrained(), training=(ONE_GAME,) * MAX_RUNS)
    with pytest.raises(ValueError, match="too large for one file"):
        dump_roster([long] * MAX_AGENTS)


TWO_AGENTS = {"format": "ttt-roster", "version": 1, "agents": [TABLE_FILE, MEMORY_FILE]}
BAD: dict[str, tuple[Callable[[Any], object], str]] = {
    "other version": (put("version", 2), "reads versions up to 1"),
    "no agents": (lambda content: content.pop("agents"), "“agents” must be a list of 1 to 8"),
    "empty": (put("agents", []), "not a list of 0"),
    "too many": (put("agents", [TABLE_FILE] * 9), "not a list of 9"),
    "an object": (put("agents", {"1": TABLE_FILE}), "not an object"),
    "numbers": (put("agents", [TABLE_FILE, 7]), "Agent 2 must be an object, not 7"),
    "other agents": (put("agents", [{"q": []}]), "Agent 1: This is not an agent file"),
    "a file of several agents": (
        put("agents", [{"format": "ttt-roster", "version": 1}]),
        "Agent 1: This file contains several agents",
    ),
    "a bad field": (put("agents", 1, "level", "Hard"), "Agent 2: At “level”"),
}


@pytest.mark.parametrize(("change", "words"), BAD.values(), ids=BAD)
def test_the_message_says_what_is_wrong(change: Callable[[Any], object], words: str) -> None:
    with pytest.raises(ttt.AgentFileError) as caught:
        load_roster(spoil(TWO_AGENTS, change))
    assert_sentence(str(caught.value))
    assert words in str(caught.value)
