"""Visits to save, and text from a hostile browser."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

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
from ttt_ui.learn.state import LearnState, learn_state
from ttt_ui.play.exhibition import Exhibition, exhibition_state
from ttt_ui.play.review import exercises_of
from ttt_ui.play.state import Exercises, PlayState, play_state
from ttt_ui.train.state import TrainState, train_state
from ttt_ui.visit.roster import Roster, roster
from ttt_ui.visit.session import Session, default_agent, key_of, session

CONFIG = ttt.TrainingConfig(games=700, seed=5, rule="q-learning", alpha=0.3)


class Visit(NamedTuple):
    """What a visit keeps."""

    visitor: Session
    play: PlayState
    exercises: Exercises
    exhibition: Exhibition
    train: TrainState
    others: Roster
    learn: LearnState


def visit() -> Visit:
    return Visit(
        session(),
        play_state(),
        exercises_of(play_state()),
        exhibition_state(),
        train_state(),
        roster(),
        learn_state(),
    )


@cache
def agents() -> dict[str, ttt.Agent]:
    told = ttt.train(CONFIG)
    memory_of_rewards = next(c for c in ttt.PRESETS.values() if c.rule == "reward-memory")
    boxes = next(c for c in ttt.PRESETS.values() if c.rule == "matchboxes")
    return {
        "told": told,
        "played": ttt.learn_from_game(told, (0, 3, 1, 4, 2)),
        "went on": ttt.train(ttt.TrainingConfig(games=200), start=told),
        "new_pupil": new_pupil(),
        "taught": ttt.learn_from_game(new_pupil(), (0, 3, 1, 4, 2)),
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


def saved() -> tuple[str, dict[str, str]]:
    """Return the record and the parts that the browser saves of the present visit."""
    record = record_of_visit()
    assert record is not None
    return written(record), packed_parts(record.parts)


def read_record(text: str) -> Record:
    record = read(text)
    assert record is not None
    return record


def come_back(state: dict[str, Any], text: str, parts: Mapping[str, str]) -> Visit:
    """Begin another visit and restore a record from the browser."""
    state.clear()
    state[key_of(Session)] = Session(default_agent())
    restore(read_record(text), parts)
    return visit()
