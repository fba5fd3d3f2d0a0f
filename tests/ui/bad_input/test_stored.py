"""What a browser has saved of a visit may be anything: the visit continues unchanged."""

import base64
import json
import zlib
from typing import Any

import pytest

from ttt_ui.browser_storage import actions
from ttt_ui.browser_storage.actions import storage_state
from ttt_ui.browser_storage.parts import packed
from ttt_ui.pages import values_to_save
from ttt_ui.play.state import play_state
from ttt_ui.visit.session import Session, default_agent, key_of, session

AGENT = {
    "name": "Ada",
    "level": "Expert",
    "created": "2026-11-22T05:00:00+00:00",
    "settings": {"rule": "minimax-q", "games": 300, "seed": 1},
}
GOOD: dict[str, Any] = {"agent": AGENT, "settings": AGENT["settings"]}


def record(**changes: Any) -> str:
    return packed(json.dumps(GOOD | changes).encode(), 6)


def agent(**changes: Any) -> str:
    return record(agent=AGENT | changes)


def listed(*names: str) -> str:
    agents = [{"name": name, "slot": n, "agent": AGENT} for n, name in enumerate(names)]
    return record(roster=agents)


def of_version_2(**changes: Any) -> str:
    former = AGENT | {"settings": {"games": "300"}}
    content = {"agent": former, "train": {"settings": {}}} | changes
    return "2" + packed(json.dumps(content).encode(), 6)[1:]


def text_of(compressed: bytes, version: str = "1") -> str:
    return f"{version}.{base64.urlsafe_b64encode(compressed).decode()}"


SPOILT = {
    "another alphabet": "\u0661.\u0662\u0663",
    "version nought": text_of(zlib.compress(b"{}"), "0"),
    "version of many digits": text_of(zlib.compress(b"{}"), "9" * 50),
    "not compressed": text_of(b"{}"),
    "cut short": record()[:-12],
    "with something behind it": record() + record(),
    "a bomb": text_of(zlib.compress(bytes(2**26), 9)),
    "no JSON": packed(b"{", 6),
    "deep": packed(b"[" * 10_000, 6),
    "null": packed(b"null", 6),
    "no number": packed(b'{"agent": NaN}', 6),
    "half a letter": packed(b'{"agent": "\xff"}', 6),
    "a field that is none": record(colour="blue"),
    "no agent": record(agent=None),
    "off, and yet something": record(off="yes"),
    "an agent without a name": agent(name=""),
    "a name that is too long": agent(name="A" * 1_000),
    "a name with a line break": agent(name="A\nB"),
    "no such level": agent(level="God"),
    "no such day": agent(created="2026-13-45"),
    "no time zone": agent(created="2026-11-22T05:00:00"),
    "no such rule": agent(settings={"rule": "magic"}),
    "a training that takes long": agent(settings={"games": 10_000_000, "replay": 1_000}),
    "settings as texts": agent(settings={"games": "300"}),
    "neither settings nor a part": agent(settings=None),
    "a part that is a path": agent(settings=None, part="../../etc/passwd"),
    "nine rivals": listed(*(f"Rival {n}" for n in range(9))),
    "two rivals of one name": listed("Ada", "Ada"),
    "a rival that is everybody's": listed("Minimax"),
    "a cell that is none": record(game={"moves": [9]}),
    "a cell taken twice": record(game={"moves": [4, 4]}),
    "moves after the end": record(game={"moves": [0, 3, 1, 4, 2, 5]}),
    "a third side": record(game={"person": "Z"}),
    "given up after the end": record(game={"moves": [0, 3, 1, 4, 2], "resigned": True}),
    "fewer than no games": record(score={"games": -1}),
    "more wins than games": record(score={"games": 1, "agent_wins": 5}),
    "a figure beyond all bounds": record(score={"games": 10**30}),
    "a plan of no cells": record(
        story={"number": 1, "games": 1, "plan": {"side": "X", "cells": [], "before": 0.5}}
    ),
    "a plan more than certain": record(
        story={"number": 1, "games": 1, "plan": {"side": "X", "cells": [4], "before": 1.5}}
    ),
    "results of a third side": record(tally={"results": {"Z": {"X": 1}}}),
    "version 2, no agent": of_version_2(agent=None),
    "version 2, settings as numbers": of_version_2(train={"settings": {"games": 300}}),
    "version 2, an earlier agent that is none": of_version_2(earlier=[1]),
    "version 2, an endless door": of_version_2(door=[]),
    "version 2, results of nobody": of_version_2(tally={"agent_side": "X", "results": [1]}),
}


@pytest.fixture(autouse=True)
def newcomer(session_state: dict[str, Any]) -> None:
    session_state[key_of(Session)] = Session(default_agent())


@pytest.mark.parametrize("name", SPOILT)
def test_an_invalid_record_changes_nothing(
    session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Neither in the cookie nor in the storage, which is asked after an invalid cookie."""
    monkeypatch.setattr(actions, "cookie", lambda: SPOILT[name])
    actions.begin()
    answer = {"visit": storage_state().exchange.visit, "number": 1}
    session_state["storage"] = {"report": answer | {"record": SPOILT[name], "parts": {}}}
    assert not actions.begin()
    assert session().agent is default_agent()
    assert session().agent_before is None
    assert play_state().game.moves == []
    assert len(session().messages) == 1


@pytest.mark.parametrize(
    "text",
    [
        of_version_2(),
        record(controls={"play_learn": "yes", "play_random_share": 7.0, "nothing_of_ours": True}),
    ],
)
def test_a_record_with_at_most_invalid_controls_is_restored(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(actions, "cookie", lambda: text)
    assert not actions.begin()
    assert session().agent.name == "Ada"
    assert values_to_save() == {}
