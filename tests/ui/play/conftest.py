"""A visitor on Play, for tests of what clicks do."""

from dataclasses import dataclass
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.support import send_click
from ttt_core.game import board as rules
from ttt_ui.play import actions
from ttt_ui.play.state import PlayState, play_state
from ttt_ui.visit.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=500, seed=1))


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

    def take(self, cell: int, token: str | None = None) -> None:
        send_click(actions.BOARD_KEY, cell, self.play.game.token if token is None else token)
        actions.take_cell()

    def play_out(self) -> None:
        while not self.play.game.over:
            self.take(rules.legal_moves(self.play.game.board)[0])


@pytest.fixture
def desk(session_state: dict[str, Any]) -> Desk:
    return Desk(session_state)
