"""Data from the browser restores a visit or gives a message, and never breaks anything."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.ui.bad_input.odd_values import JSON
from tests.ui.browser_storage.samples import CONFIG, agents, assert_same, read_record, saved
from tests.ui.works import counting
from ttt_ui import jobs
from ttt_ui.browser_storage import actions
from ttt_ui.browser_storage.actions import (
    FOLLOWS,
    GONE,
    NEWER,
    NOT_LOADED,
    REPLACED,
    UNREADABLE,
    StorageState,
    storage_state,
)
from ttt_ui.browser_storage.saved_visit import OFF
from ttt_ui.browser_storage.storage_component import MAX_COOKIE
from ttt_ui.play import actions as playing
from ttt_ui.play import exhibition as watching
from ttt_ui.play.exhibition import exhibition_state
from ttt_ui.play.state import LEARNS, MODE, play_state
from ttt_ui.train import actions as train_actions
from ttt_ui.train.state import known_training, train_state
from ttt_ui.visit.session import Session, default_agent, key_of, session

AGENTS = agents()
NEWS = ["record", "parts", "missing", "trouble", "off", "replaced", "keeps"]


@pytest.fixture
def cookies(monkeypatch: pytest.MonkeyPatch, session_state: dict[str, Any]) -> list[str]:
    """Return a list whose last entry is the cookie."""
    said = [""]
    monkeypatch.setattr(actions, "cookie", lambda: said[-1])
    session_state[key_of(Session)] = Session(default_agent())
    return said


def come(state: dict[str, Any]) -> bool:
    """Begin a visit; return whether it waits."""
    state.clear()
    state[key_of(Session)] = Session(default_agent())
    return actions.begin()


def report(state: dict[str, Any], **news: Any) -> bool:
    exchange = storage_state().exchange
    number = exchange.answered + 1
    state["storage"] = {"report": {"visit": exchange.visit, "number": number, **news}}
    heard = actions.listen()
    assert storage_state().exchange.answered == number
    return heard


def to_save() -> Any:
    """Return what the browser is asked to save, if anything."""
    return storage_state().exchange.writing


def change_and_save(*, learns: bool = False) -> None:
    LEARNS.set(learns)
    actions.save()


def said() -> list[str]:
    return [message.text for message in session().messages]


def a_visit(state: dict[str, Any], agent: ttt.Agent | None = None) -> tuple[str, dict[str, str]]:
    """Return the saved data of a visit with an agent and an unfinished game."""
    come(state)
    if agent is None:
        train_state().set_settings(CONFIG)
        train_actions.start_over()
        training = known_training(session())
        assert training is not None
        training.play_for(inf)
        train_actions.stop(known_training(session()))
    else:
        session().adopt(agent)
    playing.new_game()
    play_state().shows_welcome = False
    playing.play_cell(4, play_state().game.token)
    return saved()


def test_nothing_is_saved_for_a_newcomer(cookies: list[str], session_state: dict[str, Any]) -> None:
    assert not come(session_state)
    actions.save()
    assert to_save() is None
    assert session().agent_before is None
    change_and_save()
    writing = to_save()
    assert writing.cookie == writing.record
    actions.save()
    assert to_save() is writing


def test_an_agent_saved_as_settings_is_there_at_once(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    text, parts = a_visit(session_state)
    agent, moves = session().agent, play_state().game.moves
    assert not parts
    assert len(text) < MAX_COOKIE
    cookies.append(text)
    assert not come(session_state)
    assert_same(agent, session().agent)
    assert play_state().game.moves == moves
    assert not said()
    actions.save()
    assert to_save() is None  # the browser already has it
    session().undo()
    assert_same(default_agent(), session().agent)


def test_a_table_arrives_from_the_storage(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    text, parts = a_visit(session_state, AGENTS["taught"])
    actions.save()
    writing = to_save()
    assert (writing.cookie, writing.record, *writing.parts) == (FOLLOWS, text, *parts)
    assert not storage_state().exchange.content
    report(session_state, missing=[*parts, "ffffffffffffffff"])
    assert storage_state().exchange.content == parts
    report(session_state)
    assert not storage_state().exchange.content  # the browser has taken it
    cookies.append(FOLLOWS)
    assert come(session_state)
    actions.save()
    assert to_save() is None
    assert report(session_state, record=text, parts=parts)
    assert not actions.begin()
    assert_same(AGENTS["taught"], session().agent)
    actions.save()
    assert to_save() is None


def test_a_table_is_packed_only_if_it_changes(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    _, parts = a_visit(session_state, AGENTS["taught"])
    session().relabel(name="Mine", level="Beginner")
    playing.new_game()
    assert saved()[1].keys() == parts.keys()
    session().learn(ttt.learn_from_game(session().agent, (0, 3, 1, 4, 2)), session().version)
    assert saved()[1].keys().isdisjoint(parts)


@pytest.mark.parametrize(
    ("record", "parts", "sentence"),
    [
        ("good", {}, GONE),
        (None, {}, GONE),
        ("good", "broken", UNREADABLE),
        ("9.AAAA", {}, NEWER),
        ("good", "newer", NEWER),
        (17, [], GONE),
    ],
)
def test_a_visit_that_cannot_be_restored_is_reported_once(
    cookies: list[str], session_state: dict[str, Any], record: Any, parts: Any, sentence: str
) -> None:
    text, good = a_visit(session_state, AGENTS["taught"])
    cookies.append(FOLLOWS)
    come(session_state)
    if isinstance(parts, str):
        parts = {
            name: {"broken": "1.AAAA", "newer": f"4{t[1:]}"}[parts] for name, t in good.items()
        }
    report(session_state, record=text if record == "good" else record, parts=parts)
    assert said() == [sentence]
    assert not actions.begin()
    assert session().agent is default_agent()
    change_and_save()
    assert (to_save() is None) == (sentence is NEWER)


def test_after_a_damaged_cookie_the_storage_is_asked(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    text, _ = a_visit(session_state)
    agent = session().agent
    cookies.append(text[:-9])
    assert come(session_state)
    report(session_state, record=text, parts={})
    assert_same(agent, session().agent)
    assert not said()


def test_a_newer_version_is_left_alone(cookies: list[str], session_state: dict[str, Any]) -> None:
    cookies.append("4.whatever-this-is")
    assert not come(session_state)
    assert said() == [NEWER]
    change_and_save()
    assert to_save() is None
    actions.ask_to_erase()
    actions.erase()
    change_and_save(learns=True)
    assert to_save() is not None


def test_storage_without_a_cookie_is_read_if_the_visitor_has_done_nothing(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    text, parts = a_visit(session_state, AGENTS["taught"])
    come(session_state)
    report(session_state, record=text, parts=parts)
    assert_same(AGENTS["taught"], session().agent)
    assert storage_state().exchange.held == text


def test_the_later_save_wins_and_what_it_replaced_can_be_loaded(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    text, parts = a_visit(session_state, AGENTS["taught"])
    come(session_state)
    session().adopt(AGENTS["played"])
    actions.save()
    report(session_state, record=text, parts=parts)  # too late: this tab has gone on
    assert session().agent is AGENTS["played"]
    assert report(session_state, replaced=True)
    assert said() == [REPLACED]
    assert storage_state().keeps
    exchange = storage_state().exchange
    assert (exchange.asked, exchange.asks_for) == (1, "replaced")
    report(session_state, record=text, parts=parts)
    assert session().agent is AGENTS["played"]
    assert AGENTS["taught"].fingerprint in [
        earlier.packed.fingerprint for earlier in session().earlier_agents
    ]
    actions.load_replaced()
    assert (exchange.asked, exchange.asks_for) == (2, "replaced")
    report(session_state, record=text, parts=parts)
    assert_same(AGENTS["taught"], session().agent)
    actions.save()
    saved, loaded = (
        read_record(to_save().record),
        read_record(text),
    )  # now it replaces what this tab had saved
    assert (saved.agent, saved.game) == (loaded.agent, loaded.game)
    assert len(saved.earlier) == len(loaded.earlier) + 1
    session().undo()
    assert session().agent is AGENTS["played"]


@pytest.mark.parametrize("record", [None, "1.AAAA"])
def test_work_of_another_tab_that_cannot_be_loaded_changes_nothing(
    cookies: list[str], session_state: dict[str, Any], record: str | None
) -> None:
    come(session_state)
    session().adopt(AGENTS["played"])
    actions.save()
    saved = to_save()
    actions.load_replaced()
    report(session_state, record=record, parts={})
    assert session().agent is AGENTS["played"]
    assert said() == [NOT_LOADED]
    actions.save()
    assert to_save() is saved


def test_saving_can_be_switched_off_and_on(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    a_visit(session_state)
    actions.switch(True)
    assert not storage_state().off
    actions.switch(False)
    writing = to_save()
    assert writing.record == writing.cookie == OFF
    assert writing.erases
    change_and_save()
    assert to_save() is writing
    cookies.append(OFF)
    come(session_state)
    assert storage_state().off
    assert not said()
    actions.switch(True)
    actions.save()
    assert to_save() is not None
    report(session_state, off=True)  # another tab has switched it off
    assert storage_state().off
    assert to_save() is None
    assert storage_state().exchange.held == OFF


def test_erasing_asks_first(cookies: list[str], session_state: dict[str, Any]) -> None:
    a_visit(session_state)
    actions.save()
    actions.erase()
    assert to_save().record
    actions.ask_to_erase()
    actions.ask_to_erase(asks=False)
    assert not storage_state().asks
    actions.ask_to_erase()
    actions.erase()
    writing = to_save()
    assert (writing.record, writing.cookie, writing.parts, writing.erases) == ("", "", (), True)
    actions.save()
    assert to_save() is writing
    change_and_save()
    assert to_save().record


def test_a_visit_is_put_aside_after_asking(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    a_visit(session_state, AGENTS["taught"])
    actions.save()
    actions.leave()
    assert to_save().leaves_for == ""
    actions.ask_to_leave()
    actions.ask_to_leave(asks=False)
    actions.leave()
    assert to_save().leaves_for == ""
    actions.ask_to_leave()
    actions.leave()
    writing = to_save()
    assert (writing.leaves_for, writing.erases) == ("./?", False)
    assert writing.record
    assert writing.parts
    change_and_save()
    assert to_save() is writing  # nothing is saved over it
    report(session_state, trouble="full")
    assert storage_state().phase == "open"  # the browser could not, so the visit goes on


def test_a_visit_that_is_not_saved_or_untouched_takes_the_place_of_none(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    come(session_state)
    actions.ask_to_leave()
    actions.leave()
    writing = to_save()
    assert (writing.record, writing.cookie, writing.erases, writing.leaves_for) == (
        *("", "", False),
        "./?",
    )
    a_visit(session_state)
    actions.switch(False)
    actions.ask_to_leave()
    actions.leave()
    writing = to_save()
    assert (writing.record, writing.cookie, writing.leaves_for) == (OFF, OFF, "./?")


@pytest.mark.parametrize("trouble", ["full", "blocked"])
def test_a_problem_is_reported_once(
    cookies: list[str], session_state: dict[str, Any], trouble: Any
) -> None:
    come(session_state)
    session().adopt(AGENTS["played"])
    actions.save()
    assert report(session_state, trouble=trouble)
    assert not report(session_state, trouble=trouble)
    assert storage_state().trouble == trouble
    assert not said()  # it stays in sight on every page
    assert session().agent is AGENTS["played"]


def test_nothing_is_written_while_something_is_moving(
    cookies: list[str], session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    come(session_state)
    now = [100.0]
    monkeypatch.setattr(actions.time, "monotonic", lambda: now[0])
    LEARNS.set(False)
    drag, exhibition = train_state().drag, exhibition_state()
    for moving, name, moves, rests in (
        (drag, "under_way", True, False),
        (exhibition, "job", jobs.start(counting, on_report=lambda _: True), None),
    ):
        now[0] = storage_state().written_at = 100.0
        storage_state().exchange.writing, storage_state().text = None, ""
        setattr(moving, name, moves)
        actions.save()
        assert to_save() is None
        now[0] += actions.SECONDS_BETWEEN
        actions.save()
        assert to_save() is not None
        setattr(moving, name, rests)
    LEARNS.set(True)
    storage_state().exchange.writing = None
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    train_state().set_settings(replace(CONFIG, games=5_000_000))
    train_actions.start_over()
    training = known_training(session())
    assert training is not None
    for number in (1, 1, 2):
        if number == 2:
            train_actions.stop(known_training(session()))
        actions.save()
        assert to_save().number == number


def test_all_is_saved_at_once_on_another_page_where_the_agent_no_longer_plays_alone(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    come(session_state)
    MODE.set("Agent by itself")
    play_state().shows_welcome = False
    watching.start()
    assert watching.go_on() is not None
    storage_state().written_at = actions.time.monotonic()
    actions.save()
    assert to_save() is None
    exhibition_state().rest()  # as when the page is left
    train_state().set_settings(CONFIG)
    actions.save()
    assert to_save() is not None
    assert exhibition_state().running


def test_waiting_ends_when_the_visitor_starts_without(
    cookies: list[str], session_state: dict[str, Any]
) -> None:
    cookies.append(FOLLOWS)
    assert come(session_state)
    actions.start_without()
    assert not actions.begin()
    change_and_save()
    assert to_save() is not None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(some.text() | some.from_regex(r"1\.[A-Za-z0-9_-]*={0,2}", fullmatch=True))
def test_any_cookie_is_handled(
    cookies: list[str], session_state: dict[str, Any], text: str
) -> None:
    cookies.append(text)
    come(session_state)
    actions.save()
    assert session().agent is default_agent()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(JSON, some.dictionaries(some.sampled_from(NEWS), JSON), some.booleans())
def test_any_report_is_handled(
    cookies: list[str],
    session_state: dict[str, Any],
    junk: Any,
    news: Mapping[str, Any],
    waits: Any,
) -> None:
    cookies.append(FOLLOWS if waits else "")
    come(session_state)
    for state in (junk, {"report": junk}):
        session_state["storage"] = state
        assert not actions.listen()
    report(session_state, **news)
    assert session().agent is default_agent()
    assert isinstance(storage_state(), StorageState)
