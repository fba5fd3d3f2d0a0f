"""Where a game can be tried again from, and which positions come back as exercises."""

from itertools import combinations

import numpy as np
import pytest

from ttt_core.evaluation.review import review
from ttt_core.game import board as rules
from ttt_core.game.board import equivalents
from ttt_ui.play.review import ply_to_try_again
from ttt_ui.play.state import MOST_EXERCISES, Exercises
from ttt_ui.replay.game import Game, Replay

WITH_A_MISTAKE = [4, 1, 0, 8, 6, 2, 3]  # by O, with its first move: it had to take a corner
DRAWN = [0, 4, 8, 1, 7, 6, 2, 5, 3]
WON_BY_X, WON_BY_O = [0, 3, 1, 4, 2], [0, 3, 1, 4, 8, 5]


@pytest.mark.parametrize("person", ["X", "O", None])
@pytest.mark.parametrize("moves", [*(DRAWN[:length] for length in range(10)), WON_BY_X, WON_BY_O])
def test_a_game_is_tried_again_where_the_person_was_last_to_move(
    person: rules.Side | None, moves: list[int]
) -> None:
    game = Game(0, person, moves)

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
    replay.show_game(Game(0, "X", WON_BY_X))
    replay.step = 2
    replay.show_game(Game(0, "X", list(WON_BY_X)))
    assert replay.step == 2
    replay.show_game(Game(1, "X", WON_BY_X))
    assert replay.step == 5


def exercises_after(*games: Game) -> Exercises:
    exercises = Exercises()
    exercises.take_in(games)
    return exercises


def test_only_the_persons_mistakes_become_exercises() -> None:
    assert exercises_after(Game(0, "O", WITH_A_MISTAKE)).boards == ["----X----"]
    assert exercises_after(Game(0, "X", WITH_A_MISTAKE)).boards == []
    assert exercises_after(Game(0, "X", DRAWN)).boards == []


def test_each_game_is_reviewed_once() -> None:
    exercises = exercises_after(Game(3, "O", WITH_A_MISTAKE))
    exercises.boards.clear()
    exercises.take_in([Game(3, "O", WITH_A_MISTAKE)])
    assert exercises.boards == []
    exercises.take_in([Game(3, "O", WITH_A_MISTAKE), Game(4, "O", WITH_A_MISTAKE)])
    assert exercises.boards == ["----X----"]


def test_of_equivalent_positions_the_latest_mistake_stays() -> None:
    corner, other_corner = Game(0, "O", [0, 1]), Game(1, "O", [2, 5])
    assert exercises_after(corner).boards == ["X--------"]
    assert exercises_after(corner, other_corner).boards == ["--X------"]


def test_moves_of_the_earlier_game_are_not_new_mistakes() -> None:
    assert exercises_after(Game(0, "O", WITH_A_MISTAKE, start=1)).boards == ["----X----"]
    assert exercises_after(Game(0, "O", WITH_A_MISTAKE, start=3)).boards == []


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
