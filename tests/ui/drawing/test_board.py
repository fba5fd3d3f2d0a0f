"""The board component refuses whatever a client should not send."""

from typing import Any

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from tests.ui.bad_input.odd_values import JSON
from ttt_ui.drawing import board_component
from ttt_ui.drawing.board_component import board, read_command, read_play
from ttt_ui.learn.one_cell import clicked_cell

PAYLOAD = JSON | some.fixed_dictionaries({"cell": JSON, "token": JSON, "name": JSON})
EVENTS = some.fixed_dictionaries({"play": PAYLOAD, "command": PAYLOAD, "place": PAYLOAD})


@given(sent=JSON | EVENTS)
def test_whatever_a_client_sends_is_a_move_or_nothing(sent: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "session_state", {"key": sent})
        click, place = read_play("key"), clicked_cell("key", "t", 9)
        assert read_command("key", {"new"}) is None
        assert read_command("other", {"new"}) is None
    if click is not None:
        assert click == (sent["play"]["cell"], sent["play"]["token"])
        assert type(click[0]) is int
        assert 0 <= click[0] <= 8
        assert isinstance(click[1], str)
    if place is not None:
        assert (place, "t") == (sent["place"]["cell"], sent["place"]["token"])
        assert type(place) is int
        assert 0 <= place <= 8


def test_a_click_is_the_cell_with_its_token_and_a_command_has_a_name_that_is_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    click, command = {"cell": 0, "token": "t"}, {"name": "new", "token": "t"}
    reported = {"play": click, "place": click, "command": command}
    monkeypatch.setattr(st, "session_state", {"key": reported})
    assert read_play("key") == (0, "t")
    assert clicked_cell("key", "t", 9) == 0
    assert read_command("key", {"new", "undo"}) == "new"
    assert read_command("key", {"undo"}) is None


@pytest.mark.parametrize("cells", ["", "XO", "---------X", "xo-------", "XO|------"])
def test_board_refuses_what_is_no_board(cells: str) -> None:
    with pytest.raises(ValueError, match="nine characters"):
        board(cells, key="key", token="")


def test_a_game_in_which_marks_move_says_which_cells_can_be_clicked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mounted: list[dict[str, Any]] = []
    mounts = dict.fromkeys(("large", "small"), lambda **given: mounted.append(given["data"]))
    monkeypatch.setattr(board_component, "_mounts", mounts)
    for options, clickable in (
        ({}, None),
        ({"clickable": set[int]()}, []),
        ({"clickable": {5, 0, 3}, "picked": 3}, [0, 3, 5]),
    ):
        board("X--X-----", key="key", token="", on_play=lambda: None, **options)
        data = mounted.pop()
        assert (data["clickable"], data["playable"]) == (clickable, True)
        assert data["picked"] == options.get("picked")
        assert data["words"]["picked"] == "picked up"
