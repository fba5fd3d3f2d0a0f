"""What the browser is sent of a map: the engine's shades, the agent's moves, a game's way."""

from base64 import b64decode
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation import map_layout
from ttt_core.game import move_values
from ttt_core.pictures import MAP_COLOURS
from ttt_ui.drawing import map_component
from ttt_ui.drawing.map_component import game_map, opened_board

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
BOARDS = [ttt.boards()[number] for number in map_layout().positions]


@pytest.fixture
def sent_data(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    calls: list[Any] = []
    monkeypatch.setattr(map_component, "_mount", lambda **given: calls.append(given["data"]))
    return calls


def test_each_position_has_its_shade_and_its_moves(sent_data: list[Any]) -> None:
    game_map(
        AGENT,
        key="map",
        way=("---------", "X--------", "--X-O----", "XXXOO----"),
        lit=("XO-------", "-OX------"),
    )
    (data,) = sent_data
    shown = ttt.game_map(AGENT)
    pairs = [divmod(int(digit, 36), 6) for digit in data["shades"]]
    assert [shade - 1 for pair in pairs for shade in pair][:627] == shown.shades.tolist()
    bits = np.unpackbits(np.frombuffer(b64decode(data["moves"]), np.uint8))
    for place, board in enumerate(BOARDS):
        moves = AGENT.move_probabilities(board) > 0
        assert (bits[9 * place : 9 * place + 9] == moves).all()
    # Equivalent boards are one position, and a finished game has no place.
    assert [BOARDS[place] for place in data["way"]] == ["---------", "--------X", "----O---X"]
    # Two equivalent boards stand out as one.
    assert [BOARDS[place] for place in data["lit"]] == ["-------OX"]
    assert data["said"] == "Knows 518 of 627 positions, can go wrong in 296."
    assert data["said"] in data["label"]


def test_a_plain_map_has_no_moves_and_no_legend(sent_data: list[Any]) -> None:
    game_map(AGENT, key="map", size="plain")
    (data,) = sent_data
    assert (data["moves"], data["words"]) == ("", None)
    assert "518 of 627" in data["label"]


def test_the_browser_knows_the_places_and_the_best_moves() -> None:
    given = map_component._given()
    assert given["boards"] == BOARDS
    assert given["colours"] == list(MAP_COLOURS.values())
    values = {board: move_values()[ttt.position_of(board)] for board in BOARDS}
    for board, cells in zip(BOARDS, given["best"], strict=True):  # type: ignore[call-overload]
        legal = ttt.legal_moves(board)
        most = max(values[board][cell] for cell in legal)
        assert [cell for cell in range(9) if cells >> cell & 1] == [
            cell for cell in legal if values[board][cell] == most
        ]


def test_only_a_place_opens_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, board in (
        (626, BOARDS[626]),
        *((wild, None) for wild in (None, True, -1, 627, 1.0, "3", [3])),
    ):
        monkeypatch.setattr(map_component, "sent", lambda key, name, sent=place: sent)
        assert opened_board("map") == board
