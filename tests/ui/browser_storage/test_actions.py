"""Data from the browser restores a visit or gives a message, and never breaks anything."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.ui.bad_input.odd_values import JSON
from tests.ui.browser_storage.samples import (
    CONFIG,
    GAME,
    agents,
    assert_same,
    read_record,
    saved,
)
from ttt_ui.browser_storage import actions
from ttt_ui.browser_storage.actions import (
    FOLLOWS,
    GONE,
    NEWER,
    NOT_LOADED,
    REPLACED,
    UNREADABLE,
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

NEWS = ["record", "parts", "missing", "trouble", "off", "replaced", "keeps"]


class Browser:
    """What a visitor's browser tells the server, and is asked to save."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state, self.cookie = state, ""

    def come(self, cookie: str = "") -> bool:
        """Begin a visit; return whether it waits."""
        self.cookie = cookie
        self.state.clear()
        self.state[key_of(Session)] = Session(default_agent())
        return actions.begin()

    def report(self, **news: Any) -> bool:
        """Report something; return whether the page must be drawn again."""
        exchange = storage_state().exchange
        number = exchange.answered + 1
        self.state["storage"] = {"report": {"visit": exchange.visit, "number": number, **news}}
        heard = actions.listen()
        assert storage_state().exchange.answered == number
        return heard

    def play(self, agent: ttt.Agent | None = None) -> tuple[str, dict[str, str]]:
        """Begin a visit with an agent and an unfinished game; return what is to be saved."""
        self.come()
        if agent is None:
            train_state().set_settings(CONFIG)
            train_actions.start_over()
        else:
            session().adopt(agent)
        playing.new_game()
        play_state().shows_welcome = False
        playing.play_cell(4, play_state().game.token)
        return saved()


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, session_state: dict[str, Any]) -> Browser:
    browser = Browser(session_state)
    monkeypatch.setattr(actions, "cookie", lambda: browser.cookie)
    browser.come()
    return browser


def to_save() -> Any:
    """Return what the browser is asked to save, if anything."""
    return storage_state().exchange.writing


def change_and_save(*, learns: bool = False) -> None:
    LEARNS.set(learns)
    actions.save()


def said() -> list[str]:
    return [message.text for message in session().messages]


@pytest.mark.usefixtures("browser")
def test_nothing_is_saved_for_a_newcomer() -> None:
    actions.save()
    assert to_save() is None
    assert session().agent_before is None
    change_and_save()
    writing = to_save()
    assert writing.cookie == writing.record
    actions.save()
    assert to_save() is writing


def test_an_agent_saved_as_settings_is_there_at_once(browser: Browser) -> None:
    text, parts = browser.play()
    agent, moves = session().agent, play_state().game.moves
    former_visit = storage_state().exchange.visit
    assert not parts
    assert len(text) < MAX_COOKIE
    assert not browser.come(text)
    assert storage_state().exchange.visit != former_visit
    assert_same(agent, session().agent)
    assert play_state().game.moves == moves
    assert not said()
    actions.save()
    assert to_save() is None  # the browser already has it
    session().undo()
    assert_same(default_agent(), session().agent)
    assert browser.come(text[:-9])  # the storage has a copy of a damaged cookie
    browser.report(record=text, parts={})
    assert_same(agent, session().agent)
    assert not said()


def test_a_table_arrives_from_the_storage(browser: Browser) -> None:
    taught = agents()["taught"]
    text, parts = browser.play(taught)
    actions.save()
    writing = to_save()
    assert (writing.cookie, writing.record, *writing.parts) == (FOLLOWS, text, *parts)
    assert not storage_state().exchange.content
    browser.report(missing=[*parts, "ffffffffffffffff"])
    assert storage_state().exchange.content == parts
    browser.report()
    assert not storage_state().exchange.content  # the browser has taken it
    assert browser.come(FOLLOWS)
    actions.save()
    assert to_save() is None
    assert browser.report(record=text, parts=parts)
    assert not actions.begin()
    assert_same(taught, session().agent)
    actions.save()
    assert to_save() is None
    browser.come()  # a visitor without a cookie who has done nothing
    browser.report(record=text, parts=parts)
    assert_same(taught, session().agent)
    assert storage_state().exchange.held == text


def test_a_table_is_packed_only_if_it_changes(browser: Browser) -> None:
    _, parts = browser.play(agents()["taught"])
    session().relabel(name="Mine", level="Beginner")
    playing.new_game()
    assert saved()[1].keys() == parts.keys()
    session().learn(ttt.learn_from_game(session().agent, GAME), session().version)
    assert saved()[1].keys().isdisjoint(parts)


@pytest.mark.parametrize(
    ("record", "part", "sentence"),
    [
        ("good", None, GONE),
        (None, None, GONE),
        (17, None, GONE),
        ("good", "1.AAAA", UNREADABLE),
        ("good", "4.AAAA", NEWER),
        ("9.AAAA", None, NEWER),
    ],
)
def test_a_visit_that_cannot_be_restored_is_reported_once(
    browser: Browser, record: Any, part: str | None, sentence: str
) -> None:
    text, parts = browser.play(agents()["taught"])
    browser.come(FOLLOWS)
    browser.report(
        record=text if record == "good" else record,
        parts={} if part is None else dict.fromkeys(parts, part),
    )
    assert said() == [sentence]
    assert not actions.begin()
    assert session().agent is default_agent()
    change_and_save()
    assert (to_save() is None) == (sentence is NEWER)


