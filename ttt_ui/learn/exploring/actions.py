"""The visitor's own search for the fork."""

from dataclasses import dataclass

from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import read_play
from ttt_ui.learn.exploring.lessons import BOARD
from ttt_ui.visit.session import per_visitor

KEY = "exploring_board"


@dataclass
class Search:
    """The move on the board, and how many moves have been tried."""

    cell: int | None = None
    tries: int = 0

    @property
    def token(self) -> str:
        """Name of the board on show."""
        return str(self.tries)


def search() -> Search:
    """Return the visitor's search."""
    return per_visitor(Search)


def try_cell() -> None:
    """Try the clicked move instead of the one before."""
    present, clicked = search(), read_play(KEY)
    if clicked is None:
        return
    cell, token = clicked
    if token == present.token and cell in rules.legal_moves(BOARD) and cell != present.cell:
        present.cell, present.tries = cell, present.tries + 1
