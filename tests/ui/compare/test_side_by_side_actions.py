"""What clicks and links do in the view Side by side."""

from dataclasses import replace
from typing import Any

import pytest

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.compare import actions as comparing
from ttt_ui.compare.players import players
from ttt_ui.compare.state import SideBySide, side_by_side
from ttt_ui.drawing.board_tables import open_row
from ttt_ui.frame.links import Link
from ttt_ui.visit.players import YOUR_AGENT
from ttt_ui.visit.roster import FIXED_PLAYERS, roster
from ttt_ui.visit.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
ADA = replace(ttt.train(ttt.TrainingConfig(games=300, seed=2)), name="Ada")


@pytest.fixture
def state(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    roster()["Ada"] = ADA
    draw()
    return session_state


def draw() -> SideBySide:
    side_by_side().compare(players())
    return side_by_side()


def apart() -> ttt.Disagreements:
    return side_by_side().compare(players())


def choose(role: str, name: str) -> SideBySide:
    side_by_side().choose(role, name)
    return draw()


def test_players_are_chosen_and_compared(state: dict[str, Any]) -> None:
    assert choose("b", "Ada").names == {"a": YOUR_AGENT, "b": "Ada"}
    for mine, theirs in zip(apart(), ttt.disagreements(AGENT, ADA), strict=True):
        assert (mine == theirs).all()
    assert apart() is apart()  # not computed again


def test_results_depend_on_how_the_players_play(state: dict[str, Any]) -> None:
    before = apart()
    roster()["Ada"] = replace(ADA, name="Another name")
    assert apart() is before
    session().adopt(ADA)
    after = apart()
    assert after is not before
    assert (after.thrown_a == ttt.disagreements(ADA, ttt.minimax()).thrown_a).all()


def test_a_renamed_player_stays_and_a_removed_one_is_replaced(state: dict[str, Any]) -> None:
    choose("a", "Ada")
    comparing.rename("Ada", "Eve")
    assert draw().names == {"a": "Eve", "b": "Minimax"}
    comparing.remove("Eve")
    assert draw().names == {"a": YOUR_AGENT, "b": "Minimax"}


def test_a_row_a_click_and_a_typed_text_open_a_board(state: dict[str, Any]) -> None:
    state["rows"] = {"row": 1, "label": "Open"}
    pair = side_by_side()
    open_row("X---------X-------", "rows", pair.trail.show_board)
    assert pair.trail.board == "-X-------"
    pair.trail.play_pointed({"selection": {"points": [{"customdata": [4]}]}})
    assert pair.trail.board == "-X--O----"
    pair.trail.step(-1)
    assert pair.trail.board == "-X-------"
    for typed in ("XX-|OO-|---", "XXX|OOO|---"):
        pair.trail.board_text.set(typed)
        pair.trail.type_board()
        assert pair.trail.board == "XX-OO----"


@pytest.mark.parametrize("name", [YOUR_AGENT, *FIXED_PLAYERS])
def test_a_link_restores_the_players_and_the_board(state: dict[str, Any], name: str) -> None:
    pair = choose("b", name)
    pair.trail.visit("X---O----")
    query = comparing.pair_to_query()
    assert query["board"] == "X--|-O-|---"
    del state[key_of(SideBySide)]
    link = Link(query)
    comparing.apply_pair_link(link)
    assert link == Link()
    other = side_by_side()
    assert other is not pair
    assert (other.names, other.trail.board) == (pair.names, "X---O----")


def test_the_names_of_players_in_links_never_change() -> None:
    assert list(comparing.IN_LINKS)[:-9] == [
        *("present-agent", "random", "beginner", "intermediate", "minimax"),
        *("minimax-first-of-equals", "reward-memory", "menace-as-published"),
    ]
    assert list(comparing.IN_LINKS)[-9:] == [f"minimax-depth-{depth}" for depth in range(1, 10)]


def test_added_agents_are_not_in_links(state: dict[str, Any]) -> None:
    choose("a", "Ada")
    assert comparing.pair_to_query() == {"b": "minimax", "board": rules.pattern(rules.EMPTY_BOARD)}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"a": "ada"}, "a=ada: links cannot name this player. Choose from present-agent, random,"),
        ({"a": "minimax-depth-10"}, "a=minimax-depth-10: links cannot name this player."),
        ({"b": ""}, "b=: links cannot name this player."),
        ({"b": "x" * 5_000}, "links cannot name this player."),
        ({"board": "XXX|XXX|XXX"}, "X moves first"),
        ({"board": "nowhere"}, "this text has 7"),
    ],
)
def test_invalid_parts_of_a_link_are_ignored(
    state: dict[str, Any], query: dict[str, str], reason: str
) -> None:
    pair = side_by_side()
    names, board = pair.names, pair.trail.board
    link = Link(dict(query))
    comparing.apply_pair_link(link)
    (said,) = link.dropped
    assert reason in said
    assert len(said) < 400
    assert (pair.names, pair.trail.board) == (names, board)
