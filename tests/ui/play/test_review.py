"""An ended game and its exercises: what clicks do, where it is tried again, and what is said."""

import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import streamlit as st

import ttt_core as ttt
from tests.core.brute_force import keeping_cells
from tests.ui.play.conftest import Desk as PlayDesk
from tests.ui.support import played, send_click
from ttt_core.evaluation.review import review, review_move
from ttt_core.game import Side
from ttt_core.game import board as rules
from ttt_core.game.board import equivalents
from ttt_core.game.graph import N_OPEN, boards, symmetry_class
from ttt_ui.inspect.state import trail
from ttt_ui.moves.values import values_of_agent
from ttt_ui.play import actions as play_actions
from ttt_ui.play import review as play_review
from ttt_ui.play.review import curve_figure, exercises_of, ply_to_try_again, replay_of
from ttt_ui.play.state import LEARNS, MOST_EXERCISES, Exercises
from ttt_ui.replay import views as game_wording
from ttt_ui.replay.game import Decision, Game, Replay
from ttt_ui.replay.views import step_field
from ttt_ui.visit.session import session
from ttt_ui.wording import cell_name


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

    def try_again_from(self, step: int) -> Game:
        self.replay.go_to(step)
        play_review.try_again()
        return self.play.game

    def answer(self, cell: int, token: str | None = None) -> None:
        send_click(play_review.EXERCISE_KEY, cell, self.exercises.token if token is None else token)
        play_review.try_cell()

    def press(self, name: str) -> None:
        self.widgets[play_actions.BOARD_KEY] = {"command": {"name": name}}
        play_review.take_command()


@pytest.fixture
def desk(session_state: dict[str, Any]) -> Desk:
    return Desk(session_state)


def test_keys_and_the_slider_step_through_the_game_and_stop_at_its_ends(desk: Desk) -> None:
    n = len(desk.play.game.moves)
    assert desk.replay.step == n
    desk.press("forward")
    assert desk.replay.step == n
    for left in range(n - 1, -1, -1):
        desk.press("back")
        assert desk.replay.step == left
    desk.press("back")
    assert desk.replay.step == 0
    step_field(desk.replay).hear(0, desk.replay.go_to, 2)
    desk.press("forward")
    assert desk.replay.step == 3
    desk.replay.go_to(99)
    assert desk.replay.step == n
    desk.press("undo")
    desk.press("hint")
    assert (desk.replay.step, desk.play.hint) == (n, None)
    desk.press("new")
    assert desk.play.game.moves == []


def test_what_still_arrives_for_the_ended_game_leaves_the_next_one_alone(desk: Desk) -> None:
    ended = desk.replay
    play_actions.new_game()
    desk.take(4)
    moves = list(desk.play.game.moves)
    ended.step_by(-1)
    ended.go_to(1)
    play_review.try_again()
    assert desk.play.game.moves == moves


def test_a_game_tried_again_is_a_separate_game(desk: Desk) -> None:
    former, games = desk.play.game, session().agent.stats.games
    desk.play.hint = 3
    game = desk.try_again_from(3)
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


def test_as_o_a_game_tried_again_from_the_start_starts_with_the_agents_move(desk: Desk) -> None:
    play_actions.choose_side("O")
    desk.play_out()
    game = desk.try_again_from(0)
    assert game.persons_turn
    assert (game.person, len(game.moves), game.can_undo) == ("O", 1, False)


def test_of_two_players_it_is_not_known_whose_mistake_it_was(desk: Desk) -> None:
    desk.play.game = game_of(WON_BY_X[:-1], None, 7)
    desk.take(8, 5)
    assert desk.play.game.over
    assert desk.exercises.taken_in < 8


