"""Small valid files of every format, and ways to damage them."""

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.game.graph import legal
from ttt_core.learning import new_pupil
from ttt_core.learning.training import learn_from_game

Content = dict[str, Any]

OPENING = "---|---|---"
REPLY = "X--|-O-|---"
ENDED = "XXX|OO-|---"

TABLE_FILE: Content = {
    "format": "ttt-agent",
    "version": 1,
    "kind": "q-table",
    "name": "Ada",
    "created": "2026-01-31T12:00:00Z",
    "training": [json.loads(ttt.dump_agent(ttt.train(ttt.TrainingConfig(games=1))))["training"][0]],
    "level": "Expert",
    "stats": {
        "games": 3,
        "x_wins": 1,
        "o_wins": 1,
        "draws": 1,
        "explorations": 2,
        "distinct_games": 0,
    },
    "table": {
        OPENING: {
            "q": [0.1, -0.0, 0, 5e-324, 1, 0, 0, 0, 0.25],
            "visits": [1, 0, 0, 0, 2, 0, 0, 0, 0],
        },
        REPLY: {
            "q": [None, 0.5, 0, 0, None, 0, 0, 0, -1.5],
            "visits": [0, 1, 0, 0, 0, 0, 0, 0, 1],
        },
    },
}


def _file(agent: ttt.Agent) -> Content:
    return {**json.loads(ttt.dump_agent(agent)), "created": "2026-01-31T12:00:00Z"}


