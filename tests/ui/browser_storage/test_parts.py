"""An agent from the browser is restored exactly, or is unreadable."""

import base64
import json
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.ui.browser_storage.samples import agents, assert_same
from ttt_ui.browser_storage.parts import (
    MAX_AGENT_PART,
    NewerError,
    UnreadableError,
    agent_from_part,
    agent_to_part,
    packed,
)

pytestmark = pytest.mark.slow

AGENTS = agents()


@pytest.mark.parametrize("which", AGENTS)
def test_every_agent_is_restored(which: str) -> None:
    text = agent_to_part(AGENTS[which])
    assert_same(AGENTS[which], agent_from_part(text))
    assert len(text) < 250_000 < MAX_AGENT_PART


@settings(max_examples=30)
@given(some.data())
def test_a_damaged_part_gives_the_agent_or_is_unreadable(data: some.DataObject) -> None:
    text = agent_to_part(AGENTS["taught"])
    at = data.draw(some.integers(0, len(text)))
    spoilt = text[:at] + data.draw(some.sampled_from(["", "A", "é", "=", "-_"])) + text[at + 1 :]
    try:
        agent = agent_from_part(spoilt)
    except UnreadableError:
        return
    assert_same(AGENTS["taught"], agent)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xff\xff\xff",
        b"\0\0\0\2{}",
        (3).to_bytes(4, "big") + b"nul" + bytes(500_000),
        json.dumps({"q": [], "stats": 1}).encode(),
    ],
)
def test_anything_but_an_agent_is_unreadable(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        agent_from_part(packed(content, 9))


def test_text_that_unpacks_to_more_than_any_agent_is_unreadable() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(bytes(2 * MAX_AGENT_PART), 9)).decode()
    assert len(bomb) < MAX_AGENT_PART
    with pytest.raises(UnreadableError):
        agent_from_part(f"1.{bomb}")
    with pytest.raises(UnreadableError):
        agent_from_part("1." + "A" * 2 * MAX_AGENT_PART)


def test_a_newer_version_is_distinguished_from_damaged_text() -> None:
    text = agent_to_part(AGENTS["told"])
    with pytest.raises(NewerError):
        agent_from_part(f"4{text[1:]}")


def test_a_part_is_smaller_than_the_file() -> None:
    agent = ttt.train(ttt.PRESETS["Default"])
    assert 4 * len(agent_to_part(agent)) < len(ttt.dump_agent(agent))
