from typing import Any

import pytest

import ttt_core as ttt
from ttt_ui.train import actions
from ttt_ui.visit.session import Session, key_of


@pytest.fixture(autouse=True)
def trained_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a callback train to the end, however busy the machine is."""
    monkeypatch.setattr(actions, "AT_ONCE_SECONDS", float("inf"))


@pytest.fixture
def visitor(session_state: dict[str, Any]) -> Session:
    """Return a visitor with an agent of 70 games, for callbacks without an app."""
    found = session_state[key_of(Session)] = Session(ttt.train(ttt.TrainingConfig(games=70)))
    return found
