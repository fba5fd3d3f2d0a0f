"""Ways to another board: a click, a step, typed text, a name, a row of a table or a link."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import clicked_cell
from ttt_ui.drawing.map_component import opened_board
from ttt_ui.frame import address
from ttt_ui.frame.field import Field, text
from ttt_ui.frame.links import BOARD
from ttt_ui.inspect.state import PARTS, POSITION, VIEW, Trail, trail
from ttt_ui.moves.insights import agent_insights
from ttt_ui.widgets import held


@dataclass(frozen=True)
class Explorer:
    """The controls of one place that shows a board and leads from board to board."""

    name: str  # prefix of the controls' keys
    trail: Callable[[], Trail]  # returns the boards that have been shown there
    opened: Callable[[], None] = lambda: None  # called when another board is opened

    @property
    def board_key(self) -> str:
        return f"{self.name}_board"

    @property
    def jump_key(self) -> str:
        return f"{self.name}_jump"

    @property
    def move_key(self) -> str:
        return f"{self.name}_move"

    @property
    def board_text(self) -> Field[str]:
        return text(
            f"{self.name}_pattern",
            label=tr_noop("Enter a board"),
            help=tr_noop(
                "Nine cells, row by row: X, O, and - for a free cell (a dot, underscore or space "
                "also works). Separate rows with bars, slashes, spaces or nothing; you can also "
                "paste three lines."
            ),
            look={"width": 200, "persist_state": None},
        )

    def show_board(self, board: str) -> None:
        """Show `board`: in a callback, or before the widgets are drawn."""
        self.trail().visit(board)
        self._look()

    def step(self, direction: int) -> None:
        """Go one board back (-1) or forward (1)."""
        self.trail().step(direction)
        self._look()

    def _look(self) -> None:
        # Only ever empty the field, so that a late report of its text undoes nothing.
        self.board_text.set("")
        self.opened()

    def type_board(self) -> None:
        """Show the board that was typed in. An invalid text stays in the field, with a message."""
        try:
            self.show_board(rules.parse_board(self.board_text.value))
        except ValueError:
            return

    def play_clicked(self) -> None:
        self._play(clicked_cell(self.board_key, self.trail().key("board"), self.trail().board))

    def play_pointed(self, event: object) -> None:
        """Play the clicked cell of a heatmap."""
        match event:
            case {"selection": {"points": [{"customdata": [cell]}]}}:
                self._play(cell)

    def play_chosen(self) -> None:
        """Play the cell that was chosen from the menu of moves."""
        self._play(held(self.move_key))

    def _play(self, cell: object) -> None:
        board = self.trail().board
        if type(cell) is int and cell in rules.legal_moves(board):
            self.show_board(rules.play(board, cell))

    def jump(self, places: Mapping[str, str]) -> None:
        """Show the board that was chosen by its name."""
        board = places.get(str(held(self.jump_key)))
        if board is not None:
            self.show_board(board)


EXPLORER = Explorer("inspect", trail, lambda: VIEW.set(POSITION))
show_board = EXPLORER.show_board


def open_board(board: str) -> None:
    show_board(board)
    st.switch_page("pages/inspect.py")


def open_from_map(key: str) -> None:
    """Open the position that was clicked on the map with this key."""
    board = opened_board(key)
    if board is not None:
        open_board(board)


def follow_address() -> None:
    """Show the board and the view named in a link, or say what is wrong with them.

    Until the visitor has chosen a board, show one on which the agent has something to show.
    """
    link = address.asked()
    asks = bool(link.rest)
    PARTS.apply_link(link)
    board = link.read(BOARD)
    if board is not None and (board != trail().board or not trail().chosen):
        show_board(board)
    if asks:
        VIEW.apply_link(link)
    link.say_what_was_dropped()
    trail().begin_with(agent_insights().example_board)
    query = BOARD.to_query(trail().board) | VIEW.to_query() | PARTS.query()
    address.show(query, as_step=False)
