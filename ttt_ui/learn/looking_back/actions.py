"""The game that the visitor plays for both sides, and how many times the agents learn from it."""

from dataclasses import dataclass
from functools import reduce

from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import read_play
from ttt_ui.learn.looking_back.lessons import EXAMPLE, MOST_TIMES
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import rerun_page_if_alone

KEY = "looking_back_board"


@dataclass
class OwnGame:
    """The visitor's game, finished or not.

    Attributes
    ----------
    cells
        The moves, X first.
    number
        Number of the game, so that a click on an earlier board does not count.
    times
        How many times the agents learn from it.
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
        """Name of the board on show."""
        return f"{self.number}:{len(self.cells)}"

    def begin(self, cells: tuple[int, ...] = ()) -> None:
        """Start another game."""
        self.cells, self.number, self.times = cells, self.number + 1, 1


def own_game() -> OwnGame:
    """Return the visitor's game."""
    return per_visitor(OwnGame)


def take_cell() -> None:
    """Make the clicked move for the side to move."""
    game, clicked = own_game(), read_play(KEY)
    if clicked is None:
        return
    cell, token = clicked
    if token == game.token and cell in rules.legal_moves(game.board):
        game.cells = (*game.cells, cell)
        if game.over:
            rerun_page_if_alone()


def take_example() -> None:
    """Put a finished game on the board."""
    own_game().begin(EXAMPLE)
    rerun_page_if_alone()


def clear() -> None:
    """Start again with the empty board."""
    own_game().begin()
    rerun_page_if_alone()


def learn_again() -> None:
    """Let the agents learn from the game once more."""
    game = own_game()
    game.times = min(game.times + 1, MOST_TIMES)
