"""What is kept of a game looked at again, and of the exercises made from the person's mistakes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ttt_core.evaluation.review import ReviewedMove, review
from ttt_core.game import board as rules
from ttt_core.game.symmetry import equivalents
from ttt_ui.play.state import Game, PlayState
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import GENERATIONS


@dataclass
class Replay:
    """An ended game stepped through on the board.

    Attributes
    ----------
    token
        That of the game as it ended.
    step
        How many of its moves are on the board.
    turns
        How often the program has changed what the slider holds.
    name
        Begins the key of the slider.
    """

    token: str = ""
    step: int = 0
    turns: int = 0
    name: str = "review"

    def follow(self, game: Game) -> None:
        """Begin at the end of a game, where it is another one than before."""
        if self.token != game.token:
            self.token, self.step = game.token, len(game.moves)
            self.turns += 1

    def go_to(self, game: Game, step: int) -> None:
        """Put so many moves of the game on the board, as far as there are."""
        self.step = min(max(step, 0), len(game.moves))
        self.turns += 1

    def slide(self, game: Game, key: str, asked: object) -> None:
        """Follow the slider, which says so; unless it is not the present one."""
        if key == self.slider_key and type(asked) is int and 0 <= asked <= len(game.moves):
            self.step = asked

    @property
    def slider_key(self) -> str:
        """Key of the slider: another one where the program has changed what it holds."""
        return f"{self.name}_step_{self.turns % GENERATIONS}"


def replay_of(game: Game) -> Replay:
    """Return where the visitor is in an ended game."""
    replay = per_visitor(Replay)
    replay.follow(game)
    return replay


def ply_to_try_again(game: Game, step: int) -> int:
    """Return how many moves of an ended game stay where it is tried again from a step.

    Where the person made the move on show, it is taken back; where the agent's move on show ended
    the game, the person's before it too. Before the person's first move it is the whole game.
    """
    last = step - 1 if game.person is None else min(step, len(game.moves) - 1)
    plies = range(last, -1, -1)
    return next((ply for ply in plies if game.person in (None, rules.SIDES[ply % 2])), 0)


MOST_EXERCISES = 12


@dataclass
class Exercises:
    """Positions in which the person threw something away, to be played better.

    Attributes
    ----------
    boards
        Those not yet solved, the latest mistake first; no two are twins of each other.
    taken_in
        Number of the last game that was looked through.
    present
        The board that is being worked at, or was just solved; None before the first.
    opened_at
        Token of the game that was left for them: they close by themselves when it goes on.
    answer
        The last move tried on the present board, or None.
    rounds
        Counts the boards taken up.
    """

    boards: list[str] = field(default_factory=list)
    taken_in: int = -1
    present: str | None = None
    opened_at: str | None = None
    answer: ReviewedMove | None = None
    rounds: int = 0

    def take_in(self, games: Iterable[Game]) -> None:
        """Make exercises of the person's mistakes in games that were not yet looked through."""
        for game in games:
            if game.number > self.taken_in:
                self.taken_in = game.number
                for move in review(game.moves)[game.start :]:
                    if move.side == game.person and move.threw_away:
                        self._add(move.board)

    def _add(self, board: str) -> None:
        others = [known for known in self.boards if known not in equivalents(board)]
        self.boards = [board, *others][:MOST_EXERCISES]

    def take_up(self, board: str | None) -> None:
        """Put a board up to be worked at."""
        self.present, self.answer = board, None
        self.rounds += 1

    def try_move(self, move: ReviewedMove) -> None:
        """Take a move on the present board for an answer: a right one takes it off the list."""
        self.answer = move
        if self.solved:
            self.boards.remove(move.board)

    @property
    def solved(self) -> bool:
        """Whether the last move tried keeps what the present board is worth."""
        return self.answer is not None and not self.answer.threw_away

    @property
    def token(self) -> str:
        """Name of the present board as it was taken up, for clicks to carry.

        A wrong move changes nothing on it, so the name stays: to the board in the browser, another
        one would say that a click of before may be meant for what has come since.
        """
        return f"{self.rounds}:{self.present}"


def exercises_of(play: PlayState) -> Exercises:
    """Return the exercises from the visitor's games."""
    exercises = per_visitor(Exercises)
    exercises.take_in(tuple(play.ended))  # a later click may add to them
    return exercises