def test_a_move_of_the_list_opens_in_inspect(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(st, "switch_page", opened.append)
    for wild in (None, {"row": 99}, {"row": -1}, {"row": "1"}, 3):
        desk.widgets[play_review.MOVES_KEY] = wild
        play_review.open_move()
    assert opened == []
    desk.widgets[play_review.MOVES_KEY] = {"row": 1}
    play_review.open_move()
    assert opened == ["pages/inspect.py"]
    assert trail().board == "X--------"


def test_the_right_move_solves_an_exercise(desk: Desk) -> None:
    waiting = list(desk.exercises.boards)
    assert not play_review.exercises_are_open(desk.play)
    play_review.open_exercises()
    assert play_review.exercises_are_open(desk.play)
    board = desk.exercises.present
    assert board == waiting[0]
    wrong = next(c for c in rules.legal_moves(board) if c not in keeping_cells(board))
    token = desk.exercises.token
    desk.answer(wrong)
    assert desk.exercises.token == token
    assert desk.exercises.answer is not None
    assert not desk.exercises.solved
    assert desk.exercises.boards == waiting
    desk.answer(min(keeping_cells(board)))
    assert desk.exercises.solved
    assert desk.exercises.boards == waiting[1:]
    answer = desk.exercises.answer
    desk.answer(wrong)
    assert desk.exercises.answer is answer
    play_review.show_next_exercise()
    assert desk.exercises.token != token
    assert desk.exercises.present == (waiting[1] if len(waiting) > 1 else None)
    play_review.close_exercises()
    assert not play_review.exercises_are_open(desk.play)


def test_answers_that_change_nothing(desk: Desk) -> None:
    play_review.open_exercises()
    before, board = desk.exercises.token, desk.exercises.present
    desk.answer(next(cell for cell in range(9) if board[cell] != rules.EMPTY))
    desk.answer(rules.legal_moves(board)[0], token="0:nonsense")
    del desk.widgets[play_review.EXERCISE_KEY]
    play_review.try_cell()
    play_review.show_exercise("---------")
    assert (desk.exercises.token, desk.exercises.answer) == (before, None)


def test_exercises_leave_the_game_as_it_is_and_close_when_it_continues(desk: Desk) -> None:
    play_actions.new_game()
    desk.take(8)
    moves = list(desk.play.game.moves)
    play_review.open_exercises()
    play_review.close_exercises()
    assert desk.play.game.moves == moves
    play_review.open_exercises()
    play_actions.choose_side("O")
    assert not play_review.exercises_are_open(desk.play)
    play_review.open_exercises()
    assert play_review.exercises_are_open(desk.play)


def test_an_agent_that_does_not_learn_makes_no_difference_to_the_exercises(desk: Desk) -> None:
    waiting = len(desk.exercises.boards)
    desk.exercises.boards.clear()
    play_review.open_exercises()
    assert not play_review.exercises_are_open(desk.play)  # there are none
    desk.widgets[LEARNS.key] = False
    play_actions.new_game()
    desk.play_out()
    assert len(desk.exercises.boards) == waiting > 0


WITH_A_MISTAKE = (4, 1, 0, 8, 6, 2, 3)  # by O, with its first move: it had to take a corner
DRAWN = (0, 4, 8, 1, 7, 6, 2, 5, 3)
WON_BY_X, WON_BY_O = (0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5)


def game_of(moves: tuple[int, ...], person: Side | None, number: int = 0, **more: Any) -> Game:
    return Game(number, person, [*moves], **more)


@pytest.mark.parametrize("person", ["X", "O", None])
@pytest.mark.parametrize("moves", [*(DRAWN[:length] for length in range(10)), WON_BY_X, WON_BY_O])
def test_a_game_is_tried_again_where_the_person_was_last_to_move(
    person: rules.Side | None, moves: tuple[int, ...]
) -> None:
    game = game_of(moves, person)

    def is_place(ply: int, step: int) -> bool:
        if person is None:
            return ply < min(step, 8)
        return person == "XO"[ply % 2] and ply < min(len(moves), 8)

    for step in range(len(moves) + 1):
        ply = ply_to_try_again(game, step)
        assert 0 <= ply <= step
        assert ply == max((p for p in range(step + 1) if is_place(p, step)), default=0)


def test_a_replay_begins_at_the_end_of_each_game() -> None:
    replay = Replay()
    for number, step in ((0, 5), (0, 2), (1, 5)):
        replay.show_game(game_of(WON_BY_X, "X", number))
        assert replay.step == step
        replay.step = 2


@pytest.mark.parametrize(
    ("games", "boards"),
    [
        ([game_of(WITH_A_MISTAKE, "O")], ["----X----"]),
        ([game_of(WITH_A_MISTAKE, "X")], []),  # the agent's mistake
        ([game_of(DRAWN, "X")], []),
        ([game_of(WITH_A_MISTAKE, "O", start=1)], ["----X----"]),
        ([game_of(WITH_A_MISTAKE, "O", start=3)], []),  # made in the earlier game
        ([game_of((0, 1), "O"), game_of((2, 5), "O", 1)], ["--X------"]),  # equivalent positions
    ],
)
def test_the_persons_own_latest_mistakes_become_exercises(
    games: list[Game], boards: list[str]
) -> None:
    exercises = Exercises()
    exercises.take_in(games)
    assert exercises.boards == boards
    exercises.boards.clear()
    exercises.take_in(games)  # each is reviewed once
    assert exercises.boards == []


def test_there_are_never_too_many_nor_doubles() -> None:
    random, exercises, seen = np.random.default_rng(1), Exercises(), set[str]()
    for number in range(60):
        game = Game(number, "X" if number % 2 else "O")
        while not game.over:
            game.play(int(random.choice(rules.legal_moves(game.board))))
        before = list(exercises.boards)
        exercises.take_in([game])
        made = [m.board for m in review(game.moves) if m.side == game.person and m.threw_away]
        seen.update(made)
        new = [board for board in exercises.boards if board not in before]
        assert set(new) <= set(made) <= set(exercises.boards)
        assert len(exercises.boards) <= MOST_EXERCISES
        for one, other in combinations(exercises.boards, 2):
            assert one not in equivalents(other)
    assert len(exercises.boards) == MOST_EXERCISES < len(seen)


@pytest.mark.parametrize(
    ("pattern", "cell", "sentence"),
    [
        ("XX-|OO-|---", 8, "Missed a win: top right completes a line."),
        ("XX-|-O-|---", 8, "Failed to block: X completes a line (top right)."),
        ("---|--O|OXX", 3, "Missed a fork: centre makes two threats, and O can block only one."),
        ("---|--O|X--", 7, "Missed a forced win: after any of 3 cells, every reply by O loses."),
        ("---|OXX|---", 1, "Allowed a fork: X now makes two threats at once (top right or bottom"),
        ("---|-X-|---", 1, "Walked into a trap: X can now force a win, whatever O does."),
        ("---|--X|OOX", 0, "Still winning, but top right wins sooner."),
        ("---|--O|-XX", 0, "Lost either way, but bottom left holds out longer."),
        ("XX-|OO-|---", 2, "No move wins sooner."),
        ("---|---|---", 0, "It keeps the draw; no move does better."),
    ],
)
def test_a_move_is_explained(pattern: str, cell: int, sentence: str) -> None:
    assert game_wording.explained(review_move(pattern, cell)).startswith(sentence)


CELLS = sorted(map(cell_name, range(9)), key=len, reverse=True)
"""The names of the cells: "top left" before "top"."""


def test_every_move_is_explained_and_no_answer_gives_the_right_move_away() -> None:
    different = [boards()[position] for position in set(symmetry_class()[:N_OPEN].tolist())]
    for board, cell in ((one, cell) for one in different for cell in rules.legal_moves(one)):
        move = review_move(board, cell)
        explained, answered = game_wording.explained(move), play_review.answered(move)
        for sentence in (explained, answered):
            assert re.fullmatch(r"[:A-Z][^{}]*\.", sentence)
        assert "badge" not in play_review.unadorned(answered)
        if not move.threw_away:
            assert answered.startswith(play_review.RIGHT)
            continue
        assert answered.startswith(play_review.WRONG)
        named = set(re.findall("|".join(CELLS), answered))
        assert named <= {cell_name(cell) for cell in move.punished_by}
        assert not named or move.reason in ("not-blocked", "allowed-fork")


def test_only_after_a_mistake_is_playing_on_a_new_try() -> None:
    perfect, lost = (4, 0, 8, 2, 1, 7, 6, 3, 5), (0, 4, 1, 2, 5, 6)

    def label(cells: tuple[int, ...], person: Side | None) -> str:
        return play_review.play_on_label(game_of(cells, person), review(cells))

    for cells, person in ((perfect, "X"), (perfect, None), (WITH_A_MISTAKE, "X")):
        assert label(cells, person) == "Play on from here"
    for cells, person in ((lost, "X"), (WITH_A_MISTAKE, "O"), (WITH_A_MISTAKE, None)):
        assert label(cells, person) == "Try again from here"


def test_the_decisive_move_is_named() -> None:
    def said(moves: tuple[int, ...], person: Side | None, **more: Any) -> str:
        return game_wording.decision(game_of(moves, person, **more), review(moves))

    for person, beginning in (
        ("X", "You won because of move 2: the agent played top and lost"),
        ("O", "The game turned on move 2: you played top and lost"),
        (None, "The game turned on move 2: O played top and lost"),
    ):
        told = said(WITH_A_MISTAKE, person)
        assert told == f"{beginning} the game (draw → loss in 6 moves)."
    shown = values_of_agent(ttt.untrained(), "----X----")
    told = said(WITH_A_MISTAKE, "X", decisions={1: Decision(shown, 1, at_random=True)})
    assert told.endswith("That move was random, not its own choice.")
    assert said((), "O", resigned=True).startswith("X resigned, because")
    told = said((0, 3, 1, 4, 5, 2, 6, 7, 8), "X")
    assert told.endswith("move 5: you played right and missed a win (win in 1 move → draw).")
    assert said((4, 0, 8, 2, 1, 7, 3, 5, 6), "X").startswith("Neither side made a mistake")


def test_the_curve_shows_who_was_ahead_and_how_near_the_end_was() -> None:
    cells = [0, 3, 1, 4, 5, 6, 2]
    assert curve_figure(cells, 5).data[0].y == (0, 0, 5, 6, 9, 0, 9, 10)
    assert game_wording.curve(cells).endswith(
        "a draw, a draw, X wins in 5, X wins in 4, X wins in 1, a draw, X wins in 1 and X has won"
    )
    assert curve_figure([*WON_BY_O], 0).data[0].y[-1] == -10


def test_a_move_is_headed_by_who_made_it_its_grade_and_what_it_changed() -> None:
    game = played("03145")
    first, second, *_, fifth = review(game.moves)
    heading = game_wording.heading
    assert heading(game, 1, first).startswith("**Move 1 of 5** · you (X), top left")
    assert heading(game, 1, first).endswith("best]")
    assert "the agent (O)" in heading(game, 2, second)
    assert " · O, " in heading(played("03145", None), 2, second)
    assert heading(game, 5, fifth).endswith("missed win] win in 1 move → draw")
    assert game_wording.graded(fifth) == "↘ missed win"
    assert ". Missed win. Missed a win: " in game_wording.spoken(game, 5, fifth)


def test_the_task_says_what_to_find() -> None:
    assert play_review.task("XX-OO----") == "X to move: find the win"
    assert play_review.task("XX--O----") == "O to move: keep the draw"
