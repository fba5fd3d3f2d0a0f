"""The boards shown on Inspect, compared with a plain list, and every way to another board."""

from typing import Any

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

import ttt_core as ttt
from tests.ui.support import send_click
from ttt_ui.inspect import state, views
from ttt_ui.inspect.state import Trail, open_from_map, trail
from ttt_ui.moves.insights import agent_insights
from ttt_ui.visit.session import Session, key_of

BOARD, AFTER = "X---O----", "XX--O----"
STEPS = some.sampled_from(["back", "forward", "X--------", "-X-------", "----X----"])


@given(some.lists(STEPS, max_size=30))
def test_trail_matches_a_plain_history(steps: list[str]) -> None:
    trail = Trail()
    past, future, keys = ["---------"], list[str](), [trail.key("board")]
    for step in steps:
        before = past[-1]
        if step == "back":
            if len(past) > 1:
                future.append(past.pop())
            trail.step(-1)
        elif step == "forward":
            if future:
                past.append(future.pop())
            trail.step(1)
        else:
            if step != past[-1]:
                past.append(step)
                future.clear()
            trail.visit(step)
        assert trail.board == past[-1]
        assert trail.can_step(-1) == (len(past) > 1)
        assert trail.can_step(1) == bool(future)
        if past[-1] != before:  # so that a click on an earlier board does not count
            assert trail.key("board") not in keys
            keys.append(trail.key("board"))
        assert trail.key("board") == keys[-1]


def test_the_history_is_limited() -> None:
    trail = Trail()
    for number in range(1_000):
        trail.visit("X--------" if number % 2 else "-X-------")
    assert len(trail.boards) == 200
    assert trail.board == trail.boards[-1] == "X--------"


def test_the_agent_decides_the_first_board_until_one_is_chosen() -> None:
    trail = Trail()
    trail.begin_with("X--------")
    before = trail.key("board")
    trail.begin_with("-X-------")
    assert trail.boards == ["-X-------"]
    assert trail.key("board") != before
    assert not trail.can_step(-1)
    trail.visit("-X-------")
    trail.begin_with("X--------")
    assert trail.board == "-X-------"


@pytest.fixture
def shown(session_state: dict[str, Any]) -> Trail:
    session_state[key_of(Session)] = Session(ttt.untrained())
    trail().visit(BOARD)
    return trail()


@pytest.mark.parametrize(
    ("cell", "after"), [(1, AFTER), *((other, BOARD) for other in (0, 4, 9, -1, True, 1.0, "1"))]
)
def test_a_free_cell_that_is_clicked_or_chosen_is_played(
    shown: Trail, session_state: dict[str, Any], cell: object, after: str
) -> None:
    shown.play_pointed({"selection": {"points": [{"customdata": [cell]}]}})
    assert shown.board == after
    shown.visit(BOARD)
    session_state[shown.widget("move")] = cell
    shown.play_chosen()
    assert shown.board == after


def test_two_points_of_a_heatmap_play_nothing(shown: Trail) -> None:
    for points in ([{"customdata": [1]}, {"customdata": [2]}], [{"customdata": [1, 2]}]):
        shown.play_pointed({"selection": {"points": points}})
        assert shown.board == BOARD


def test_a_click_on_an_earlier_board_is_ignored(shown: Trail) -> None:
    shown.play_clicked()
    for cell, token in ((1, "an older token"), (0, shown.key("board"))):
        send_click(shown.widget("board"), cell, token)
        shown.play_clicked()
        assert shown.board == BOARD
    send_click(shown.widget("board"), 1, shown.key("board"))
    shown.play_clicked()
    assert shown.board == AFTER


def test_a_click_on_a_map_opens_its_position(shown: Trail, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(state, "opened_board", {"map": "XO-------"}.get)
    monkeypatch.setattr(st, "switch_page", opened.append)
    open_from_map("another map")
    assert (shown.board, opened) == (BOARD, [])
    open_from_map("map")
    assert (shown.board, opened) == ("XO-------", ["pages/inspect.py"])


def test_named_boards_can_be_opened(shown: Trail, session_state: dict[str, Any]) -> None:
    places = views.named_positions(agent_insights())
    for name, board in places.items():
        session_state[shown.widget("jump")] = name
        shown.jump(places)
        assert shown.board == board
