"""What is kept of an ended game that a visitor steps through."""

from dataclasses import dataclass, field
from typing import Any

from ttt_core.evaluation import ReviewedMove, decisive_move, review
from ttt_ui.drawing.board_component import read_command
from ttt_ui.replay.game import Game

STEP_KEYS = {"arrowleft": "back", "arrowright": "forward"}


@dataclass
class Replay:
    """An ended game to step through."""

    name: str = "review"  # the start of the slider's key
    # The game, and its moves with their grades.
    game: Game = field(default_factory=Game)
    moves: list[ReviewedMove] = field(default_factory=list)
    step: int = 0  # how many of the moves are on the board

    def show_game(self, game: Game) -> None:
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

    def step_by(self, number: int) -> None:
        """Show so many moves more; fewer if the number is negative."""
        self.go_to(self.step + number)

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
