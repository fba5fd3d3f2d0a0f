"""The switches of Play, on the page."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import kept_in, new_app, run, turn_to_the_game
from tests.ui.train.support import report
from ttt_ui.play.actions import BOARD_KEY
from ttt_ui.play.state import PlayState

pytestmark = pytest.mark.slow


def boards(app: AppTest) -> list[dict[str, Any]]:
    """Return what the boards are told to show: the game's, and what the agent saw."""
    parts = [json.loads(part.proto.json) for part in app.get("bidi_component")]
    return [part for part in parts if part and "cells" in part]


def switch(app: AppTest, label: str, *, on: bool) -> AppTest:
    next(toggle for toggle in app.toggle if toggle.label == label).set_value(on)
    return run(app)


def test_switches_bring_the_bar_what_the_agent_saw_and_the_true_values() -> None:
    app = turn_to_the_game(new_app())
    token = kept_in(app, PlayState).game.token
    report(app, BOARD_KEY, "play", {"cell": 0, "token": token})
    (board,) = boards(app)
    assert board["cells"].count("O") == 1
    assert board["bar"]["label"] == "If you play perfectly"
    (board,) = boards(switch(app, "Show chances", on=False))
    assert board["bar"] is None

    board, saw = boards(switch(app, "Why that move?", on=True))
    assert saw["cells"] == "X--------"
    assert [note["choice"] for note in saw["notes"] if note and "choice" in note] == ["own"]
    assert not any(board["notes"])
    board, _ = boards(switch(app, "Show true values", on=True))
    assert {note["true_value"] for note in board["notes"] if note} <= {"win", "draw", "loss"}
    assert any(board["notes"])
