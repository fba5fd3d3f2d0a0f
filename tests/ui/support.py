"""What the tests of the interface share: a visitor's things, with and without a running app."""

from dataclasses import replace
from typing import TypeVar

import numpy as np
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from ttt_core.game.graph import legal, position_of
from ttt_core.game.symmetry import twins
from ttt_ui.inspect.state import Trail
from ttt_ui.shared.address import Address
from ttt_ui.shared.session import Session, key_of
from ttt_ui.train.state import TrainState

T = TypeVar("T")


def kept_in(app: AppTest, kind: type[T]) -> T:
    """Return what an app under test keeps of a class."""
    found = app.session_state[key_of(kind)]
    assert isinstance(found, kind)
    return found


def visitor(app: AppTest) -> Session:
    return kept_in(app, Session)


def train_state(app: AppTest) -> TrainState:
    return kept_in(app, TrainState)


def trail(app: AppTest) -> Trail:
    return kept_in(app, Trail)


def address(app: AppTest) -> dict[str, str]:
    """Return the query that the address has been given."""
    return kept_in(app, Address).query


def machine_with_empty_box(*boards: str) -> ttt.Agent:
    """Return MENACE with the boxes of some boards empty."""
    config = ttt.PRESETS["MENACE (Michie 1961)"]
    agent = ttt.TrainingRun(config).agent()
    beads = agent.q.copy()
    for board in boards:
        for twin in twins(board):
            position = position_of(twin)
            beads[position] = np.where(legal()[position], 0, np.nan)
    return replace(agent, q=beads, training=(config,), level="Intermediate")
