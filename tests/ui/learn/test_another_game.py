"""Another game: what a click does to the visitor's game, and what the chapter says and draws."""

from typing import Any

import numpy as np
import pytest

from tests.ui.support import click, come_by_link, kept_in, run, send_click, words
from ttt_core import other_games
from ttt_core.other_games import GAMES, LEARNERS
from ttt_ui.learn import another_game as chapter
from ttt_ui.learn.another_game import OtherGame
from ttt_ui.visit.session import per_visitor

KEY = "another_game_board_morris"
STANDING = "XXO-O-X-O"
"""All men stand, and X is to move; its man at the top cannot."""


def game_at(*boards: str, **what: Any) -> OtherGame:
    """Return a game that has come to these boards, X to move on all of them."""
    return OtherGame(places=[(board, "X") for board in boards], **what)


def test_a_visitor_places_men_and_the_opponent_answers() -> None:
    game = OtherGame()
    assert chapter.turn(game) == "You are X. **Place a man.**"
    assert chapter.last_move(game) == ""
    assert game.clickable == set(range(9))
    game.click(4)
    board, side = game.place
    assert (board[4], board.count("O"), side) == ("X", 1, "X")
    assert len(game.places) == 3
    assert game.last is not None
    assert game.last[0] == other_games.FROM_HAND
    assert chapter.last_move(game).startswith("O: ")
    assert game.clickable == {cell for cell in range(9) if board[cell] == "-"}
    before = list(game.places)
    game.click(4)  # taken
    game.click(board.index("O"))
    assert game.places == before


def test_a_man_is_picked_up_put_back_exchanged_and_put_down() -> None:
    game = game_at(STANDING)
    assert chapter.turn(game) == "You are X. **Pick up a man.**"
    assert game.clickable == {0, 6}
    game.click(3)  # no man is picked up
    game.click(2)  # the opponent's
    game.click(1)  # this one cannot move
    assert (game.picked, game.place[0]) == (None, STANDING)
    game.click(0)
    assert game.picked == 0
    assert chapter.turn(game) == "You are X. **Put it down**, or pick up another."
    assert game.clickable == {0, 6, 3}
    game.click(0)  # put back
    assert game.picked is None
    game.click(0)
    game.click(6)  # another one
    assert game.picked == 6
    assert game.clickable == {0, 6, 3, 7}
    game.click(5)  # not next to it
    assert (game.picked, game.place[0]) == (6, STANDING)
    game.click(7)
    board, side = game.place
    assert (board[6], board[7], side) in (("-", "X", "X"), ("O", "X", "X"))
    assert game.picked is None
    assert len(game.places) == 3
    assert chapter.last_move(game).startswith("O: from ")


def test_three_in_a_row_wins_and_nothing_can_be_clicked_any_more() -> None:
    game = game_at("XX-OO----")
    game.click(2)
    assert game.result == "X"
    assert chapter.turn(game) == "**X has won** in 1 move."
    assert game.clickable == set()
    assert chapter.notes(game) == {}
    before = list(game.places)
    game.click(5)
    game.claim()
    assert (game.places, game.result) == (before, "X")
    game.begin()
    assert (game.result, game.places, game.number) == (None, [("---------", "X")], 1)


def test_a_position_that_comes_for_the_third_time_can_be_claimed() -> None:
    game = game_at(STANDING, STANDING)
    assert not game.may_claim
    game.claim()
    assert game.result is None
    game = game_at(STANDING, STANDING, STANDING)
    game.click(0)
    assert game.may_claim
    game.claim()
    assert (game.result, game.picked, game.may_claim) == ("claimed", None, False)
    assert chapter.turn(game).startswith("**A draw**: the position came for the third time")
    assert game.clickable == set()


def test_a_game_stops_after_60_moves() -> None:
    game = game_at(*[STANDING] * 60)
    game.click(0)
    assert game.result is None
    game.click(3)
    assert len(game.places) == 61  # the opponent does not move any more
    assert game.result == "stopped"
    assert chapter.turn(game).startswith("**A draw**: the game is stopped after 60 moves")
    assert game.clickable == set()


def test_a_visitor_who_may_not_meet_the_learners_yet_plays_the_random_player() -> None:
    game = OtherGame()
    game.choose_opponent("minimax-q")
    game.choose_side("O")
    assert (game.opponent, game.side, game.number) == ("random", "X", 0)


def test_whoever_plays_o_loses_to_minimax_q() -> None:
    game = OtherGame(opponent="minimax-q", side="O", random=np.random.default_rng(1))
    game.begin()
    assert game.place == ("----X----", "O")  # only the centre wins by force
    assert chapter.turn(game) == "You are O. **Place a man.**"
    while game.result is None:
        game.click(int(game.random.choice(sorted(game.clickable))))
    assert game.result == "X"


def four_at(board: str, **what: Any) -> OtherGame:
    return OtherGame(name="connect-four", places=[(board, "X")], **what)


