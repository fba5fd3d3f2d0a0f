"""What is kept of the review of a game, and of the exercises from the person's mistakes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ttt_core.evaluation import ReviewedMove, decisive_move, review
from ttt_core.game import board as rules
from ttt_core.game import equivalents
from ttt_ui.drawing.board_component import read_command
from ttt_ui.play.state import Game, PlayState
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import FreshKeys

STEP_KEYS = {"arrowleft": "back", "arrowright": "forward"}


@dataclass
class Replay:
    """An ended game to step through."""

    key: FreshKeys = field(default_factory=lambda: FreshKeys("review"))  # of the slider
    # The game, and its moves with their grades.
    game: Game = field(default_factory=Game)
    moves: list[ReviewedMove] = field(default_factory=list)
    step: int = 0  # how many of the moves are on the board

    def follow(self, game: Game) -> None:
        """Take the game; start at its end if it is a new one."""
        is_new = self.game.token != game.token
        self.game = game
        if is_new:
            self.moves = review(game.moves)
            self.go_to(len(self.moves))

    @property
    def decisive(self) -> int | None:
        """The number of the move that decided the game, if one did."""
        move = None if self.game.resigned else decisive_move(self.moves)
        return None if move is None else self.moves.index(move) + 1

    def go_to(self, step: int) -> None:
        """Show the first `step` moves of the game."""
        self.step = min(max(step, 0), len(self.moves))
        self.key.renew("step")

    def step_by(self, number: int) -> None:
        """Show so many moves more; fewer if the number is negative."""
        self.go_to(self.step + number)

    def slide(self, asked: object) -> None:
        if type(asked) is int and 0 <= asked <= len(self.moves):
            self.step = asked

    def take_command(self, board_key: str) -> None:
        """Follow an arrow key."""
        match read_command(board_key, STEP_KEYS.values()):
            case "back":
                self.step_by(-1)
            case "forward":
                self.step_by(1)

    def on_board(self, key: str) -> dict[str, Any]:
        """Return the `key` of a board, and what lets arrow keys step through the game on it."""
        return {
            "key": key,
            "shortcuts": STEP_KEYS,
            "on_command": lambda: self.take_command(key),
        }


def replay_of(game: Game) -> Replay:
    replay = per_visitor(Replay)
    replay.follow(game)
    return replay


def ply_to_try_again(game: Game, step: int) -> int:
    """Return how many moves of an ended game remain if it is tried again from a step.

    If the person made the last of these moves, it is taken back. If the agent made it and it ended
    the game, the person's move before it is taken back too. So is a move into the last free cell.
    """
    last = step - 1 if game.person is None else min(step, len(game.moves) - 1)
    plies = range(min(last, 7), -1, -1)
    return next((ply for ply in plies if game.person in (None, rules.SIDES[ply % 2])), 0)


MOST_EXERCISES = 12


@dataclass
class Exercises:
    """Positions in which the person made a mistake, as exercises."""

    # Those not yet solved, the latest mistake first; no two are equivalent.
    boards: list[str] = field(default_factory=list)
    taken_in: int = -1  # number of the last game whose mistakes were added
    # The exercise on the board, which may be solved; None before the first.
    present: str | None = None
    # Token of the game that was left for the exercises, which close when that game continues.
    opened_at: str | None = None
    answer: ReviewedMove | None = None  # the last move tried in the present exercise, or None
    rounds: int = 0  # counts the exercises shown

    def take_in(self, games: Iterable[Game]) -> None:
        """Make exercises from the person's mistakes in new games."""
        for game in games:
            if game.number > self.taken_in:
                self.taken_in = game.number
                for move in review(game.moves)[game.start :]:
                    if move.side == game.person and move.threw_away:
                        self._add(move.board)

    def _add(self, board: str) -> None:
        others = [known for known in self.boards if known not in equivalents(board)]
        self.boards = [board, *others][:MOST_EXERCISES]

    def show(self, board: str | None) -> None:
        """Put an exercise on the board."""
        self.present, self.answer = board, None
        self.rounds += 1

    def try_move(self, move: ReviewedMove) -> None:
        """Take a move as the answer to the present exercise; a right one removes it."""
        self.answer = move
        if self.solved:
            self.boards.remove(move.board)

    @property
    def solved(self) -> bool:
        """Whether the last move tried is not a mistake."""
        return self.answer is not None and not self.answer.threw_away

    @property
    def token(self) -> str:
        """Identifies the present exercise; every click carries it.

        A wrong move does not change it: a new token would make the board in the browser play an
        earlier click again.
        """
        return f"{self.rounds}:{self.present}"


def exercises_of(play: PlayState) -> Exercises:
    exercises = per_visitor(Exercises)
    exercises.take_in(tuple(play.ended))  # a later click may add to them
    return exercises
