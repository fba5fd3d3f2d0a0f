"""Selections that a client may send from the charts and tables of Inspect."""

from typing import Any

import pytest

import ttt_core as ttt
from ttt_ui.drawing.insights import agent_insights
from ttt_ui.inspect import explorer, views
from ttt_ui.inspect.actions import EXPLORER
from ttt_ui.inspect.state import trail
from ttt_ui.visit.session import Session, key_of

BOARD = "X---O----"


@pytest.fixture(autouse=True)
def looking_at_the_board(session_state: dict[str, Any]) -> None:
    session_state[key_of(Session)] = Session(ttt.untrained())
    trail().visit(BOARD)


def pointed(*customdata: object) -> dict[str, Any]:
    return {"selection": {"points": [{"customdata": list(customdata)}], "box": [], "lasso": []}}


def send(monkeypatch: pytest.MonkeyPatch, sent: object) -> None:
    monkeypatch.setattr(explorer, "held", lambda key: sent)


def test_a_click_on_a_free_cell_plays_it() -> None:
    EXPLORER.play_pointed(pointed(1))
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
    EXPLORER.play_pointed(sent)
    assert trail().board == BOARD


def test_a_row_opens_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, {"row": 1, "label": "Open"})
    EXPLORER.open_row("X---------X-------", "table")
    assert trail().board == "-X-------"


@pytest.mark.parametrize("sent", [None, {}, {"row": None}, {"row": "0"}, {"row": -1}, {"row": 2}])
def test_a_row_that_does_not_exist_opens_nothing(
    monkeypatch: pytest.MonkeyPatch, sent: object
) -> None:
    send(monkeypatch, sent)
    EXPLORER.open_row("X---------X-------", "table")
    assert trail().board == BOARD


@pytest.mark.parametrize(
    ("click", "after"),
    [
        (None, BOARD),
        ((1, "an older token"), BOARD),
        ((0, "explored_board_1"), BOARD),
        ((1, "explored_board_1"), "XX--O----"),
    ],
)
def test_a_click_on_an_earlier_board_is_ignored(
    monkeypatch: pytest.MonkeyPatch,
    click: tuple[int, str] | None,
    after: str,
) -> None:
    assert trail().key("board") == "explored_board_1"
    monkeypatch.setattr(explorer, "read_play", lambda key: click)
    EXPLORER.play_clicked()
    assert trail().board == after


def test_named_boards_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    places = views.named_positions(agent_insights())
    for name, board in places.items():
        send(monkeypatch, name)
        EXPLORER.jump(places)
        assert trail().board == board
    send(monkeypatch, "nowhere")
    EXPLORER.jump(places)
    assert trail().board == board
