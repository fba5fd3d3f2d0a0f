"""The game that the visitor plays for both sides, and how often the learners are told it."""

from dataclasses import dataclass
from functools import reduce

from ttt_core.game import board as rules
from ttt_ui.learn.looking_back.lessons import EXAMPLE, MOST_TIMES
from ttt_ui.shared.board_component import read_play
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import redraw

KEY = "looking_back_board"


@dataclass
class ToldGame:
    """A game, finished or not.

    Attributes
    ----------
    cells
        Its moves, X first.
    number
        Of the game, so that no click is taken for one on a later board.
    times
        How often the learners have been told it.
    """

    cells: tuple[int, ...] = ()
    number: int = 0
    times: int = 1

    @property
    def board(self) -> str:
        """The board after its moves."""
        return reduce(rules.play, self.cells, rules.EMPTY_BOARD)

    @property
    def over(self) -> bool:
        """Whether it is finished."""
        return rules.outcome(self.board) is not None

    @property
    def token(self) -> str:
        """Name of what is on the board."""
        return f"{self.number}:{len(self.cells)}"

    def begin(self, cells: tuple[int, ...] = ()) -> None:
        """Take another game in its place."""
        self.cells, self.number, self.times = cells, self.number + 1, 1


def told_game() -> ToldGame:
    """Return the visitor's game."""
    return per_visitor(ToldGame)


def take_cell() -> None:
    """Make the move that was clicked, for the side whose turn it is."""
    game, clicked = told_game(), read_play(KEY)
    if clicked is None:
        return
    cell, token = clicked
    if token == game.token and cell in rules.legal_moves(game.board):
        game.cells = (*game.cells, cell)
        if game.over:
            redraw()


def take_example() -> None:
    """Put a finished game on the board."""
    told_game().begin(EXAMPLE)
    redraw()


def clear() -> None:
    """Begin with the empty board again."""
    told_game().begin()
    redraw()


def tell_again() -> None:
    """Tell the learners the same game once more."""
    game = told_game()
    game.times = min(game.times + 1, MOST_TIMES)
