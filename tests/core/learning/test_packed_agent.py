"""A packed agent takes a fifth of the memory and is restored exactly."""

from dataclasses import replace

import pytest

import ttt_core as ttt
from tests.core.files.sample_files import AGENTS, assert_same, assert_sound
from ttt_core.learning import new_pupil
from ttt_core.learning.agent import Agent, untrained
from ttt_core.learning.packed_agent import PackedAgent

TAUGHT = ttt.learn_from_game(new_pupil(), (0, 3, 1, 4, 2))
DEFAULT = ttt.train(ttt.PRESETS["Default"])


@pytest.mark.parametrize("agent", [*AGENTS, TAUGHT, DEFAULT, untrained()])
def test_unpacking_restores_the_agent_exactly(agent: Agent) -> None:
    packed = PackedAgent(replace(agent))  # a copy that nothing else refers to
    again = packed.agent
    assert again is not agent
    assert_same(again, agent)
    assert_sound(again)
    assert packed.fingerprint == again.fingerprint == agent.fingerprint

    arrays = (agent.q, agent.visits, agent.memory, agent.weights, agent.games_seen)
    room = sum(array.nbytes for array in arrays if array is not None)
    assert sum(map(len, packed._packed.values())) < room / 4


def test_an_agent_still_in_use_is_returned_as_the_same_object() -> None:
    assert PackedAgent(DEFAULT).agent is DEFAULT
    packed = PackedAgent(replace(DEFAULT))
    assert packed.agent is packed.agent


def test_fingerprints_depend_on_the_table_alone() -> None:
    agent = DEFAULT
    q, visits = agent.q.copy(), agent.visits.copy()
    q[0, 0] += 1e-12
    visits[0, 0] += 1
    assert replace(agent, name="Other", level="Expert").fingerprint == agent.fingerprint
    assert len({one.fingerprint for one in AGENTS}) == len(AGENTS)
    assert replace(agent, q=q).fingerprint != agent.fingerprint
    assert replace(agent, visits=visits).fingerprint != agent.fingerprint


def test_one_configuration_reproduces_an_agent_of_a_single_run() -> None:
    assert PackedAgent(DEFAULT).reproducing_config == DEFAULT.config
    for other in (
        untrained(),
        ttt.learn_from_game(DEFAULT, (0, 3, 1, 4, 2)),
        ttt.train(DEFAULT.config, start=DEFAULT),
        replace(DEFAULT, trained_elsewhere=DEFAULT.config),
    ):
        assert PackedAgent(other).reproducing_config is None
