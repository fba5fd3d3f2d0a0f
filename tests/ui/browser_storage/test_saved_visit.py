"""Every visit is restored unchanged, and no record breaks anything."""

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.files.notations import Written, entries_of, nine_values
from tests.ui.bad_input.odd_values import JSON
from tests.ui.browser_storage.samples import (
    CONFIG,
    agents,
    assert_same,
    come_back,
    read_record,
    saved,
)
from ttt_core.files import agent_readings
from ttt_core.game import board as rules
from ttt_ui.browser_storage import actions as storage
from ttt_ui.browser_storage.parts import UnreadableError, packed, unpacked
from ttt_ui.browser_storage.saved_visit import MAX_TEXT, PIN_LOST, read, restore
from ttt_ui.compare.state import ABSENT
from ttt_ui.language import tr
from ttt_ui.learn.state import learn_state
from ttt_ui.pages import values_to_save
from ttt_ui.play import actions as playing
from ttt_ui.play.exhibition import exhibition_state
from ttt_ui.play.review import exercises_of
from ttt_ui.play.state import (
    CUSTOM_PLAYER,
    LEARNS,
    MODE,
    MODE_LABELS,
    RANDOM_SHARE,
    Score,
    SideChoice,
    play_state,
)
from ttt_ui.play.story import Challenge, Lesson, Story, WinningPlan
from ttt_ui.play.work import Tally
from ttt_ui.replay.game import Game
from ttt_ui.train import actions as train_actions
from ttt_ui.train.state import LINES, known_training, train_state
from ttt_ui.train.training import Training, previous_run_of
from ttt_ui.visit.attached import Frozen, HowRead, how_read
from ttt_ui.visit.players import LEVELS, MINIMAX, player_names
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, default_agent, key_of, session

pytestmark = pytest.mark.slow

