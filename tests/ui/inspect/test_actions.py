"""What a client may send to the inspect page's charts and tables."""

from typing import Any

import pytest

import ttt_core as ttt
from ttt_ui.inspect import board_tables
from ttt_ui.inspect import position as inspecting
from ttt_ui.shared.session import Session

BOARD = "X---O----"


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch) -> Session:
    visitor = Session(agent=ttt.untrained())
    visitor.inspected = BOARD
    for module in (inspecting, board_tables):
        monkeypatch.setattr(module, "session", lambda: visitor)
    monkeypatch.setattr(board_tables, "set_widget", lambda key, value: None)
    return visitor


def pointed(*customdata: object) -> dict[str, Any]:
    return {"selection": {"points": [{"customdata": list(customdata)}], "box": [], "lasso": []}}


def send(monkeypatch: pytest.MonkeyPatch, sent: object) -> None:
    for module in (inspecting, board_tables):
        monkeypatch.setattr(module, "widget_value", lambda key: sent)


def test_click_on_a_free_cell_plays_it(visitor: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, pointed(1))
    inspecting._play_pointed("chart")
    assert visitor.inspected == "XX--O----"


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
def test_anything_else_plays_nothing(
    visitor: Session, monkeypatch: pytest.MonkeyPatch, sent: object
) -> None:
    visitor.trail.acted = False
    send(monkeypatch, sent)
    inspecting._play_pointed("chart")
    assert visitor.inspected == BOARD
    assert visitor.trail.acted  # a double click sends this with an address that is out of date


def test_row_opens_its_board(visitor: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, {"row": 1, "label": "Open"})
    board_tables._open(("X--------", "-X-------"), "table")
    assert visitor.inspected == "-X-------"


@pytest.mark.parametrize("sent", [None, {}, {"row": None}, {"row": "0"}, {"row": -1}, {"row": 2}])
def test_no_such_row_opens_nothing(
    visitor: Session, monkeypatch: pytest.MonkeyPatch, sent: object
) -> None:
    send(monkeypatch, sent)
    board_tables._open(("X--------", "-X-------"), "table")
    assert visitor.inspected == BOARD


@pytest.mark.parametrize(
    ("click", "after"),
    [
        (None, BOARD),
        ((1, "an older token"), BOARD),
        ((0, "1"), BOARD),
        ((1, "1"), "XX--O----"),
    ],
)
def test_board_takes_only_clicks_on_what_it_shows(
    visitor: Session,
    monkeypatch: pytest.MonkeyPatch,
    click: tuple[int, str] | None,
    after: str,
) -> None:
    assert visitor.trail.steps == 1
    monkeypatch.setattr(inspecting, "read_play", lambda key: click)
    inspecting._play_clicked()
    assert visitor.inspected == after


def test_names_lead_to_their_boards(visitor: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    places = inspecting._named_positions(visitor.insights)
    for name, board in places.items():
        send(monkeypatch, name)
        inspecting._jump(places)
        assert visitor.inspected == board
    send(monkeypatch, "nowhere")
    inspecting._jump(places)
    assert visitor.inspected == board
