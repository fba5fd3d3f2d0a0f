"""Selections that a client may send from the charts and tables of Inspect."""

from typing import Any

import pytest
import streamlit as st

import ttt_core as ttt
from tests.ui.support import send_click
from ttt_ui.drawing.board_tables import open_row
from ttt_ui.inspect import state, views
from ttt_ui.inspect.state import open_from_map, trail
from ttt_ui.moves.insights import agent_insights
from ttt_ui.visit.session import Session, key_of

BOARD = "X---O----"


@pytest.fixture(autouse=True)
def looking_at_the_board(session_state: dict[str, Any]) -> None:
    session_state[key_of(Session)] = Session(ttt.untrained())
    trail().visit(BOARD)


def pointed(*customdata: object) -> dict[str, Any]:
    return {"selection": {"points": [{"customdata": list(customdata)}], "box": [], "lasso": []}}


def test_a_click_on_a_free_cell_plays_it() -> None:
    trail().play_pointed(pointed(1))
    assert trail().board == "XX--O----"


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {},
        "1",
        {"selection": None},
        {"selection": {"points": []}},
        {"selection": {"points": [{}]}},
        {"selection": {"points": [{"customdata": None}]}},
        {"selection": {"points": [{"customdata": [1]}, {"customdata": [2]}]}},
        pointed(),
        pointed(1, 2),
        pointed("1"),
        pointed(1.0),
        pointed(True),
        pointed(-1),
        pointed(9),
        pointed(10**30),
        pointed(0),
        pointed(4),
    ],
)
def test_other_selections_play_nothing(sent: object) -> None:
    trail().play_pointed(sent)
    assert trail().board == BOARD


@pytest.mark.parametrize(
    ("sent", "after"),
    [
        ({"row": 1, "label": "Open"}, "-X-------"),
        *((sent, BOARD) for sent in (None, {}, {"row": None}, {"row": "0"})),
        *(({"row": row}, BOARD) for row in (-1, 2)),
    ],
)
def test_a_row_that_exists_opens_its_board(
    session_state: dict[str, Any], sent: object, after: str
) -> None:
    session_state["table"] = sent
    open_row("X---------X-------", "table", trail().show_board)
    assert trail().board == after


@pytest.mark.parametrize(
    ("cell", "token", "after"),
    [
        (1, "an older token", BOARD),
        (0, "explored_board_1", BOARD),
        (1, "explored_board_1", "XX--O----"),
    ],
)
def test_a_click_on_an_earlier_board_is_ignored(cell: int, token: str, after: str) -> None:
    assert trail().key("board") == "explored_board_1"
    trail().play_clicked()
    assert trail().board == BOARD
    send_click(trail().board_key, cell, token)
    trail().play_clicked()
    assert trail().board == after


@pytest.mark.parametrize(
    ("chosen", "after"),
    [(1, "XX--O----"), *((other, BOARD) for other in (0, 4, 9, -1, True, 1.0, "1", None, [1]))],
)
def test_a_move_that_is_chosen_from_the_menu_is_played(
    session_state: dict[str, Any], chosen: object, after: str
) -> None:
    session_state[trail().move_key] = chosen
    trail().play_chosen()
    assert trail().board == after


def test_a_click_on_a_map_opens_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(state, "opened_board", {"map": "XO-------"}.get)
    monkeypatch.setattr(st, "switch_page", opened.append)
    open_from_map("another map")
    assert (trail().board, opened) == (BOARD, [])
    open_from_map("map")
    assert (trail().board, opened) == ("XO-------", ["pages/inspect.py"])


def test_named_boards_can_be_opened(session_state: dict[str, Any]) -> None:
    places = views.named_positions(agent_insights())
    for name, board in places.items():
        session_state[trail().jump_key] = name
        trail().jump(places)
        assert trail().board == board
    session_state[trail().jump_key] = "nowhere"
    trail().jump(places)
    assert trail().board == board
