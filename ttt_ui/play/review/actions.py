"""What clicks and keys do to an ended game, and to the exercises from the person's mistakes."""

from dataclasses import replace

from ttt_core.evaluation import review_move
from ttt_ui.drawing.board_component import clicked_cell, read_command
from ttt_ui.inspect.actions import open_board
from ttt_ui.play import actions as play_actions
from ttt_ui.play.review.state import exercises_of, ply_to_try_again, replay_of
from ttt_ui.play.state import play_state
from ttt_ui.replay.replay import STEP_KEYS
from ttt_ui.widgets import held, rerun_fragments_if_alone

SHORTCUTS = {**STEP_KEYS, "n": "new"}
MOVES_KEY = "review_moves"
EXERCISE_KEY = "exercise_board"


def take_command() -> None:
    if read_command(play_actions.BOARD_KEY, SHORTCUTS.values()) == "new":
        play_actions.new_game()
    else:
        replay_of(play_state().game).take_command(play_actions.BOARD_KEY)


def try_again() -> None:
    """Start a separate game from the position that the review shows."""
    former = play_state().game
    if former.over and former.moves:
        start = ply_to_try_again(former, replay_of(former).step)
        game = replace(former.at(start), number=former.number + 1, start=start)
        play_actions.begin(game)
        rerun_fragments_if_alone(play_actions.GAME_AREA)


def open_move() -> None:
    """Open on Inspect the position of the row that was clicked."""
    moves = replay_of(play_state().game).moves
    match held(MOVES_KEY):
        case {"row": int(row)} if 0 <= row < len(moves):
            open_board(moves[row].board)


def open_exercises() -> None:
    play = play_state()
    exercises = exercises_of(play)
    exercises.opened_at = play.game.token
    if exercises.present not in exercises.boards:
        exercises.open(next(iter(exercises.boards), None))


def close_exercises() -> None:
    exercises_of(play_state()).opened_at = None


def show_exercise(board: str) -> None:
    exercises = exercises_of(play_state())
    if board in exercises.boards:
        exercises.open(board)


def show_next_exercise() -> None:
    """Show the first exercise of the list."""
    exercises = exercises_of(play_state())
    exercises.open(next(iter(exercises.boards), None))


def try_cell() -> None:
    """Take the clicked cell as the answer to the present exercise."""
    exercises = exercises_of(play_state())
    if exercises.present in exercises.boards:
        cell = clicked_cell(EXERCISE_KEY, exercises.token, exercises.present)
        if cell is not None:
            exercises.try_move(review_move(exercises.present, cell))
