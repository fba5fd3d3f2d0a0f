"""What leads to another board: a click on a cell, a step, a pattern, a name, a row of a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ttt_core.game import board as rules
from ttt_ui.inspect.state import Trail
from ttt_ui.shared.board_component import read_play
from ttt_ui.shared.widgets import Control, held


@dataclass(frozen=True)
class Explorer:
    """Leads from board to board, by the controls of one place where a board is looked at.

    Attributes
    ----------
    name
        Begins the keys of the controls.
    trail
        Returns the boards that the visitor has looked at there.
    opened
        Called whenever another board is to be looked at.
    """

    name: str
    trail: Callable[[], Trail]
    opened: Callable[[], None] = lambda: None

    @property
    def board_key(self) -> str:
        """Key of the board."""
        return f"{self.name}_board"

    @property
    def jump_key(self) -> str:
        """Key of the menu of names."""
        return f"{self.name}_jump"

    @property
    def pattern(self) -> Control[str]:
        """The field for a pattern."""
        return Control(f"{self.name}_pattern", "")

    def show_board(self, board: str) -> None:
        """Make `board` the one that is looked at. For callbacks, or before the widgets."""
        self.trail().visit(board)
        self._look()

    def step(self, direction: int) -> None:
        """Look at the board before, or at the one after it again."""
        if direction < 0:
            self.trail().go_back()
        else:
            self.trail().go_forward()
        self._look()

    def _look(self) -> None:
        # The field is only ever emptied: what a late browser sends of it then undoes nothing.
        self.pattern.set("")
        self.opened()

    def type_pattern(self) -> None:
        """Look at the board that was typed in; the field keeps a wrong one, and says so."""
        try:
            self.show_board(rules.parse_board(self.pattern.value))
        except ValueError:
            return

    def play_clicked(self) -> None:
        """Play the cell of the board that was clicked on."""
        click = read_play(self.board_key)
        if click is not None and click[1] == str(self.trail().steps):
            self._play(click[0])

    def play_pointed(self, key: str) -> None:
        """Play the cell of a heatmap that was clicked on."""
        match held(key):
            case {"selection": {"points": [{"customdata": [int(cell)]}]}} if type(cell) is int:
                self._play(cell)

    def _play(self, cell: int) -> None:
        board = self.trail().board
        if cell in rules.legal_moves(board):
            self.show_board(rules.play(board, cell))

    def jump(self, places: Mapping[str, str]) -> None:
        """Look at the board that was chosen by its name."""
        board = places.get(str(held(self.jump_key)))
        if board is not None:
            self.show_board(board)

    def open_row(self, boards: str, key: str) -> None:
        """Look at the board of the table's row that was clicked on.

        `boards` are those of all rows, one after the other: Streamlit keeps them for long.
        """
        match held(key):
            case {"row": int(row)} if 0 <= 9 * row < len(boards):
                self.show_board(boards[9 * row : 9 * row + 9])