LESSONS = (
    Lesson("lost", None, 1.0, (0, 3, 1, 4, 2)),
    Lesson("won", 0.96, 1 / 3),
    Lesson(None, 0.1, 0.0, games=1_000, played=350),
)
PLAN = WinningPlan("X", (0, 4, 8), 0.1 + 0.2)
TALLY = Tally({"X": {"draw": 3}, "O": {"X": 2}}, 40, 2)
many = settings(
    max_examples=10,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def begin(state: dict[str, Any], agent: ttt.Agent | None = None) -> None:
    state.clear()
    state[key_of(Session)] = Session(default_agent())
    if agent is not None:
        session().adopt(agent)


def report(state: dict[str, Any], record: str, parts: dict[str, str]) -> bool:
    """Let the browser report a record; return whether the visit still waits."""
    answer = {"visit": storage.storage_state().exchange.visit, "number": 1}
    state["storage"] = {"report": answer | {"record": record, "parts": parts}}
    return storage.begin()


def earlier_visit(name: str) -> tuple[str, dict[str, str]]:
    """Return the record and the parts that an earlier version of the app has saved."""
    kept = json.loads((Path(__file__).parent / f"{name}_visit.json").read_text(encoding="utf-8"))
    return kept["record"], kept["parts"]


def restored_twice(state: dict[str, Any], name: str) -> Iterator[Session]:
    """Restore an earlier version's visit, and again after it was saved in the present form."""
    yield come_back(state, *earlier_visit(name))
    yield come_back(state, *saved())


def test_a_visit_saved_by_version_1_comes_back(session_state: dict[str, Any]) -> None:
    told = agents()["told"]
    for visitor in restored_twice(session_state, "first"):
        assert (visitor.agent.name, visitor.agent.level) == ("Pupil of old", "Expert")
        assert visitor.agent.games_seen.any()
        assert list(roster()) == ["rewards", "told"]
        assert roster()["told"] == told
        assert play_state().score == Score(games=6, agent_wins=3, other_wins=2, draws=1)
        assert play_state().game.moves == [4, 8, 0, 6]
        story = Story(2, 3, PLAN, unbeatable_after=(3, 1003))
        assert visitor.attached.get(Story) == story
        assert exhibition_state().stage.tally == TALLY
        assert train_state().settings == ttt.TrainingConfig(gamma=0.123456789)
        assert learn_state().chapter == "minus-sign"
        assert learn_state().answers == {"one-cell": 1, "minus-sign": 0}
        assert values_to_save() == {
            **{"play_learn": False, "play_random_share": 0.25, "play_brain": "rewards"},
            **{"play_thoughts": True, "play_bar": False, "show_brain": MINIMAX},
            **{"train_live": False, "compare_absent": ("Random", "Beginner")},
        }


def test_a_visit_saved_by_version_2_comes_back(session_state: dict[str, Any]) -> None:
    for visitor in restored_twice(session_state, "second"):
        play, train = play_state(), train_state()
        assert (visitor.agent.name, visitor.agent.level) == ("Elsewhere", "Expert")
        assert visitor.named
        assert [(one.packed.name, one.named, one.undone) for one in visitor.earlier_agents] == [
            *(("Default", False, False), ("Pupil", False, True), ("Owl", True, False))
        ]
        of_default, of_challenge, of_owl = (one.attached for one in visitor.earlier_agents)
        assert of_default.get(Score) == Score()
        assert of_challenge.get(Challenge) == Challenge("03142", 1)
        assert of_challenge.get(Frozen) == Frozen()
        story = Story(1, 2, PLAN, unbeatable_after=(2, 40), lessons=LESSONS)
        assert of_owl.get(Story) == story
        assert of_owl.get(Score) == Score(games=1, draws=1)
        game = of_owl.get(Game)
        assert game is not None
        assert (game.moves, list(game.decisions)) == ([4, 7], [1])
        how = visitor.attached.get(HowRead)
        assert how is not None
        assert (how.file, how.others, how.readings) == ("mine.json", 1, ())
        assert how.how.startswith("Keys are nine characters; 1 marks X;")
        slots = {name: slotted.slot for name, slotted in roster().slotted().items()}
        assert slots == {"Memory": 0, "told": 1}
        assert (play.score, play.side, play.random_share) == (Score(6, 3, 2, 1), "O", 0.75)
        assert (play.game.number, play.game.moves) == (4, [8, 0, 2])
        assert list(play.game.decisions) == [0, 2]
        assert not play.shows_welcome
        assert exercises_of(play).boards == ["XO--O---X", "X---O----"]
        assert exhibition_state().stage.tally == TALLY
        assert train.settings == ttt.TrainingConfig(gamma=0.123456789)
        assert train.pinned
        assert train.previous_run is not None
        assert train.previous_run.settings == replace(CONFIG, gamma=0.3)
        assert learn_state().answers == {"one-cell": 1, "minus-sign": 0}
        assert train.trials["epsilon-0"].guess == 1
        assert values_to_save() == {
            **{"play_learn": False, "play_random_share": 0.25, "play_brain": "Memory"},
            **{"show_brain": "told", "compare_depths": ("Minimax, depth 2",), LINES[0].key: ()},
        }


@some.composite
def visits(draw: some.DrawFn) -> dict[str, Any]:
    """Choose what decides who plays, and how it is written; the rest is in the visits above."""
    rivals = draw(some.lists(some.sampled_from([*agents()]), max_size=3, unique=True))
    absent = some.lists(some.sampled_from(["Random", "Beginner", *rivals]), unique=True)
    return {
        "agent": draw(some.sampled_from([*agents()])),
        "earlier": draw(some.lists(some.sampled_from([*agents()]), max_size=2)),
        "rivals": rivals,
        "level": draw(some.sampled_from(LEVELS)),
        "name": draw(some.text(min_size=1, max_size=60).filter(_is_name)),
        "mode": draw(some.sampled_from([*MODE_LABELS])),
        "side": draw(some.sampled_from(get_args(SideChoice))),
        "cells": draw(some.lists(some.integers(0, 8), max_size=5)),
        "controls": [
            (LEARNS, draw(some.booleans())),
            (RANDOM_SHARE, draw(some.floats(0, 1))),
            (CUSTOM_PLAYER, draw(some.sampled_from([*player_names({}), *rivals]))),
            (ABSENT, tuple(draw(absent))),
        ],
    }


def _is_name(text: str) -> bool:
    return text == text.strip() and text.isprintable()


def do(state: dict[str, Any], what: dict[str, Any]) -> None:
    begin(state)
    play_state().random = np.random.default_rng(1)  # the same visit each time it is done
    for name in what["earlier"]:
        playing.begin_against(agents()[name])
        playing.play_cell(4, play_state().game.token)
    playing.put_in_place(agents()[what["agent"]])
    session().relabel(name=what["name"], level=what["level"])
    roster().update({name: agents()[name] for name in what["rivals"]})
    for control, value in what["controls"]:
        control.set(value)
    MODE.set(what["mode"])
    play_state().side = what["side"]
    playing.change_mode()
    for cell in what["cells"]:
        game = play_state().game
        if game.persons_turn and game.board[cell] == rules.EMPTY:
            playing.play_cell(cell, game.token)
    exhibition = exhibition_state()
    exhibition.stage.agent_side, exhibition.stage.tally = "O", TALLY
    exhibition.replacements = session().replacements


@many
@given(visits())
def test_a_visit_is_restored_unchanged(session_state: dict[str, Any], what: dict[str, Any]) -> None:
    do(session_state, what)
    agent, game, controls = session().agent, play_state().game, values_to_save()
    text, parts = saved()
    assert len(text) < MAX_TEXT
    visitor, stage = come_back(session_state, text, parts), exhibition_state().stage
    assert_same(agent, visitor.agent)
    if not game.over:
        assert repr(game.decisions) == repr(play_state().game.decisions)
    assert not train_state().follow_agent(visitor)
    assert (stage.agent_side, stage.tally) == ("O", TALLY)
    assert values_to_save() == controls
    assert saved() == (text, parts)


def test_the_pinned_run_comes_back_if_it_is_quick(session_state: dict[str, Any]) -> None:
    begin(session_state)
    for config, stays in ((CONFIG, True), (replace(CONFIG, games=5_000_000), False)):
        training = Training(replace(config, games=50), "Pinned")
        training.play_for(inf)
        train_state().pinned = True
        train_state().previous_run = replace(previous_run_of(training), settings=config)
        come_back(session_state, *saved())
        assert train_state().pinned == stays
        assert (train_state().previous_run is not None) == stays
        assert [message.text for message in session().messages] == ([] if stays else [PIN_LOST])


def test_an_agent_whose_settings_are_unconfirmed_has_a_part(session_state: dict[str, Any]) -> None:
    told = agents()["told"]
    claims = replace(
        agents()["taught"],
        **{"training": (CONFIG,), "in_play": None},
        **{"stats": told.stats, "games_seen": told.games_seen},
    )
    begin(session_state, claims)
    text, parts = saved()
    assert len(parts) == 1
    assert_same(claims, come_back(session_state, text, parts).agent)


@pytest.mark.parametrize("goes_on", [False, True])
def test_an_unfinished_training_run_is_restarted(
    session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch, *, goes_on: bool
) -> None:
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    begin(session_state, agents()["played"])
    train_state().set_settings(replace(CONFIG, games=20_000))
    (train_actions.train_on if goes_on else train_actions.start_over)()
    assert session().training_under_way
    text, parts = saved()
    training = known_training(session())
    assert training is not None
    training.play_for(inf)
    monkeypatch.setattr(storage, "cookie", lambda: storage.FOLLOWS)
    begin(session_state)
    assert storage.begin()
    assert not report(session_state, text, parts)
    back = session()
    assert back.training_under_way
    assert_same(agents()["played"], back.earlier_agents[-1].packed.agent)
    restarted = known_training(back)
    assert restarted is not None
    restarted.play_for(inf)
    assert replace(restarted.agent, name=training.agent.name) == training.agent


def test_a_visit_that_takes_the_place_of_another_ends_what_was_going_on(
    session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, parts = earlier_visit("second")
    begin(session_state)
    roster()["Ada"] = agents()["boxes"]
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    train_state().set_settings(replace(CONFIG, games=5_000_000))
    train_actions.start_over()
    training = known_training(session())
    assert training is not None
    assert not training.finished
    exhibition_state().running = train_state().replaying = True
    restore(read_record(text), parts)
    assert training.finished
    assert not exhibition_state().running
    assert not train_state().replaying
    assert [*roster()] == ["Memory", "told", "Ada"]


def test_a_challenge_from_elsewhere_comes_back_frozen_with_how_it_was_read(
    session_state: dict[str, Any],
) -> None:
    table = nine_values(entries_of(agents()["optimist"], "X"), Written("012", "plain"))
    readings = agent_readings(json.dumps(table).encode())
    assert len(readings) > 1
    before = how_read("mine.json", readings)
    assert before is not None
    begin(session_state)
    playing.challenge(readings[0].agent)
    session().attached.put(before)
    visitor = come_back(session_state, *saved())
    assert visitor.frozen
    assert visitor.attached.get(Challenge) == Challenge("", readings[0].agent.stats.games)
    how = visitor.attached.get(HowRead)
    assert how is not None
    assert how.how == str(before.how)
    assert [tr(note) for note in how.notes] == [str(note) for note in readings[0].notes[1:]]
    assert (how.file, how.others, how.readings) == ("mine.json", len(readings) - 1, ())


# Text from a hostile browser


@given(some.text() | some.from_regex(r"1\.[A-Za-z0-9_-]*={0,2}", fullmatch=True))
def test_arbitrary_text_is_not_a_record(text: str) -> None:
    with pytest.raises(UnreadableError):
        read(text)


@given(JSON)
def test_arbitrary_json_is_not_a_record(content: object) -> None:
    with pytest.raises(UnreadableError):
        restore(read_record(packed(json.dumps(content).encode(), 6)), {})


@pytest.fixture
def present_form(session_state: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the record and the parts of a visit with a value in nearly every field."""
    come_back(session_state, *earlier_visit("second"))
    return saved()


@many
@given(some.data())
def test_a_changed_record_is_valid_or_unreadable(
    session_state: dict[str, Any], present_form: tuple[str, dict[str, str]], data: some.DataObject
) -> None:
    text, parts = present_form
    content = json.loads(unpacked(text, 10**6))
    spoil(content, data)
    try:
        come_back(session_state, packed(json.dumps(content).encode(), 6), parts)
    except UnreadableError:
        return
    assert saved()
    game = play_state().game
    assert game.over or game.persons_turn or MODE.value == "Agent by itself"


def spoil(content: Any, data: some.DataObject) -> None:
    while True:
        keys = list(content) if isinstance(content, dict) else list(range(len(content)))
        if not keys:
            return
        key = data.draw(some.sampled_from(keys))
        deeper = isinstance(content[key], dict | list) and content[key]
        if not deeper or data.draw(some.booleans()):
            content[key] = data.draw(JSON)
            return
        content = content[key]


ADA = {
    "name": "Ada",
    "level": "Expert",
    "created": "2026-11-22T05:00:00+00:00",
    "settings": {"rule": "minimax-q", "games": 300, "seed": 1},
}
GOOD: dict[str, Any] = {"agent": ADA, "settings": ADA["settings"]}


def record(**changes: Any) -> str:
    return packed(json.dumps(GOOD | changes).encode(), 6)


def agent(**changes: Any) -> str:
    return record(agent=ADA | changes)


def listed(*names: str) -> str:
    agents = [{"name": name, "slot": n, "agent": ADA} for n, name in enumerate(names)]
    return record(roster=agents)


def of_version_2(**changes: Any) -> str:
    former = ADA | {"settings": {"games": "300"}}
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
    "a record that is too long": packed(b" " * 300_000 + b"{}", 9),
    "a text that is too long": "1." + "A" * MAX_TEXT,
    "no JSON": packed(b"{", 6),
    "deep": packed(b'{"controls":' + b"[" * 90_000 + b"]" * 90_000 + b"}", 9),
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


@pytest.mark.parametrize("name", SPOILT)
def test_an_invalid_record_changes_nothing(
    session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Neither in the cookie nor in the storage, which is asked after an invalid cookie."""
    begin(session_state)
    monkeypatch.setattr(storage, "cookie", lambda: SPOILT[name])
    storage.begin()
    assert not report(session_state, SPOILT[name], {})
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
    session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    begin(session_state)
    monkeypatch.setattr(storage, "cookie", lambda: text)
    assert not storage.begin()
    assert session().agent.name == "Ada"
    assert values_to_save() == {}
