"""What is kept of the review of a game, and of the exercises from the person's mistakes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ttt_core.evaluation import ReviewedMove, review
from ttt_core.game import board as rules
from ttt_core.game import equivalents
from ttt_ui.play.state import PlayState
from ttt_ui.replay.game import Game
from ttt_ui.replay.replay import Replay
from ttt_ui.visit.session import per_visitor


def replay_of(game: Game) -> Replay:
    replay = per_visitor(Replay)
    replay.show_game(game)
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

    def open(self, board: str | None) -> None:
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
