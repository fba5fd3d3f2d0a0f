"""A packed agent takes a fifth of the memory and is restored exactly."""

from dataclasses import fields, replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.learning.agent import Agent, untrained
from ttt_core.learning.packed_agent import PackedAgent

ARRAYS = ("q", "visits", "memory", "weights", "games_seen")


def agents() -> dict[str, Agent]:
    made = {
        name: ttt.train(
            replace(config, games=min(config.games, 300 if config.rule == "network" else 20_000))
        )
        for name, config in ttt.PRESETS.items()
    }
    taught = ttt.learn_from_game(ttt.newborn(), (0, 3, 1, 4, 2))
    partnered = ttt.train(ttt.TrainingConfig(games=50), partner=made["Default"])
    return made | {"taught": taught, "partnered": partnered, "blank": untrained()}


AGENTS = agents()


def bits(array: np.ndarray | None) -> bytes | None:
    return None if array is None else array.tobytes()


@pytest.mark.parametrize("name", AGENTS)
def test_unpacking_restores_the_agent_exactly(name: str) -> None:
    agent = AGENTS[name]
    packed = PackedAgent(replace(agent))  # a copy that nothing else refers to
    again = packed.agent
    assert again is not agent
    for field in fields(agent):
        before, after = getattr(agent, field.name), getattr(again, field.name)
        if field.name in ARRAYS:
            assert bits(after) == bits(before)
            assert after is None or not after.flags.writeable
        else:
            assert after == before
    assert packed.fingerprint == again.fingerprint == agent.fingerprint
    assert ttt.dump_agent(again) == ttt.dump_agent(agent)

    room = sum(getattr(agent, name).nbytes for name in ARRAYS if getattr(agent, name) is not None)
    packed = vars(PackedAgent(agent))
    assert sum(len(part) for part in packed.values() if isinstance(part, bytes)) < room / 4


def test_an_agent_still_in_use_is_returned_as_the_same_object() -> None:
    agent = AGENTS["Default"]
    assert PackedAgent(agent).agent is agent
    packed = PackedAgent(replace(agent))
    again = packed.agent
    assert packed.agent is again


def test_fingerprints_depend_on_the_table_alone() -> None:
    agent = AGENTS["Default"]
    q, visits = agent.q.copy(), agent.visits.copy()
    q[0, 0] += 1e-12
    visits[0, 0] += 1
    assert replace(agent, name="Other", level="Expert").fingerprint == agent.fingerprint
    assert len({one.fingerprint for one in AGENTS.values()}) == len(AGENTS)
    assert replace(agent, q=q).fingerprint != agent.fingerprint
    assert replace(agent, visits=visits).fingerprint != agent.fingerprint


def test_a_single_run_can_be_trained_again() -> None:
    agent = AGENTS["Default"]
    assert PackedAgent(agent).trained_again
    assert not PackedAgent(ttt.learn_from_game(agent, (0, 3, 1, 4, 2))).trained_again
    assert not PackedAgent(untrained()).trained_again
