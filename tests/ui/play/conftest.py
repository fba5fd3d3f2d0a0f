"""A visitor on Play, and one who teaches a pupil, for tests of what clicks do."""

import re
from dataclasses import dataclass
from typing import Any

import pytest

import ttt_core as ttt
from tests.test_imports import ROOT
from tests.ui.support import send_click
from ttt_core.evaluation.policy import player_with_plan
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_ui.play import actions, teaching, work
from ttt_ui.play.state import LEARNS, MODE, PlayState, Score, play_state
from ttt_ui.play.story import Story
from ttt_ui.visit.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=500, seed=1))
PLAN = player_with_plan([4, 0, 8, 2, 6])


def take(cell: int, token: str | None = None) -> None:
    send_click(actions.BOARD_KEY, cell, play_state().game.token if token is None else token)
    actions.take_cell()


@dataclass
class Desk:
    """A visitor on Play without a browser; `widgets` are the values of the widgets."""

    widgets: dict[str, Any]

    def __post_init__(self) -> None:
        self.widgets[key_of(Session)] = Session(AGENT)
        self.visitor.relabel(level="Expert")
        self.play.shows_welcome = False

    @property
    def visitor(self) -> Session:
        return session()

    @property
    def play(self) -> PlayState:
        return play_state()

    def take(self, *cells: int) -> None:
        for cell in cells:
            take(cell)

    def take_first(self) -> None:
        """Take the first free cell."""
        take(rules.legal_moves(self.play.game.board)[0])

    def play_out(self) -> None:
        while not self.play.game.over:
            self.take_first()


@pytest.fixture
def desk(session_state: dict[str, Any]) -> Desk:
    return Desk(session_state)


@pytest.fixture
def teaching_a_pupil(session_state: dict[str, Any]) -> dict[str, Any]:
    """Let a visitor with an agent and a score begin to teach a pupil; return the widgets."""
    session_state[key_of(Session)] = Session(AGENT)
    session_state |= {MODE.key: "Agent by itself", LEARNS.key: False}
    play_state().score = Score(games=7)
    actions.teach_from_scratch()
    return session_state


def story() -> Story:
    present = session().attached.get(Story)
    assert present is not None
    return present


def practise_a_step(story: Story) -> None:
    practice = story.practice
    run, learned = work.practise(practice.run, -(-practice.games // teaching.STEPS))
    teaching._learn_from_practice(session(), story, practice, run, learned)


def play_plan() -> str:
    """Play a game as X by the plan, and return how it ended."""
    actions.new_game()
    game = play_state().game
    while not game.over:
        take(int(PLAN[position_of(game.board)].argmax()))
    return str(game.result)


def lessons_of_the_docs(page: str = "classroom.md") -> str:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (lessons,) = re.findall(r"play\?pupil=([\w.-]+)`", text)
    return str(lessons)
