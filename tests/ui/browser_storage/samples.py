"""Visits to save, and text from a hostile browser."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import ttt_core as ttt
from ttt_core.learning import new_pupil
from ttt_ui.browser_storage.saved_visit import (
    Record,
    packed_parts,
    read,
    record_of_visit,
    restore,
    written,
)
from ttt_ui.visit.session import Session, default_agent, key_of, session

CONFIG = ttt.TrainingConfig(games=700, seed=5, rule="q-learning", alpha=0.3)
GAME = (0, 3, 1, 4, 2)


@cache
def agents() -> dict[str, ttt.Agent]:
    """Return an agent of each kind that a visitor may have, by a short name."""
    told, network = ttt.train(CONFIG), ttt.train(ttt.TrainingConfig(games=9, rule="network"))
    first = {config.rule: replace(config, games=300) for config in ttt.PRESETS.values()}
    return {
        "told": told,
        "played": ttt.learn_from_game(told, GAME),
        "went on": ttt.train(ttt.TrainingConfig(games=200), start=told),
        "new_pupil": new_pupil(),
        "taught": ttt.learn_from_game(new_pupil(), GAME),
        "rewards": ttt.train(first["reward-memory"]),
        "boxes": ttt.train(first["matchboxes"]),
        "network": ttt.learn_from_game(network, GAME),
        "optimist": ttt.train(replace(CONFIG, initial_value=0.5)),
        "untrained": ttt.untrained("Nobody"),
    }


def assert_same(one: ttt.Agent, other: ttt.Agent) -> None:
    assert one == other
    assert one.created == other.created


def saved() -> tuple[str, dict[str, str]]:
    """Return the record and the parts that the browser saves of the present visit."""
    record = record_of_visit()
    assert record is not None
    return written(record), packed_parts(record.parts)


def read_record(text: str) -> Record:
    record = read(text)
    assert record is not None
    return record


def come_back(state: dict[str, Any], text: str, parts: Mapping[str, str]) -> Session:
    """Begin another visit and restore a record from the browser."""
    state.clear()
    state[key_of(Session)] = Session(default_agent())
    restore(read_record(text), parts)
    return session()
