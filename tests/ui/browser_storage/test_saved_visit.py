"""Every visit is restored unchanged, and no record breaks anything."""

import json
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
    Visit,
    agents,
    assert_same,
    come_back,
    read_record,
    saved,
    visit,
)
from ttt_core.files import agent_readings
from ttt_core.game import board as rules
from ttt_ui.browser_storage.parts import UnreadableError, packed, unpacked
from ttt_ui.browser_storage.saved_visit import (
    MAX_TEXT,
    PIN_LOST,
    read,
    restore,
    written,
)
from ttt_ui.compare.state import ABSENT, CHOSEN_DEPTHS
from ttt_ui.language import tr
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.pages import values_to_save
from ttt_ui.play import actions as playing
from ttt_ui.play import exhibition
from ttt_ui.play.exhibition import OPPONENT, SPEED
from ttt_ui.play.state import (
    BAR,
    CUSTOM_PLAYER,
    LEARNS,
    MODE,
    MODE_LABELS,
    RANDOM_SHARE,
    SHOWN_VALUES,
    Score,
    SideChoice,
)
from ttt_ui.play.story import Challenge, Lesson, Story, WinningPlan
from ttt_ui.play.work import Tally, taught
from ttt_ui.replay.game import Game
from ttt_ui.train import actions as train_actions
from ttt_ui.train.curves import WORST_CASE
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.state import AXES, AXIS, LINES, LIVE, known_training
from ttt_ui.train.training import Training, previous_run_of, trained_again
from ttt_ui.train.trials import restore_guesses
from ttt_ui.visit.attached import Frozen, HowRead, how_read
from ttt_ui.visit.players import LEVELS, MINIMAX, YOUR_AGENT, player_names
from ttt_ui.visit.session import Session, default_agent, key_of, session

pytestmark = pytest.mark.slow