LESSON = [0, 1, 4, 2, 8]
MEMORY_FILE = _file(learn_from_game(ttt.untrained("Ida", "reward-memory"), LESSON))
BOXES_FILE = _file(learn_from_game(ttt.untrained("Ada", "matchboxes"), LESSON))
NETWORK_FILE = _file(ttt.train(ttt.TrainingConfig(games=2, rule="network", hidden_units=4)))
ADAPTIVE_EXPORT: Content = {
    "q": [
        ["---------", [0.1, 0, 0, 0, 0.5, 0, 0, 0, 0]],
        ["X--------", [0, -0.2, 0, 0, 0.3, 0, 0, 0, 0]],
        ["XXXOO----", [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ],
    "stats": {"played": 10, "aiWins": 2, "playerWins": 5, "draws": 3},
    "difficulty": "expert",
    "timestamp": 1_760_000_000_123,
}
ADAPTIVE_SAVE: Content = {
    "q": ADAPTIVE_EXPORT["q"],
    "lr": 0.2,
    "gamma": 0.9,
    "epsilon": 0.05,
    "difficulty": "beginner",
}


def reward(i: int, j: int, x_wins: int = 0, o_wins: int = 0, draws: int = 0) -> dict[str, int]:
    return {"i": i, "j": j, "xWinRewards": x_wins, "oWinRewards": o_wins, "drawRewards": draws}


KUTSCHERA_MODEL: Content = {
    "patterns": {
        OPENING + "|": {"possibleNextMoves": [reward(1, 1, 20, 0, 3), reward(0, 0, 0, 10, 0)]},
        "---|-X-|---|": {"possibleNextMoves": [reward(2, 1, 16)]},
        ENDED + "|": {"possibleNextMoves": []},
    },
    "totalGames": 4,
    "numExplorations": 7,
    "totalUniqueGames": 2,
    "uniqueGames": {"11X|21O|10X|20O|12X|": 3, "00X|11O|01X|02O|10X|20O|": 1},
    "stats": {"xWins": 1, "oWins": 1, "draws": 0},
    "board": [[{"i": 0, "j": 0}]],
}
KUTSCHERA_ARTICLE: Content = {
    OPENING: [reward(1, 1, 185_510, 20_028, 60_161)],
    "---|-X-|---": [reward(2, 1, 16)],
}

ALL = [
    TABLE_FILE,
    MEMORY_FILE,
    BOXES_FILE,
    NETWORK_FILE,
    ADAPTIVE_EXPORT,
    ADAPTIVE_SAVE,
    KUTSCHERA_MODEL,
    KUTSCHERA_ARTICLE,
]


_CONFIG = ttt.TrainingConfig(games=20, seed=3)
AGENTS = (
    ttt.train(_CONFIG),
    new_pupil("Zoë ☃"),
    ttt.train(replace(_CONFIG, symmetry=False, initial_value=0.5)),
    ttt.train(replace(_CONFIG, rule="reward-memory", symmetry=False)),
    ttt.train(replace(_CONFIG, rule="matchboxes")),
    ttt.train(replace(_CONFIG, rule="network", games=10)),
    replace(ttt.train(_CONFIG, partner=ttt.untrained()), level="Expert"),
    ttt.load_agent('{"q": [["---------", [0,0,0,0,1,0,0,0,-0.0]]]}'),
)
"""Agents of every kind and origin."""


def spoil(file: Content, change: Callable[[Any], object]) -> str:
    """Return a file as text after `change`."""
    content = copy.deepcopy(file)
    change(content)
    return json.dumps(content)


_TELLING = st.sampled_from(
    [
        *(0, -1, 1, 9, 2**31, 2**63, 1e308, -0.0),
        *("", "X", "q", "q-table", OPENING, "XO-------", "0,0,0,0,0,0,0,0,1", "(0, 1)", "[1 0 0]"),
    ]
)
_LEAVES = (
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text() | _TELLING
)
JSON_VALUES = st.recursive(
    _LEAVES,
    lambda inner: (
        st.lists(inner, max_size=10)
        | st.dictionaries(st.text() | _LEAVES.map(str), inner, max_size=6)
    ),
    max_leaves=40,
)


def _nodes(content: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key) of a JSON value."""
    for key in content.keys() if isinstance(content, dict) else range(len(content)):
        yield content, key
        if isinstance(content[key], dict | list):
            yield from _nodes(content[key])


@st.composite
def spoilt_files(draw: st.DrawFn, file: Content) -> str:
    """Delete, replace or exchange one to three nodes of a file, or repeat or rename them."""
    content = copy.deepcopy(file)
    for _ in range(draw(st.integers(1, 3))):
        nodes = list(_nodes(content))
        if not nodes:
            break
        (container, key), (other, other_key) = draw(st.tuples(*[st.sampled_from(nodes)] * 2))
        action = draw(st.sampled_from(["delete", "replace", "exchange", "repeat or rename"]))
        if action == "delete":
            del container[key]
        elif action == "replace":
            container[key] = draw(JSON_VALUES)
        elif action == "exchange":
            container[key] = copy.deepcopy(other[other_key])
        elif isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        else:
            name = st.sampled_from([OPENING, ENDED, "q", "memory"]) | st.text()
            container[draw(name)] = container.pop(key)
    return json.dumps(content)


def assert_sound(agent: ttt.Agent) -> None:
    """Check what the whole program relies on."""
    assert np.array_equal(np.isfinite(agent.q), legal())
    assert not agent.visits[~legal()].any()
    assert int(np.bitwise_count(agent.games_seen).sum()) == agent.stats.distinct_games
    for array in (agent.q, agent.visits, agent.games_seen):
        assert not array.flags.writeable
    assert ttt.evaluate(agent)


def assert_same(first: ttt.Agent, second: ttt.Agent) -> None:
    """Check that two agents are identical."""
    assert first == second
    assert first.created == second.created


def agent_or_refusal(text: str | bytes) -> None:
    """Read a file: the result must be a sound agent or an `AgentFileError` with a sentence."""
    try:
        agent = ttt.load_agent(text)
    except ttt.AgentFileError as error:
        assert_sentence(str(error))
    else:
        assert_sound(agent)
        assert_same(ttt.load_agent(ttt.dump_agent(agent)), agent)


def assert_sentence(message: str) -> None:
    """Check that a message is written for people."""
    assert message.endswith(".")
    assert message[0].isupper() or message[0] == "“"
    assert message.isprintable()
    assert len(message) < 300
    assert not any(word in message for word in ("pydantic", "Traceback", "object at", "type="))


def assert_refused(data: Any) -> str:
    """Return the sentence with which anything that is no agent is refused."""
    with pytest.raises(ttt.AgentFileError) as refusal:
        ttt.read_any(data)
    assert_sentence(str(refusal.value))
    return str(refusal.value)


def judged_or_refused(content: Any) -> None:
    """Check that a file is either judged or refused with a sentence."""
    try:
        reading = ttt.read_any(content)
    except ttt.AgentFileError as refusal:
        assert_sentence(str(refusal))
    else:
        ttt.judge(reading)
