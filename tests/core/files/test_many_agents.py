"""Many agents in one file: equal agents are read back, and other files are refused."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.files.sample_files import AGENTS, assert_same, assert_sound
from ttt_core.files import dump_roster
from ttt_core.learning.origin import HERE, Origin


@pytest.mark.slow
@pytest.mark.parametrize("agents", [AGENTS, AGENTS[3:4], AGENTS[:0], list(AGENTS[::-1]) * 2])
def test_agents_are_read_back_identically_and_in_order(
    agents: tuple[ttt.Agent, ...], tmp_path: Path
) -> None:
    path = tmp_path / "agents.npz"
    ttt.save_agents(path, agents)
    loaded = ttt.load_agents(str(path))
    assert loaded == tuple(agents)
    for one, other in zip(loaded, agents, strict=True):
        assert_same(one, other)
        assert_sound(one)


def test_thirty_agents_take_a_tenth_of_the_space_of_their_texts(tmp_path: Path) -> None:
    path = tmp_path / "agents.npz"
    agents = [ttt.train(ttt.TrainingConfig(games=300, seed=seed)) for seed in range(30)]
    ttt.save_agents(path, agents)
    assert path.stat().st_size < 0.1 * 30 * len(ttt.dump_agent(agents[0]))
    assert ttt.load_agents(path) == tuple(agents)


def test_a_json_file_is_that_of_the_dashboard(tmp_path: Path) -> None:
    path = tmp_path / "agents.json"
    ttt.save_agents(path, AGENTS[:3])
    assert path.read_text(encoding="utf-8") == dump_roster(AGENTS[:3])
    assert ttt.load_agents(path) == tuple(AGENTS[:3])
    path.write_text(ttt.dump_agent(AGENTS[0]), encoding="utf-8")
    assert ttt.load_agents(path) == (AGENTS[0],)
    with pytest.raises(ValueError, match="must contain 1 to 8 of them"):
        ttt.save_agents(path, [])


def test_files_of_earlier_versions_are_read() -> None:
    """Written by the program of 25 November 2026. Such files are read for ever."""
    settings: list[dict[str, Any]] = [
        {"rule": "reward-memory"},
        {"rule": "matchboxes"},
        {"rule": "network", "hidden_units": 4},
    ]
    trained = [
        replace(
            ttt.train(ttt.TrainingConfig(games=2, seed=1, **one)),
            origin=Origin(HERE.program, "0.1.0"),
        )
        for one in settings
    ]
    for name, expected in (("first_agents.json", trained), ("first_agents.npz", trained[1:2])):
        loaded = ttt.load_agents(Path(__file__).parent / name)
        assert loaded == tuple(expected), name


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "agents.npz"
    for content in (b"", b"PK\x03\x04", b"agents"):
        path.write_bytes(content)
        with pytest.raises(ttt.AgentFileError, match="is not a file of save_agents"):
            ttt.load_agents(path)
    path.write_bytes(b"{}")
    with pytest.raises(ttt.AgentFileError, match="This is not an agent file"):
        ttt.load_agents(path)
    np.savez(path, q=np.zeros(3))
    with pytest.raises(ttt.AgentFileError, match="is not a file of save_agents"):
        ttt.load_agents(path)
    np.savez(path, q=np.array([{}], dtype=object), format="ttt-agents 1")
    with pytest.raises(ttt.AgentFileError, match="is not a file of save_agents"):
        ttt.load_agents(path)
    with pytest.raises(FileNotFoundError):
        ttt.load_agents(tmp_path / "nowhere.npz")


def test_damage_is_named(tmp_path: Path) -> None:
    path = tmp_path / "agents.npz"
    ttt.save_agents(path, AGENTS[:2])
    with np.load(path) as content:
        arrays = dict(content)
    for array, sentence in (
        ({"format": np.array("ttt-agents 2")}, "damaged, or was written by a later version"),
        ({"q": arrays["q"].astype(np.float32)}, "damaged"),
        ({"q": np.append(arrays["q"], 0.0)}, "damaged"),
        ({"symmetric": np.array([True])}, "damaged"),
        ({"q": arrays["q"][:-1]}, "Agent 2: "),
        ({"q": np.full_like(arrays["q"], np.inf)}, "Agent 1: "),
        ({"visits": -arrays["visits"]}, "Agent 1: "),
        ({"agents": np.frombuffer(b"{}\n{}", np.uint8)}, "Agent 1: This is not an agent file"),
    ):
        np.savez(path, **{**arrays, **array})
        with pytest.raises(ttt.AgentFileError, match=sentence):
            ttt.load_agents(path)


@pytest.mark.parametrize("agents", [AGENTS[0], [ttt.uniform()]])
def test_only_agents_are_saved(agents: object, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needed, not this"):
        ttt.save_agents(tmp_path / "agents.npz", agents)
    assert not (tmp_path / "agents.npz").exists()


def test_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "Ada.json"
    path.write_text(ttt.dump_agent(AGENTS[0]), encoding="utf-8")
    assert ttt.load_agent(path) == AGENTS[0]
    reading = ttt.read_any(path)
    assert (reading.name, reading.agent.fingerprint) == ("Ada", AGENTS[0].fingerprint)
    assert ttt.judge(path).card == ttt.evaluate(AGENTS[0])
    with pytest.raises(FileNotFoundError):
        ttt.read_any(tmp_path / "nowhere.pkl")
