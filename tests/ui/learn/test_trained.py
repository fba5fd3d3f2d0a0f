"""The slider through the games of self-play."""

from typing import Any

import pytest

from tests.ui.bad_input.odd_values import ODD
from ttt_ui.learn.trained import GAMES, Chosen, _take
from ttt_ui.visit.session import per_visitor


@pytest.mark.parametrize("odd", ODD)
def test_an_invalid_number_of_games_changes_nothing(
    session_state: dict[str, Any], odd: str
) -> None:
    per_visitor(Chosen).numbers["games"] = GAMES[3]
    for sent in (ODD[odd], {"value": ODD[odd], "token": "games", "drag": 1.0, "ended": True}):
        session_state["games"] = {"moved": sent}
        _take("games", GAMES)
        assert per_visitor(Chosen).numbers == {"games": GAMES[3]}


def test_each_slider_has_its_own_games(session_state: dict[str, Any]) -> None:
    for key, games in (("one", GAMES[-1]), ("other", GAMES[1])):
        move = {"value": games, "token": key, "drag": 1.0, "ended": False}
        session_state[key] = {"moved": move}
        _take(key, GAMES)
    assert per_visitor(Chosen).numbers == {"one": GAMES[-1], "other": GAMES[1]}