AGENTS = agents()
LESSONS = (
    Lesson("lost", None, 1.0, (0, 3, 1, 4, 2)),
    Lesson("won", 0.96, 1 / 3),
    Lesson(None, 0.1, 0.0, games=1_000, played=350),
)
many = settings(
    max_examples=5,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def begin(state: dict[str, Any], agent: ttt.Agent | None = None) -> Visit:
    state.clear()
    state[key_of(Session)] = Session(default_agent())
    now = visit()
    if agent is not None:
        now.visitor.adopt(agent)
    return now


@some.composite
def visits(draw: some.DrawFn) -> Any:
    rivals = draw(some.lists(some.sampled_from(list(AGENTS)), max_size=3, unique=True))
    wins, losses, draws = draw(some.tuples(*[some.integers(0, 1000)] * 3))
    return {
        "agent": draw(some.sampled_from(list(AGENTS))),
        "rivals": rivals,
        "level": draw(some.sampled_from(LEVELS)),
        "name": draw(some.text(min_size=1, max_size=60).filter(_is_name)),
        "mode": draw(some.sampled_from(list(MODE_LABELS))),
        "side": draw(some.sampled_from(get_args(SideChoice))),
        "cells": draw(some.lists(some.integers(0, 8), max_size=5)),
        "score": (wins + losses + draws, wins, losses, draws),
        "controls": [
            (LEARNS, draw(some.booleans())),
            (SHOWN_VALUES, draw(some.booleans())),
            (BAR, draw(some.booleans())),
            (LIVE, draw(some.booleans())),
            (RANDOM_SHARE, draw(some.floats(0, 1))),
            (CUSTOM_PLAYER, draw(some.sampled_from([*player_names({}), *rivals]))),
            (OPPONENT, MINIMAX),
            (SPEED, draw(some.sampled_from(["1 move/s", "200 moves/s"]))),
            (AXIS, draw(some.sampled_from(AXES))),
            (
                ABSENT,
                draw(
                    some.lists(some.sampled_from(["Random", "Beginner", *rivals]), unique=True).map(
                        tuple
                    )
                ),
            ),
        ],
        "earlier": draw(some.lists(some.sampled_from(list(AGENTS)), max_size=2)),
        "random_share": draw(some.floats(0, 1)),
        "mistakes": draw(some.booleans()),
        "story": draw(some.booleans()),
        "plan": draw(some.booleans()),
        "tally": draw(some.booleans()),
        "chapter": draw(some.sampled_from(list(CHAPTERS))),
        "answers": draw(some.dictionaries(some.sampled_from(list(CHAPTERS)), some.integers(0, 1))),
        "guesses": draw(
            some.dictionaries(some.sampled_from(list(EXPERIMENTS)), some.integers(0, 1))
        ),
        "settings": draw(some.sampled_from([CONFIG, ttt.TrainingConfig(gamma=0.123456789)])),
        "compared": draw(some.booleans()),
    }


def _is_name(text: str) -> bool:
    return text == text.strip() and text.isprintable()


def do(state: dict[str, Any], what: dict[str, Any]) -> Visit:
    now = begin(state)
    now.play.random = np.random.default_rng(1)  # the same visit each time it is done
    for name in what["earlier"]:
        playing.begin_against(AGENTS[name])
        now.visitor.attached.put(Story(1, 1, lessons=LESSONS))
        playing.play_cell(4, now.play.game.token)
        now.play.score.count("draw", "O")
    playing.put_in_place(AGENTS[what["agent"]])
    if what["mistakes"]:
        now.exercises.boards = ["XO--O---X", "X---O----"]
    now.visitor.relabel(name=what["name"], level=what["level"])
    now.others.update({name: AGENTS[name] for name in what["rivals"]})
    for control, value in what["controls"]:
        control.set(value)
    MODE.set(what["mode"])
    now.play.side = what["side"]
    now.play.random_share = what["random_share"]
    playing.change_mode()
    for cell in what["cells"]:
        game = now.play.game
        if game.persons_turn and game.board[cell] == rules.EMPTY:
            playing.play_cell(cell, game.token)
    for name, number in zip(
        ("games", "agent_wins", "other_wins", "draws"), what["score"], strict=True
    ):
        setattr(now.play.score, name, number)
    if what["story"]:
        plan = WinningPlan("X", (0, 4, 8), 0.1 + 0.2) if what["plan"] else None
        after = (3, 1003) if what["plan"] else None
        now.visitor.attached.put(Story(2, 3, plan, unbeatable_after=after, lessons=LESSONS))
    if what["tally"]:
        now.exhibition.stage.tally = Tally({"X": {"draw": 3}, "O": {"X": 2}}, 40, 2)
        now.exhibition.replacements = now.visitor.replacements
    now.train.set_settings(what["settings"])
    now.train.previous_run = trained_again(replace(CONFIG, gamma=0.3)) if what["compared"] else None
    now.learn.restore(what["chapter"], what["answers"])
    restore_guesses(what["guesses"])
    return now


@many
@given(visits())
def test_a_visit_is_restored_unchanged(session_state: dict[str, Any], what: dict[str, Any]) -> None:
    before = do(session_state, what)
    controls = [MODE, *(control for control, _ in what["controls"])]
    held = [control.value for control in controls]
    text, parts = saved()
    assert written(read_record(text)) == text
    assert len(text) < MAX_TEXT
    after = come_back(session_state, text, parts)
    assert_same(before.visitor.agent, after.visitor.agent)
    assert after.others.keys() == before.others.keys()
    for name, agent in before.others.items():
        assert_same(agent, after.others[name])
    assert after.play.score == before.play.score
    assert (after.play.side, after.play.shows_welcome) == (
        before.play.side,
        before.play.shows_welcome,
    )
    assert after.play.random_share == before.play.random_share
    was, game = before.play.game, after.play.game
    assert (game.person, game.moves, game.resigned, game.start) == (
        was.person, was.moves, was.resigned, was.start
    )  # fmt: skip
    if not game.over:
        assert game.decisions.keys() == was.decisions.keys()
        for ply, decision in was.decisions.items():
            assert repr(decision) == repr(game.decisions[ply])
    assert after.exercises.boards == before.exercises.boards
    pairs = zip(after.visitor.earlier_agents, before.visitor.earlier_agents, strict=True)
    for one, one_before in pairs:
        assert_same(one_before.packed.agent, one.packed.agent)
        assert (one.named, one.undone) == (one_before.named, one_before.undone)
        for kind in (Score, Game, Story):
            assert repr(one.attached.get(kind)) == repr(one_before.attached.get(kind))
    assert after.visitor.named
    story = after.visitor.attached.get(Story)
    told = before.visitor.attached.get(Story)
    assert (story is None) == (told is None)
    if story is not None and told is not None:
        assert story == told
    assert after.train.settings == before.train.settings
    run, run_before = after.train.previous_run, before.train.previous_run
    assert (run and run.settings, run and run.stats) == (
        run_before and run_before.settings,
        run_before and run_before.stats,
    )
    assert not after.train.follow_agent(after.visitor)
    assert held == [control.value for control in controls]
    if what["tally"]:
        assert after.exhibition.stage.tally == before.exhibition.stage.tally
        assert after.exhibition.replacements == after.visitor.replacements
    assert saved()[0] == text


def test_challenges_come_back_and_are_still_frozen(session_state: dict[str, Any]) -> None:
    begin(session_state)
    playing.challenge(taught("03142"), "03142")
    playing.challenge(AGENTS["told"])
    text, parts = saved()
    after = come_back(session_state, text, parts).visitor
    told = Challenge("", AGENTS["told"].stats.games)
    assert (after.frozen, after.attached.get(Challenge)) == (True, told)
    kept = [one.attached for one in after.earlier_agents]
    assert (Challenge("03142", 1), Frozen()) in [
        (attached.get(Challenge), attached.get(Frozen)) for attached in kept
    ]


def test_a_visit_saved_by_an_earlier_version_comes_back(session_state: dict[str, Any]) -> None:
    kept = json.loads((Path(__file__).parent / "first_visit.json").read_text(encoding="utf-8"))
    now = come_back(session_state, kept["record"], kept["parts"])
    assert (now.visitor.agent.name, now.visitor.agent.level) == ("Pupil of old", "Expert")
    assert now.visitor.agent.games_seen.any()
    assert_same(now.others["told"], replace(AGENTS["told"], created=now.others["told"].created))
    assert list(now.others) == ["rewards", "told"]
    assert now.play.score == Score(games=6, agent_wins=3, other_wins=2, draws=1)
    assert now.play.game.moves == [4, 8, 0, 6]
    plan = WinningPlan("X", (0, 4, 8), 0.1 + 0.2)
    assert now.visitor.attached.get(Story) == Story(2, 3, plan, unbeatable_after=(3, 1003))
    assert now.exhibition.stage.tally == Tally({"X": {"draw": 3}, "O": {"X": 2}}, 40, 2)
    assert now.train.settings == ttt.TrainingConfig(gamma=0.123456789)
    assert now.learn.chapter == "minus-sign"
    assert now.learn.answers == {"one-cell": 1, "minus-sign": 0}
    assert values_to_save() == {
        "play_learn": False, "play_random_share": 0.25, "play_brain": "rewards",
        "play_thoughts": True, "play_bar": False,
        "show_brain": MINIMAX, "train_live": False, "compare_absent": ("Random", "Beginner"),
    }  # fmt: skip


def test_a_visit_with_earlier_agents_saved_by_version_2_comes_back(
    session_state: dict[str, Any],
) -> None:
    kept = json.loads((Path(__file__).parent / "second_visit.json").read_text(encoding="utf-8"))
    now = come_back(session_state, kept["record"], kept["parts"])
    visitor, play = now.visitor, now.play
    assert (visitor.agent.name, visitor.agent.level, visitor.named) == ("Elsewhere", "Expert", True)
    assert [(one.packed.name, one.named, one.undone) for one in visitor.earlier_agents] == [
        ("Default", False, False), ("Pupil", False, True), ("Owl", True, False)
    ]  # fmt: skip
    of_default, of_challenge, of_owl = (one.attached for one in visitor.earlier_agents)
    assert of_default.get(Score) == Score()
    assert of_challenge.get(Challenge) == Challenge("03142", 1)
    assert of_challenge.get(Frozen) == Frozen()
    plan = WinningPlan("X", (0, 4, 8), 0.1 + 0.2)
    assert of_owl.get(Story) == Story(1, 2, plan, unbeatable_after=(2, 40), lessons=LESSONS)
    assert of_owl.get(Score) == Score(games=1, draws=1)
    game = of_owl.get(Game)
    assert game is not None
    assert (game.moves, list(game.decisions)) == ([4, 7], [1])
    how = visitor.attached.get(HowRead)
    assert how is not None
    assert (how.file, how.others, how.readings) == ("mine.json", 1, ())
    assert how.how.startswith("Keys are nine characters; 1 marks X;")
    assert [(name, slotted.slot) for name, slotted in now.others.slotted().items()] == [
        ("Memory", 0), ("told", 1)
    ]  # fmt: skip
    assert (play.score, play.side, play.random_share) == (Score(6, 3, 2, 1), "O", 0.75)
    assert (play.game.number, play.game.moves, list(play.game.decisions)) == (4, [8, 0, 2], [0, 2])
    assert now.exercises.boards == ["XO--O---X", "X---O----"]
    assert now.exhibition.stage.tally == Tally({"X": {"draw": 3}, "O": {"X": 2}}, 40, 2)
    assert now.train.settings == ttt.TrainingConfig(gamma=0.123456789)
    assert now.train.pinned
    assert now.train.previous_run is not None
    assert now.train.previous_run.settings == replace(CONFIG, gamma=0.3)
    assert now.learn.answers == {"one-cell": 1, "minus-sign": 0}
    assert now.train.trials["epsilon-0"].guess == 1
    assert values_to_save() == {
        "play_learn": False, "play_random_share": 0.25, "play_brain": "Memory",
        "show_brain": "told", "compare_depths": ("Minimax, depth 2",),
        LINES[0].key: (),
    }  # fmt: skip


def test_the_pinned_run_the_depths_and_the_lines_come_back(session_state: dict[str, Any]) -> None:
    now = begin(session_state)
    (first, others, _), worst = LINES, next(iter(WORST_CASE))
    CHOSEN_DEPTHS.set(["Minimax, depth 2"])
    first.set([])
    others.set([worst])
    for config, stays in ((CONFIG, True), (replace(CONFIG, games=5_000_000), False)):
        training = Training(replace(config, games=50), "Pinned")
        training.play_for(inf)
        now.train.pinned = True
        now.train.previous_run = replace(previous_run_of(training), settings=config)
        text, parts = saved()
        session_state.clear()
        now = come_back(session_state, text, parts)
        assert now.train.pinned == stays
        assert (now.train.previous_run is not None) == stays
        assert [message.text for message in now.visitor.messages] == ([] if stays else [PIN_LOST])
        assert (CHOSEN_DEPTHS.value, first.value) == (["Minimax, depth 2"], [])
        assert others.value == [worst]
    assert now.train.previous_run is None


def test_an_agent_trained_here_needs_no_part(session_state: dict[str, Any]) -> None:
    now = begin(session_state)
    text, parts = saved()
    assert not parts
    assert len(text) < 400
    now.train.set_settings(CONFIG)
    train_actions.start_over()
    text, parts = saved()
    assert not parts
    assert len(text) < 500
    assert read_record(text).agent.settings
    trained = now.visitor.agent
    now.visitor.relabel(name="Mine", level="Expert")
    text, parts = saved()
    back = come_back(session_state, text, parts).visitor.agent
    assert_same(replace(trained, name="Mine", level="Expert"), back)


def test_an_agent_whose_settings_are_unconfirmed_has_a_part(
    session_state: dict[str, Any],
) -> None:
    claims = replace(AGENTS["taught"], training=(CONFIG,), in_play=None, stats=AGENTS["told"].stats,
                     games_seen=AGENTS["told"].games_seen)  # fmt: skip
    begin(session_state, claims)
    text, parts = saved()
    assert len(parts) == 1
    assert_same(claims, come_back(session_state, text, parts).visitor.agent)


@pytest.mark.parametrize("interrupted", [False, True])
def test_an_unfinished_training_run_is_restarted(
    session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch, *, interrupted: bool
) -> None:
    from ttt_ui.browser_storage import actions

    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    now = begin(session_state, AGENTS["played"])
    long = replace(CONFIG, games=60_000)
    now.train.set_settings(long)
    (train_actions.train_on if interrupted else train_actions.start_over)()
    assert now.visitor.training_under_way
    text, parts = saved()
    training = known_training(now.visitor)
    assert training is not None
    training.play_for(inf)
    monkeypatch.setattr(actions, "cookie", lambda: actions.FOLLOWS)
    session_state.clear()
    session_state[key_of(Session)] = Session(default_agent())
    assert actions.begin()
    exchange = actions.storage_state().exchange
    session_state["storage"] = {
        "report": {"visit": exchange.visit, "number": 1, "record": text, "parts": parts}
    }
    assert not actions.begin()
    back = visit()
    assert back.visitor.training_under_way
    assert_same(AGENTS["played"], back.visitor.earlier_agents[-1].packed.agent)
    restarted = known_training(back.visitor)
    assert restarted is not None
    restarted.play_for(inf)
    same = replace(restarted.agent, created=training.agent.created)
    assert_same(training.agent, replace(same, name=training.agent.name))


@pytest.mark.parametrize("brain", [YOUR_AGENT, MINIMAX])
def test_the_agent_playing_alone(session_state: dict[str, Any], brain: str) -> None:
    now = begin(session_state, AGENTS["told"])
    MODE.set("Agent by itself")
    OPPONENT.set(brain)
    playing.change_mode()
    for step in range(60):
        exhibition.step()
        if step % 50 == 0:
            saved()
    assert now.exhibition.stage.tally.games
    assert now.exhibition.stage.tally.explorations
    exhibition.pause()
    text, parts = saved()
    after = come_back(session_state, text, parts)
    assert after.exhibition.stage.tally == now.exhibition.stage.tally
    assert after.exhibition.stage.agent_side == now.exhibition.stage.agent_side
    assert_same(now.visitor.agent, after.visitor.agent)
    exhibition.step()
    assert after.exhibition.stage.tally.games == now.exhibition.stage.tally.games


@given(JSON)
def test_arbitrary_json_is_not_a_record(content: object) -> None:
    text = packed(json.dumps(content).encode(), 6)
    try:
        restore(read_record(text), {})
    except UnreadableError:
        return
    raise AssertionError(content)


@many
@given(visits(), some.data())
def test_a_changed_record_is_valid_or_unreadable(
    session_state: dict[str, Any], what: dict[str, Any], data: some.DataObject
) -> None:
    do(session_state, what)
    text, parts = saved()
    content = json.loads(unpacked(text, 10**6))
    spoil(content, data)
    try:
        now = come_back(session_state, packed(json.dumps(content).encode(), 6), parts)
    except UnreadableError:
        return
    assert saved()
    assert now.play.game.over or now.play.game.persons_turn or MODE.value == "Agent by itself"


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


@given(some.text())
def test_arbitrary_text_is_not_a_record(text: str) -> None:
    with pytest.raises(UnreadableError):
        read(text)


def test_the_size_of_a_record_is_limited() -> None:
    with pytest.raises(UnreadableError):
        read(packed(b" " * 300_000 + b"{}", 9))
    with pytest.raises(UnreadableError):
        read("1." + "A" * MAX_TEXT)
    deep = b'{"controls":' + b"[" * 90_000 + b"]" * 90_000 + b"}"
    with pytest.raises(UnreadableError):
        read(packed(deep, 9))


def test_how_an_agent_from_elsewhere_was_read_comes_back_with_it(
    session_state: dict[str, Any],
) -> None:
    trained = ttt.train(ttt.TrainingConfig(games=300, seed=1, rule="q-learning", symmetry=False))
    table = nine_values(entries_of(trained, "X"), Written("012", "plain"))
    readings = agent_readings(json.dumps(table).encode())
    assert len(readings) > 1
    before = how_read("mine.json", readings)
    assert before is not None
    session().adopt(readings[0].agent)
    session().attached.put(before)
    how = come_back(session_state, *saved()).visitor.attached.get(HowRead)
    assert how is not None
    assert how.how == str(before.how)
    assert [tr(note) for note in how.notes] == [str(note) for note in readings[0].notes[1:]]
    assert (how.file, how.others, how.readings) == ("mine.json", len(readings) - 1, ())
