"""An agent or a sweep from the browser is restored exactly, or is unreadable."""

import base64
import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.ui.browser_storage.samples import agents, assert_same, come_back, read_record, saved
from ttt_ui.browser_storage import actions
from ttt_ui.browser_storage.actions import storage_state
from ttt_ui.browser_storage.parts import (
    MAX_AGENT_PART,
    MAX_SWEEP_PART,
    NewerError,
    UnreadableError,
    agent_from_part,
    agent_to_part,
    packed,
    sweep_from_part,
    sweep_to_part,
    unpacked,
)
from ttt_ui.browser_storage.saved_visit import restore
from ttt_ui.compare.measuring.plan import Axis, Plan
from ttt_ui.compare.measuring.state import AS_IN_THE_LINK, Measuring, sweep_state
from ttt_ui.runs import Runs

pytestmark = pytest.mark.slow

BASE = ttt.TrainingConfig(games=300, seed=7, rule="q-learning")
PLAN = Plan(BASE, Axis("alpha", 0.1, 1, 4), Axis("gamma", 0.1, 1, 3), "unbeatable_from", seeds=2)


def half_measured() -> Measuring:
    values = [np.nan, 1 / 3, *map(float, range(11))]
    return Measuring(PLAN, {run: (value,) for run, value in enumerate(values)})


@pytest.mark.parametrize("which", agents())
def test_every_agent_is_restored(which: str) -> None:
    agent = agents()[which]
    text = agent_to_part(agent)
    assert_same(agent, agent_from_part(text))
    assert len(text) < 250_000 < MAX_AGENT_PART


def test_a_part_is_smaller_than_the_file() -> None:
    agent = ttt.train(ttt.PRESETS["Default"])
    assert 4 * len(agent_to_part(agent)) < len(ttt.dump_agent(agent))


@settings(max_examples=30)
@given(some.data())
def test_a_damaged_part_gives_the_agent_or_is_unreadable(data: some.DataObject) -> None:
    text = agent_to_part(agents()["taught"])
    at = data.draw(some.integers(0, len(text)))
    spoilt = text[:at] + data.draw(some.sampled_from(["", "A", "é", "=", "-_"])) + text[at + 1 :]
    try:
        agent = agent_from_part(spoilt)
    except UnreadableError:
        return
    assert_same(agents()["taught"], agent)


@given(some.data())
def test_a_damaged_part_gives_a_sweep_or_is_unreadable(data: some.DataObject) -> None:
    content = bytearray(unpacked(sweep_to_part(half_measured()), 10**6))
    for _ in range(data.draw(some.integers(1, 4))):
        content[data.draw(some.integers(0, len(content) - 1))] = data.draw(some.integers(0, 255))
    try:
        measuring = sweep_from_part(packed(bytes(content), 1))
    except UnreadableError:
        return
    assert measuring.csv()


@pytest.mark.parametrize(
    ("read", "most"), [(agent_from_part, MAX_AGENT_PART), (sweep_from_part, MAX_SWEEP_PART)]
)
def test_anything_else_is_unreadable(read: Callable[[str], object], most: int) -> None:
    bomb = zlib.compress(bytes(2 * most), 9)
    for text in (
        packed(b"", 9),
        packed(b"\xff" * 9, 9),
        packed(b"\0\0\0\2{}", 9),
        packed(b"\0\0\0\4[[]]", 9),
        packed((3).to_bytes(4, "big") + b"nul" + bytes(500_000), 9),
        packed(json.dumps({"q": [], "stats": 1}).encode(), 9),
        "1." + base64.urlsafe_b64encode(bomb).decode(),
        "1." + "A" * 2 * most,
    ):
        with pytest.raises(UnreadableError):
            read(text)
    with pytest.raises(NewerError):
        read("4" + packed(b"", 9)[1:])


def test_a_sweep_that_is_too_large_is_unreadable() -> None:
    measuring = half_measured()
    measuring.plan = replace(
        PLAN, seeds=20, across=Axis("alpha", 0.01, 1, 30), up=Axis("gamma", 0.1, 1, 30)
    )
    with pytest.raises(UnreadableError):
        sweep_from_part(sweep_to_part(measuring))


def test_a_visit_keeps_the_form_and_what_was_measured(session_state: dict[str, Any]) -> None:
    sweep_state().measuring = measuring = half_measured()
    text, parts = saved()
    assert saved() == (text, parts)
    (part,) = parts.values()
    assert len(part) < 1_000
    come_back(session_state, text, parts)
    state = sweep_state()
    back = state.measuring
    assert back is not None
    assert (back.plan, back.is_restored, back.running) == (PLAN, True, False)
    assert (state.plan, state.source, state.untouched) == (PLAN, AS_IN_THE_LINK, False)
    np.testing.assert_equal(back.results, measuring.results)
    assert saved() == (text, parts)
    back._results[13] = (5.0,)
    changed, parts = saved()
    assert changed != text
    np.testing.assert_equal(sweep_from_part(*parts.values()).results, back.results)


@pytest.mark.usefixtures("session_state")
def test_another_tabs_sweep_ends_the_one_before() -> None:
    sweep_state().measuring = before = half_measured()
    text, parts = saved()
    before.go_on()
    assert before.running
    restore(read_record(text), parts)
    assert sweep_state().measuring is not before
    assert not before.running


@pytest.mark.usefixtures("session_state")
def test_a_running_sweep_is_saved_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(actions.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(actions, "cookie", str)
    monkeypatch.setattr(Runs, "running", True)
    assert not actions.begin()
    sweep_state().measuring = measuring = half_measured()
    numbers = []
    for seconds in (0, 1, 3):
        now[0] = 100.0 + seconds
        measuring._results[13 + seconds] = (0.0,)
        actions.save()
        writing = storage_state().exchange.writing
        assert writing is not None
        numbers.append(writing.number)
    assert numbers == [1, 1, 2]
