"""Visits to save, and text from a hostile browser."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import ttt_core as ttt
from ttt_core.learning import newborn
from ttt_ui.browser_storage.record import Record, written
from ttt_ui.browser_storage.snapshot import Visit, packed, record_of, restore, saved_visit, visit
from ttt_ui.browser_storage.state import storage_state
from ttt_ui.visit.session import Session, default_agent, key_of

CONFIG = ttt.TrainingConfig(games=700, seed=5, rule="q-learning", alpha=0.3)


@cache
def agents() -> dict[str, ttt.Agent]:
    told = ttt.train(CONFIG)
    memory_of_rewards = next(c for c in ttt.PRESETS.values() if c.rule == "reward-memory")
    boxes = next(c for c in ttt.PRESETS.values() if c.rule == "matchboxes")
    return {
        "told": told,
        "played": ttt.learn_from_game(told, (0, 3, 1, 4, 2)),
        "went on": ttt.train(ttt.TrainingConfig(games=200), start=told),
        "newborn": newborn(),
        "taught": ttt.learn_from_game(newborn(), (0, 3, 1, 4, 2)),
        "rewards": ttt.train(replace(memory_of_rewards, games=300)),
        "boxes": ttt.train(replace(boxes, games=300)),
        "network": ttt.learn_from_game(
            ttt.train(ttt.TrainingConfig(games=9, rule="network")), (0, 3, 1, 4, 2)
        ),
        "optimist": ttt.train(replace(CONFIG, initial_value=0.5)),
        "untrained": ttt.untrained("Nobody"),
    }


def assert_same(one: ttt.Agent, other: ttt.Agent) -> None:
    assert ttt.dump_agent(one) == ttt.dump_agent(other)
    for name in ("q", "visits", "memory", "weights", "games_seen"):
        left, right = getattr(one, name), getattr(other, name)
        assert (left is None) == (right is None)
        if left is not None:
            assert left.dtype == right.dtype
            assert left.tobytes() == right.tobytes()
            assert not right.flags.writeable


def per_visitor() -> tuple[str, dict[str, str]]:
    """Return the record and the parts that the browser saves of the present visit."""
    state = storage_state()
    record = record_of(visit(), state.parts)
    assert record is not None
    return written(record), packed(visit(), state.parts, record.parts)


def come_back(state: dict[str, Any], record: Record, parts: Mapping[str, str]) -> Visit:
    """Begin another visit and restore a record from the browser."""
    state.clear()
    state[key_of(Session)] = Session(default_agent())
    now = visit()
    restore(now, saved_visit(record, parts, storage_state().parts))
    return now


def same_table(one: ttt.Agent, other: ttt.Agent) -> bool:
    return np.array_equal(one.q, other.q, equal_nan=True)
