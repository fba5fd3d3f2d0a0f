"""Several agents in one file: they are read back identically, and other files are refused."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given, settings

import ttt_core as ttt
from tests.core.files.bad_files import put
from tests.core.files.sample_files import (
    AGENTS,
    JSON_VALUES,
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
from ttt_core.files.sentences import SeveralAgentsError
from ttt_core.learning.config import MAX_RUNS

pytestmark = pytest.mark.slow

ONE_GAME = ttt.TrainingConfig(games=1)


@pytest.mark.parametrize("agents", [AGENTS, AGENTS[::-1][:3], AGENTS[1:2]])
def test_agents_are_read_back_identically_and_in_order(agents: tuple[ttt.Agent, ...]) -> None:
    text = dump_roster(agents)
    loaded = load_roster(text)
    for one, other in zip(loaded, agents, strict=True):
        assert_same(one, other)
        assert_sound(one)
        assert not one.reproducible
    assert dump_roster(loaded) == text
    content = json.loads(text)
    assert (content["format"], content["version"]) == ("ttt-roster", 1)
    assert content["agents"] == [json.loads(ttt.dump_agent(agent)) for agent in agents]


def test_a_file_of_one_agent_is_accepted() -> None:
    (agent,) = load_roster(ttt.dump_agent(AGENTS[0]))
    assert_same(agent, AGENTS[0])
    (foreign,) = load_roster('{"q": [["---------", [0,0,0,0,1,0,0,0,0]]]}')
    assert foreign.trained_elsewhere is not None


def test_a_file_of_several_agents_is_not_accepted_as_one() -> None:
    with pytest.raises(SeveralAgentsError, match="This file contains several agents"):
        ttt.load_agent(dump_roster(AGENTS[:1]))


@pytest.mark.thorough
def test_eight_agents_that_know_the_whole_game_fit() -> None:
    full = [
        ttt.train(ttt.TrainingConfig(games=300_000, symmetry=False, epsilon_floor=1.0, rule=rule))
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
    "version as text": (put("version", "1"), "whole number from 1 upwards"),
    "no version": (lambda content: content.pop("version"), "“version” is missing"),
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
    "runs": (put("agents", 0, "training", [asdict(ONE_GAME)] * 10_001), "1: "),
}


@pytest.mark.parametrize(("change", "words"), BAD.values(), ids=BAD)
def test_the_message_says_what_is_wrong(change: Callable[[Any], object], words: str) -> None:
    with pytest.raises(ttt.AgentFileError) as caught:
        load_roster(spoil(TWO_AGENTS, change))
    assert_sentence(str(caught.value))
    assert words in str(caught.value)


def agents_or_refusal(text: str | bytes) -> None:
    try:
        agents = load_roster(text)
    except ttt.AgentFileError as error:
        assert_sentence(str(error))
    else:
        for agent in agents:
            assert_sound(agent)


@settings(max_examples=30)
@given(JSON_VALUES)
def test_any_json_is_several_agents_or_refused(value: Any) -> None:
    agents_or_refusal(json.dumps(value))
    agents_or_refusal(json.dumps({"format": "ttt-roster", "version": 1, "agents": value}))
    agents_or_refusal(json.dumps({"format": "ttt-roster", "version": 1, "agents": [value]}))
