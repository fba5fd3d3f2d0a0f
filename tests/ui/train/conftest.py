from typing import Any

import pytest

import ttt_core as ttt
from ttt_ui.visit.session import Session, key_of


@pytest.fixture
def visitor(session_state: dict[str, Any]) -> Session:
    """Return a visitor with an agent of 70 games, for callbacks without an app."""
    found = session_state[key_of(Session)] = Session(ttt.train(ttt.TrainingConfig(games=70)))
    return found
