"""The visitor's own search for the fork."""

from dataclasses import dataclass

from ttt_core.game import board as rules
from ttt_ui.learn.exploring.lessons import BOARD
from ttt_ui.shared.board_component import read_play
from ttt_ui.shared.session import per_visitor

KEY = "exploring_board"


@dataclass
class Search:
    """The move that is tried at present, and how many were tried."""

    cell: int | None = None
    tries: int = 0

    @property
    def token(self) -> str:
        """Name of what is on the board."""
        return str(self.tries)


def search() -> Search:
    """Return how far the visitor's search has come."""
    return per_visitor(Search)


def try_cell() -> None:
    """Try the move that was clicked, in place of the one before."""
    present, clicked = search(), read_play(KEY)
    if clicked is None:
        return
    cell, token = clicked
    if token == present.token and cell in rules.legal_moves(BOARD) and cell != present.cell:
        present.cell, present.tries = cell, present.tries + 1
