"""The start page: one board, one agent, one sentence, in every state from which it is reached."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.test_imports import ROOT
from tests.ui.play.test_teaching import play_plan, story
from tests.ui.support import kept_in, new_app, press, run, send_click, thorough_except
from tests.ui.train.support import drawn
from ttt_core.learning import new_pupil
from ttt_ui.play import actions, exhibition, teaching
from ttt_ui.play.review import open_exercises
from ttt_ui.play.state import LEARNS, MODE, PlayState, play_state
from ttt_ui.play.story import Story
from ttt_ui.play.teaching import PROMISE, WELCOME
from ttt_ui.play.work import taught
from ttt_ui.visit.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=50, seed=1))


def lessons_of_the_docs() -> str:
    text = (ROOT / "docs" / "classroom.md").read_text(encoding="utf-8")
    (lessons,) = re.findall(r"play\?pupil=([\w.-]+)`", text)
    return str(lessons)


def take(cell: int) -> None:
    send_click(actions.BOARD_KEY, cell, play_state().game.token)
    actions.take_cell()


def a_newcomer() -> None:
    assert (session().replacements, play_state().game.number) == (0, 0)


def mid_game() -> None:
    actions.hide_welcome()
    take(4)


def a_lesson() -> None:
    actions.teach_from_scratch()


def a_lesson_with_a_game() -> None:
    a_lesson()
    play_plan()


def a_practice() -> None:
    a_lesson()
    teaching.practise(1_000)


def a_champion() -> None:
    a_lesson()
    visitor, before = session(), session().agent
    visitor.learn(taught(lessons_of_the_docs()), visitor.version)
    assert story().arrive(before, visitor)


def a_champion_taught_more() -> None:
    a_champion()
    actions.teach_more()


def a_challenge() -> None:
    actions.challenge(taught("03142"), "03142")


def an_ended_challenge() -> None:
    a_challenge()
    play_plan()


def the_trap_setter() -> None:
    teaching.play_the_trap_setter()


def another_agent() -> None:
    session().adopt(AGENT)
    actions.hide_welcome()


def a_reset_agent() -> None:
    another_agent()
    actions.reset_agent()


def as_o() -> None:
    a_lesson_with_a_game()
    actions.choose_side("O")


def two_people() -> None:
    actions.hide_welcome()
    MODE.set("Two people")
    actions.change_mode()
    take(4)


def watching() -> None:
    actions.hide_welcome()
    MODE.set("Agent by itself")
    actions.change_mode()
    exhibition.start()


def the_exercises() -> None:
    actions.hide_welcome()
    session().relabel(level="Expert")
    for cell in (0, 1, 2, 3, 5, 6, 7, 8):
        if not play_state().game.over and play_state().game.board[cell] == "-":
            take(cell)
    open_exercises()


STATES: dict[Callable[[], None], str | None] = {
    a_newcomer: None,
    mid_game: "Default",
    a_lesson: "Pupil",
    a_lesson_with_a_game: "Pupil",
    a_practice: "Pupil",
    a_champion: "Pupil",
    a_champion_taught_more: "Pupil",
    a_challenge: "Pupil",
    an_ended_challenge: "Pupil",
    the_trap_setter: "Trap setter",
    another_agent: "Agent",
    a_reset_agent: "Agent",
    as_o: "Pupil",
    two_people: "Default",
    watching: "Default",
    the_exercises: "Default",
}
"""How a visitor can be before they come to the start page → the agent they can go on with."""
BY_NAME = {state.__name__: state for state in STATES}


def come_to_the_start_page(state: str) -> None:
    BY_NAME[state]()
    actions.show_welcome()


@pytest.mark.parametrize("state", BY_NAME)
def test_a_tap_begins_a_game_with_a_pupil_that_knows_only_the_rules(
    session_state: dict[str, Any], state: str
) -> None:
    LEARNS.set(False)
    come_to_the_start_page(state)
    play = play_state()
    send_click(actions.BOARD_KEY, 4, play.first_board.token)
    actions.take_cell()
    visitor = session()
    assert visitor.agent.fingerprint == new_pupil().fingerprint
    assert (visitor.agent.in_play, visitor.agent.level) == (new_pupil().in_play, "Intermediate")
    assert (story().games, visitor.frozen, LEARNS.value) == (0, False, True)
    assert (MODE.value, play.shows_welcome) == ("Against the agent", False)
    assert (play.game.person, play.game.moves[0], len(play.game.moves)) == ("X", 4, 2)
    assert exhibition.go_on() is None


@pytest.mark.parametrize("state", BY_NAME)
def test_nothing_has_changed_for_those_who_go_on(session_state: dict[str, Any], state: str) -> None:
    BY_NAME[state]()
    play, visitor = play_state(), session()
    before = (visitor.agent, visitor.attached.get(Story), play.game, play.score, MODE.value)
    actions.show_welcome()
    actions.hide_welcome()
    after = (visitor.agent, visitor.attached.get(Story), play.game, play.score, MODE.value)
    assert after == before
    assert play.game is before[2]


QUICK = ("a_champion", "a_challenge", "watching")


@pytest.mark.parametrize("state", thorough_except(QUICK, BY_NAME))
def test_the_page_says_only_what_a_tap_does(session_state: dict[str, Any], state: str) -> None:
    BY_NAME[state]()
    app = new_app()
    for key in (key_of(Session), key_of(PlayState), MODE.key):
        if key in session_state:
            app.session_state[key] = session_state[key]
    run(app)
    if not kept_in(app, PlayState).shows_welcome:
        press(app, "Where to start")
    in_main = [element.value for element in app.main.markdown]
    assert [title.value for title in app.title] == [WELCOME]
    assert in_main == [PROMISE]
    assert not app.header
    board = drawn(app, actions.BOARD_KEY)
    assert board is not None
    token = kept_in(app, PlayState).first_board.token
    shown = {"cells": 9 * "-", "token": token, "playable": True, "notes": 9 * [None], "bar": None}
    assert {name: board[name] for name in shown} == shown
    name = STATES[BY_NAME[state]]
    assert continues(app) == (None if name is None else f"Continue with {name}")


def continues(app: AppTest) -> str | None:
    return next((button.label for button in app.button if button.key == "continue"), None)
