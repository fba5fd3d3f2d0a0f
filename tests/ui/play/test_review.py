"""What clicks do to an ended game and to the exercises, including hostile ones."""

from typing import Any

import pytest
import streamlit as st

from tests.core.brute_force import keeping_cells
from tests.ui.play.conftest import Desk as PlayDesk
from tests.ui.support import send_click
from ttt_core.game import board as rules
from ttt_ui.inspect.state import trail
from ttt_ui.play import actions as play_actions
from ttt_ui.play import review
from ttt_ui.play.review import exercises_of, replay_of
from ttt_ui.play.state import LEARNS, Exercises
from ttt_ui.replay.game import Game, Replay
from ttt_ui.replay.views import step_field
from ttt_ui.visit.session import session


class Desk(PlayDesk):
    """A visitor whose game against a perfect player was lost."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.play_out()

    @property
    def replay(self) -> Replay:
        return replay_of(self.play.game)

    @property
    def exercises(self) -> Exercises:
        return exercises_of(self.play)

    def answer(self, cell: int, token: str | None = None) -> None:
        send_click(review.EXERCISE_KEY, cell, self.exercises.token if token is None else token)
        review.try_cell()

    def press(self, name: str) -> None:
        self.widgets[play_actions.BOARD_KEY] = {"command": {"name": name}}
        review.take_command()


@pytest.fixture
def desk(session_state: dict[str, Any]) -> Desk:
    return Desk(session_state)


def test_keys_step_through_the_game_and_stop_at_its_ends(desk: Desk) -> None:
    n = len(desk.play.game.moves)
    assert desk.replay.step == n
    desk.press("forward")
    assert desk.replay.step == n
    for left in range(n - 1, -1, -1):
        desk.press("back")
        assert desk.replay.step == left
    desk.press("back")
    assert desk.replay.step == 0
    desk.press("forward")
    assert desk.replay.step == 1
    desk.press("undo")
    desk.press("hint")
    assert (desk.replay.step, desk.play.hint) == (1, None)
    desk.press("new")
    assert desk.play.game.moves == []


def test_the_slider_is_followed_within_the_game(desk: Desk) -> None:
    def say(step: object) -> None:
        step_field(desk.replay).hear(desk.replay.step, desk.replay.go_to, step)

    say(2)
    assert desk.replay.step == 2
    desk.replay.step_by(1)
    assert desk.replay.step == 3
    desk.replay.go_to(99)
    assert desk.replay.step == len(desk.play.game.moves)


def test_what_still_arrives_for_the_ended_game_leaves_the_next_one_alone(desk: Desk) -> None:
    ended = desk.replay
    play_actions.new_game()
    desk.take(4)
    moves = list(desk.play.game.moves)
    ended.step_by(-1)
    ended.go_to(1)
    review.try_again()
    assert desk.play.game.moves == moves


def test_a_game_tried_again_is_a_separate_game(desk: Desk) -> None:
    former, games = desk.play.game, session().agent.stats.games
    desk.play.hint = 3
    desk.replay.go_to(3)
    review.try_again()
    game = desk.play.game
    assert game.moves == former.moves[:2]
    assert game.moves is not former.moves
    assert (game.person, game.start, game.number) == ("X", 2, former.number + 1)
    assert (desk.play.hint, desk.play.learned) == (None, ())
    assert game.persons_turn
    assert not game.can_undo
    better = next(cell for cell in (8, 7, 6, 5) if cell in rules.legal_moves(game.board))
    desk.take(better)
    assert game.can_undo
    play_actions.undo_move()
    assert game.moves == former.moves[:2]
    desk.play_out()
    assert desk.play.score.games == 2
    assert session().agent.stats.games == games + 1
    assert [move.cell for move in desk.play.learned] == game.moves


def test_tokens_of_games_tried_again_are_new(desk: Desk) -> None:
    tokens = {desk.play.game.token}
    for step in (0, 1, 2, 3):
        desk.replay.go_to(step)
        review.try_again()
        assert desk.play.game.token not in tokens
        tokens.add(desk.play.game.token)
        desk.play_out()
        assert desk.play.game.token not in tokens
        tokens.add(desk.play.game.token)


def test_as_o_a_game_tried_again_from_the_start_starts_with_the_agents_move(desk: Desk) -> None:
    play_actions.choose_side("O")
    desk.play_out()
    desk.replay.go_to(0)
    review.try_again()
    game = desk.play.game
    assert game.persons_turn
    assert (game.person, len(game.moves), game.can_undo) == ("O", 1, False)


def test_two_players_try_again_without_the_last_move_shown(desk: Desk) -> None:
    desk.play.game = Game(7, None, [0, 3, 1, 4, 2])
    review.try_again()
    assert desk.play.game.moves == [0, 3, 1, 4]
    desk.take(8)
    desk.take(5)
    assert desk.play.game.over
    assert desk.exercises.taken_in < 8  # of two people it is not known whose mistake it was


def test_a_move_of_the_list_opens_in_inspect(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(st, "switch_page", opened.append)
    for wild in (None, {"row": 99}, {"row": -1}, {"row": "1"}, 3):
        desk.widgets[review.MOVES_KEY] = wild
        review.open_move()
    assert opened == []
    desk.widgets[review.MOVES_KEY] = {"row": 1}
    review.open_move()
    assert opened == ["pages/inspect.py"]
    assert trail().board == "X--------"


def test_the_right_move_solves_an_exercise(desk: Desk) -> None:
    waiting = list(desk.exercises.boards)
    assert waiting
    assert not review.exercises_are_open(desk.play)
    review.open_exercises()
    assert review.exercises_are_open(desk.play)
    board = desk.exercises.present
    assert board == waiting[0]
    wrong = next(c for c in rules.legal_moves(board) if c not in keeping_cells(board))
    token = desk.exercises.token
    desk.answer(wrong)
    assert desk.exercises.token == token
    assert desk.exercises.answer is not None
    assert not desk.exercises.solved
    assert desk.exercises.boards == waiting
    right = min(keeping_cells(board))
    desk.answer(right)
    assert desk.exercises.solved
    assert desk.exercises.boards == waiting[1:]
    answer = desk.exercises.answer
    desk.answer(wrong)
    assert desk.exercises.answer is answer
    review.show_next_exercise()
    assert desk.exercises.token != token
    assert desk.exercises.present == (waiting[1] if len(waiting) > 1 else None)
    review.close_exercises()
    assert not review.exercises_are_open(desk.play)


def test_answers_that_change_nothing(desk: Desk) -> None:
    review.open_exercises()
    before, board = desk.exercises.token, desk.exercises.present
    assert board is not None
    taken = next(cell for cell in range(9) if board[cell] != rules.EMPTY)
    desk.answer(taken)
    desk.answer(rules.legal_moves(board)[0], token="0:nonsense")
    del desk.widgets[review.EXERCISE_KEY]
    review.try_cell()
    review.show_exercise("---------")
    assert (desk.exercises.token, desk.exercises.answer) == (before, None)


def test_exercises_leave_the_game_as_it_is_and_close_when_it_continues(desk: Desk) -> None:
    play_actions.new_game()
    desk.take(8)
    moves = list(desk.play.game.moves)
    review.open_exercises()
    review.close_exercises()
    assert desk.play.game.moves == moves
    review.open_exercises()
    play_actions.choose_side("O")
    assert not review.exercises_are_open(desk.play)
    review.open_exercises()
    assert review.exercises_are_open(desk.play)


def test_without_mistakes_there_is_nothing_to_open(desk: Desk) -> None:
    desk.exercises.boards.clear()
    review.open_exercises()
    assert not review.exercises_are_open(desk.play)


def test_an_agent_that_does_not_learn_makes_no_difference_to_the_exercises(desk: Desk) -> None:
    desk.widgets[LEARNS.key] = False
    waiting = len(desk.exercises.boards)
    desk.exercises.boards.clear()
    play_actions.new_game()
    desk.play_out()
    assert len(desk.exercises.boards) == waiting > 0