def test_a_newer_version_is_left_alone_until_it_is_erased(browser: Browser) -> None:
    assert not browser.come("4.whatever-this-is")
    assert said() == [NEWER]
    change_and_save()
    assert to_save() is None
    actions.ask_to_erase()
    actions.erase()
    change_and_save(learns=True)
    assert to_save() is not None


def test_the_later_save_wins_and_what_it_replaced_can_be_loaded(browser: Browser) -> None:
    played, taught = agents()["played"], agents()["taught"]
    text, parts = browser.play(taught)
    browser.come()
    session().adopt(played)
    actions.save()
    browser.report(record=text, parts=parts)  # too late: this tab has gone on
    assert session().agent is played
    assert browser.report(replaced=True)
    assert said() == [REPLACED]
    assert storage_state().keeps
    exchange = storage_state().exchange
    assert (exchange.asked, exchange.asks_for) == (1, "replaced")
    browser.report(record=text, parts=parts)
    assert session().agent is played
    earlier = [one.packed.fingerprint for one in session().earlier_agents]
    assert taught.fingerprint in earlier
    actions.load_replaced()
    assert (exchange.asked, exchange.asks_for) == (2, "replaced")
    browser.report(record=text, parts=parts)
    assert_same(taught, session().agent)
    actions.save()  # now it replaces what this tab had saved
    saved, loaded = read_record(to_save().record), read_record(text)
    assert (saved.agent, saved.game) == (loaded.agent, loaded.game)
    assert len(saved.earlier) == len(loaded.earlier) + 1
    session().undo()
    assert session().agent is played


@pytest.mark.parametrize("record", [None, "1.AAAA"])
def test_work_of_another_tab_that_cannot_be_loaded_changes_nothing(
    browser: Browser, record: str | None
) -> None:
    session().adopt(agents()["played"])
    actions.save()
    saved = to_save()
    actions.load_replaced()
    browser.report(record=record, parts={})
    assert session().agent is agents()["played"]
    assert said() == [NOT_LOADED]
    actions.save()
    assert to_save() is saved


def test_saving_can_be_switched_off_and_on(browser: Browser) -> None:
    browser.play()
    actions.switch(True)
    assert not storage_state().off
    actions.switch(False)
    writing = to_save()
    assert writing.record == writing.cookie == OFF
    assert writing.erases
    change_and_save()
    assert to_save() is writing
    browser.come(OFF)
    assert storage_state().off
    assert not said()
    actions.switch(True)
    actions.save()
    assert to_save() is not None
    browser.report(off=True)  # another tab has switched it off
    assert storage_state().off
    assert to_save() is None
    assert storage_state().exchange.held == OFF


def test_erasing_asks_first(browser: Browser) -> None:
    browser.play()
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


def test_a_visit_is_put_aside_after_asking(browser: Browser) -> None:
    browser.play(agents()["taught"])
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
    browser.report(trouble="full")
    assert storage_state().phase == "open"  # the browser could not, so the visit goes on


def test_a_visit_that_is_not_saved_or_untouched_takes_the_place_of_none(browser: Browser) -> None:
    actions.ask_to_leave()
    actions.leave()
    writing = to_save()
    assert (writing.record, writing.cookie, writing.leaves_for) == ("", "", "./?")
    assert not writing.erases
    browser.play()
    actions.switch(False)
    actions.ask_to_leave()
    actions.leave()
    writing = to_save()
    assert (writing.record, writing.cookie, writing.leaves_for) == (OFF, OFF, "./?")


@pytest.mark.parametrize("trouble", ["full", "blocked"])
def test_a_problem_is_reported_once(browser: Browser, trouble: str) -> None:
    assert browser.report(trouble=trouble)
    assert not browser.report(trouble=trouble)
    assert storage_state().trouble == trouble
    assert not said()  # it stays in sight on every page


@pytest.mark.usefixtures("browser")
def test_while_a_slider_is_dragged_it_is_saved_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(actions.time, "monotonic", lambda: now[0])
    change_and_save()
    first = to_save()
    train_state().drag.under_way = True
    change_and_save(learns=True)
    play_state().shows_welcome = False
    actions.save()
    assert to_save() is first
    now[0] += actions.SECONDS_BETWEEN
    actions.save()
    assert to_save().number == 2


@pytest.mark.usefixtures("browser")
def test_a_training_is_saved_when_it_begins_and_when_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    train_state().set_settings(replace(CONFIG, games=5_000_000))
    train_actions.start_over()
    for _ in range(2):
        actions.save()
        assert to_save().number == 1
    train_actions.stop(known_training(session()))
    actions.save()
    assert to_save().number == 2


@pytest.mark.usefixtures("browser")
def test_all_is_saved_at_once_on_another_page_where_the_agent_no_longer_plays_alone() -> None:
    MODE.set("Agent by itself")
    play_state().shows_welcome = False
    watching.start()
    assert watching.go_on() is not None
    storage_state().written_at = actions.time.monotonic()
    actions.save()
    assert to_save() is None
    exhibition_state().rest()  # as when the page is left
    actions.save()
    assert to_save() is not None
    assert exhibition_state().running


def test_waiting_ends_when_the_visitor_starts_without(browser: Browser) -> None:
    assert browser.come(FOLLOWS)
    actions.start_without()
    assert not actions.begin()
    change_and_save()
    assert to_save() is not None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(JSON, some.dictionaries(some.sampled_from(NEWS), JSON), some.booleans())
def test_any_report_is_handled(
    browser: Browser, junk: object, news: Mapping[str, object], waits: bool
) -> None:
    browser.come(FOLLOWS if waits else "")
    for state in (junk, {"report": junk}):
        browser.state["storage"] = state
        assert not actions.listen()
    browser.report(**news)
    assert session().agent is default_agent()
