"""The start page: one board, one agent, one sentence, in every state from which it is reached."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.play.conftest import AGENT, lessons_of_the_docs, play_plan, story, take
from tests.ui.support import kept_in, new_app, press, run, thorough_except
from tests.ui.train.support import drawn
from ttt_core.game import board as rules
from ttt_core.learning import new_pupil
from ttt_ui.play import actions, exhibition, teaching
from ttt_ui.play.review import open_exercises
from ttt_ui.play.state import LEARNS, MODE, PlayState, play_state
from ttt_ui.play.story import Story
from ttt_ui.play.teaching import PROMISE, WELCOME
from ttt_ui.play.work import taught
from ttt_ui.visit.session import Session, key_of, session


def a_newcomer() -> None:
    assert (session().replacements, play_state().game.number) == (0, 0)


def mid_game() -> None:
    actions.hide_welcome()
    take(4)


def a_lesson() -> None:
    actions.teach_from_scratch()
    play_plan()


def a_practice() -> None:
    actions.teach_from_scratch()
    teaching.practise(1_000)


def a_champion() -> None:
    actions.teach_from_scratch()
    visitor, before = session(), session().agent
    visitor.learn(taught(lessons_of_the_docs()), visitor.version)
    assert story().arrive(before, visitor)


def a_challenge() -> None:
    actions.challenge(taught("03142"), "03142")


def a_reset_agent() -> None:
    session().adopt(AGENT)
    actions.hide_welcome()
    actions.reset_agent()


def as_o() -> None:
    a_lesson()
    actions.choose_side("O")


def two_people() -> None:
    turn_to("Two people")
    take(4)


def watching() -> None:
    turn_to("Agent by itself")
    exhibition.start()


def turn_to(mode: str) -> None:
    actions.hide_welcome()
    MODE.set(mode)
    actions.change_mode()


def the_exercises() -> None:
    actions.hide_welcome()
    session().relabel(level="Expert")
    while not play_state().game.over:
        take(rules.legal_moves(play_state().game.board)[0])
    open_exercises()


STATES: dict[Callable[[], None], str | None] = {
    a_newcomer: None,
    mid_game: "Default",
    a_lesson: "Pupil",
    a_practice: "Pupil",
    a_champion: "Pupil",
    a_challenge: "Pupil",
    a_reset_agent: "Agent",
    as_o: "Pupil",
    two_people: "Default",
    watching: "Default",
    the_exercises: "Default",
}
"""How a visitor can be before they come to the start page → the agent they can go on with."""
BY_NAME = {state.__name__: state for state in STATES}


@pytest.mark.parametrize("state", BY_NAME)
def test_a_tap_begins_a_game_with_a_pupil_that_knows_only_the_rules(
    session_state: dict[str, Any], state: str
) -> None:
    LEARNS.set(False)
    BY_NAME[state]()
    actions.show_welcome()
    play, visitor = play_state(), session()
    take(4, play.first_board.token)
    assert visitor.agent.fingerprint == new_pupil().fingerprint
    assert (visitor.agent.in_play, visitor.agent.level) == (new_pupil().in_play, "Intermediate")
    assert (story().games, visitor.frozen, LEARNS.value) == (0, False, True)
    assert (MODE.value, play.shows_welcome) == ("Against the agent", False)
    assert (play.game.person, play.game.moves[0], len(play.game.moves)) == ("X", 4, 2)
    assert exhibition.go_on() is None


@pytest.mark.parametrize("state", BY_NAME)
def test_nothing_has_changed_for_those_who_go_on(session_state: dict[str, Any], state: str) -> None:
    BY_NAME[state]()

    def what_is_kept() -> tuple[Any, ...]:
        play, visitor = play_state(), session()
        return visitor.agent, visitor.attached.get(Story), play.game, play.score, MODE.value

    before, game = what_is_kept(), play_state().game
    actions.show_welcome()
    actions.hide_welcome()
    assert what_is_kept() == before
    assert play_state().game is game


SHOWN = ("a_newcomer", "a_practice", "a_champion", "a_challenge", "two_people", "the_exercises")


@pytest.mark.parametrize("state", thorough_except(("a_champion", "a_challenge"), SHOWN))
def test_the_page_says_only_what_a_tap_does(session_state: dict[str, Any], state: str) -> None:
    BY_NAME[state]()
    app = new_app()
    for key in (key_of(Session), key_of(PlayState), MODE.key):
        if key in session_state:
            app.session_state[key] = session_state[key]
    run(app)
    if not kept_in(app, PlayState).shows_welcome:
        press(app, "Where to start")
    assert [title.value for title in app.title] == [WELCOME]
    assert [element.value for element in app.main.markdown] == [PROMISE]
    assert not app.header
    board = drawn(app, actions.BOARD_KEY)
    token = kept_in(app, PlayState).first_board.token
    shown = {"cells": 9 * "-", "token": token, "playable": True, "notes": 9 * [None], "bar": None}
    assert {name: board[name] for name in shown} == shown
    name = STATES[BY_NAME[state]]
    ways_on = [button.label for button in app.button if button.key == "continue"]
    assert ways_on == ([] if name is None else [f"Continue with {name}"])