def test_in_connect_four_a_man_falls_to_the_lowest_free_cell_and_four_in_a_row_win() -> None:
    game = OtherGame()
    game.choose_game("connect-four")
    assert game.clickable == {12, 13, 14, 15}
    game.click(0)  # a man cannot stay up there
    assert game.moves_made == 0
    game.click(12)
    assert (game.place[0][12], game.place[0].count("O")) == ("X", 1)
    assert chapter.last_move(game).removeprefix("O: ")[:2] in ("a2", "b1", "c1", "d1")
    game = four_at("--------OOO-XXX-")
    assert game.clickable == {4, 5, 6, 15}
    game.click(15)
    assert (game.result, game.winning_line, game.clickable) == ("X", (12, 13, 14, 15), set())
    full = four_at("XXOOOOXXXXOOOOXX")
    assert (full.result, chapter.turn(full)) == ("full", "**A draw**: the board is full.")


@pytest.mark.parametrize("name", [name for name in chapter.OPPONENTS if name != "random"])
def test_learners_of_connect_four_take_a_win_on_a_board_and_on_its_mirror_image(name: str) -> None:
    for board, winning in (("--------OOO-XXX-", 15), ("---------OOO-XXX", 12)):
        game = four_at(board, opponent=name)
        shown = chapter.notes(game)
        assert set(shown) == game.clickable
        assert [cell for cell, note in shown.items() if note.choice] == [winning]


def test_the_board_shows_the_values_of_men_and_then_of_points() -> None:
    assert chapter.notes(game_at(STANDING)) == {}
    for name in LEARNERS["morris"]:
        of_men = chapter.notes(game_at(STANDING, opponent=name))
        assert set(of_men) == {0, 6}
        of_points = chapter.notes(game_at(STANDING, opponent=name, picked=6))
        assert set(of_points) == {3, 7}
        assert of_men[6].spoken in {note.spoken for note in of_points.values()}
    opening = chapter.notes(OtherGame(opponent="minimax-q"))
    assert set(opening) == set(range(9))
    assert [cell for cell, note in opening.items() if note.choice] == [4]
    assert opening[4].spoken == f"value {0.9**8:.2f}"  # a win after eight more moves


def test_a_click_counts_only_on_the_position_on_show(session_state: dict[str, Any]) -> None:
    game = per_visitor(OtherGame)
    for cell, token in ((4, "0/1/0"), (9, game.token), ("4", game.token), (4, None)):
        send_click(KEY, cell, token)
        chapter.take_click()
    assert game.places == [("---------", "X")]
    token = game.token
    send_click(KEY, 4, token)
    chapter.take_click()
    chapter.take_click()  # reported twice
    assert len(game.places) == 3
    assert game.token != token


@pytest.mark.usefixtures("session_state")
def test_only_minimax_q_learns_them_with_not_one_line_changed() -> None:
    game, reasons = per_visitor(OtherGame), {}
    for name in GAMES:
        game.choose_game(name)
        assert chapter.ANSWERS[chapter.right()] == "Minimax-Q does, the reward memory does not"
        for trace, learner in zip(chapter.curves(name)["data"], LEARNERS[name], strict=True):
            assert trace["y"] == chapter.losses(chapter.learned(name, learner))
            assert trace["x"] == list(chapter.learned(name, learner).points)
        reasons[name] = chapter.reason(), chapter.curves_in_words(name)
    for name, minimax_q_loses, wins_vs_random in (
        ("connect-four", "0.4%", "85.3%"),
        ("morris", "0.0%", "99.6%"),
    ):
        reason, curves = reasons[name]
        assert f"wins {wins_vs_random}" in reason
        assert "loses 100.0% to its worst-case opponent." in reason
        assert curves.endswith(
            f"Minimax-Q: {minimax_q_loses}; Reward memory: 100.0%; "
            "Reward memory, settings changed: 0.0%."
        )
    assert "After 3,000,000 games, minimax-Q loses 0.4%" in reasons["connect-four"][0]
    assert "Minimax-Q forces the win as X after 20,000 games." in reasons["morris"][0]


@pytest.mark.slow
def test_the_learners_can_be_met_once_the_question_is_answered() -> None:
    app = come_by_link("learn", chapter="another-game")
    assert "Opponent" not in [box.label for box in app.selectbox]
    click(app, chapter.ANSWERS[chapter.right()])
    click(app, chapter.OPPONENTS["reward-memory"])
    game = kept_in(app, OtherGame)
    assert (game.opponent, game.number) == ("reward-memory", 1)
    (opponents,) = (box for box in app.selectbox if box.label == "Opponent")
    assert opponents.options == list(chapter.OPPONENTS.values())
    assert opponents.value == "reward-memory"
    opponents.set_value("minimax-q")
    run(app)
    assert (game.opponent, game.number) == ("minimax-q", 2)
    next(group for group in app.button_group if group.label == "You play").set_value("O")
    run(app)
    assert game.place == ("----X----", "O")
    games = (group for group in app.button_group if group.options[0] == chapter.NAMES["morris"])
    next(games).set_value("connect-four")
    run(app)
    assert (game.name, game.opponent) == ("connect-four", "minimax-q")
    assert "**Connect Four.** Perfect play draws." in words(app)
