"""The agent file names the program that trained the agent."""

import json
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from tests.core.files.bad_files import put
from tests.core.files.sample_files import TABLE_FILE, assert_same, spoil
from ttt_core.learning import new_pupil
from ttt_core.learning.origin import HERE, SAME_RESULTS, Origin

CONFIG = ttt.TrainingConfig(games=50, seed=1)
WORDS = st.text(min_size=1, max_size=60).filter(str.isprintable)


def with_origin(origin: Any) -> str:
    return json.dumps(TABLE_FILE | {"origin": origin})


def test_program_and_version_are_those_of_the_package_and_of_the_change_log() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    source = runpy.run_path(project["tool"]["hatch"]["version"]["path"])
    assert Origin(project["project"]["name"], source["VERSION"]) == HERE
    assert HERE.version.startswith(SAME_RESULTS)
    newest = re.search(r"^## \[(.+?)\]", Path("CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest is not None
    assert newest[1] == HERE.version


@pytest.mark.parametrize("agent", [ttt.untrained(), new_pupil(), ttt.train(CONFIG)])
def test_agents_made_here_name_this_program(agent: ttt.Agent) -> None:
    written = json.loads(ttt.dump_agent(agent))["origin"]
    assert written == {"program": HERE.program, "version": HERE.version}


@settings(max_examples=20)
@given(WORDS, WORDS)
def test_any_origin_is_read_back(program: str, version: str) -> None:
    text = with_origin({"program": program, "version": version})
    agent = ttt.load_agent(text)
    assert agent.origin == Origin(program, version)
    again = ttt.dump_agent(agent)
    assert_same(ttt.load_agent(again), agent)
    assert ttt.dump_agent(ttt.load_agent(again)) == again


def test_a_file_without_an_origin_stays_unchanged() -> None:
    loaded = ttt.read_any(json.dumps(TABLE_FILE))
    assert (loaded.agent.origin, loaded.notes) == (None, ())
    assert "origin" not in json.loads(ttt.dump_agent(loaded.agent))


@pytest.mark.parametrize(
    "origin",
    [
        *("here", 7, True, [], {}, {"program": "x"}, {"program": 1, "version": "2"}),
        {"program": "", "version": "1"},
        {"program": "x" * 61, "version": "1"},
        {"program": "a\nb", "version": "1"},
    ],
)
def test_an_invalid_origin_is_ignored_with_a_note(origin: Any) -> None:
    loaded = ttt.read_any(with_origin(origin))
    assert loaded.agent.origin is None
    assert loaded.notes == ("“origin” does not name a program and version, so it was ignored.",)


def test_an_agent_that_continues_learning_here_names_this_program() -> None:
    strange = ttt.load_agent(with_origin({"program": "Elsewhere", "version": "9"}))
    assert ttt.train(CONFIG, strange).origin == HERE
    assert ttt.learn_from_game(strange, (0, 3, 1, 4, 2)).origin == HERE
    assert ttt.load_agent('{"q": [["---------", [0,0,0,0,1,0,0,0,0]]]}').origin is None


def test_no_file_can_claim_to_be_reproducible() -> None:
    file = ttt.dump_agent(ttt.train(CONFIG))
    for name in ("reproducible", "_reproducible", "Reproducible"):
        assert not ttt.load_agent(spoil(json.loads(file), put(name, True))).reproducible
