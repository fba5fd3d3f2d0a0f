"""The boards that the inspect page has shown, as a browser keeps its pages."""

from dataclasses import dataclass, field

from ttt_core.game.board import EMPTY_BOARD
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import Control

ADDRESS = "board"
"""The query parameter of the page: a pattern."""

VIEWS = ("Position", "All positions", "Five questions")
VIEW = Control("inspect_view", VIEWS[0])

_LONGEST = 200


@dataclass
class Trail:
    """Boards visited one after the other, with steps back and forward between them.

    Attributes
    ----------
    boards
        In the order of the visits; at least one.
    place
        Which of them is looked at.
    steps
        Rises whenever another board comes to be looked at, so that two looks at the same board
        can be told apart.
    chosen
        Whether the visitor has chosen a board; until then the agent decides which it is.
    """

    boards: list[str] = field(default_factory=lambda: [EMPTY_BOARD])
    place: int = 0
    steps: int = 0
    chosen: bool = False

    @property
    def board(self) -> str:
        """The board that is looked at."""
        return self.boards[self.place]

    @property
    def can_go_back(self) -> bool:
        """Whether there is a board before this one."""
        return self.place > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether a step back can be taken back."""
        return self.place < len(self.boards) - 1

    def begin_with(self, board: str) -> None:
        """Begin at a board, where the visitor has not chosen one yet."""
        if not self.chosen and board != self.board:
            self.boards = [board]
            self._go_to(0)

    def visit(self, board: str) -> None:
        """Look at another board; what lay ahead is forgotten."""
        self.chosen = True
        if board == self.board:
            return
        self.boards = [*self.boards[: self.place + 1], board][-_LONGEST:]
        self._go_to(len(self.boards) - 1)

    def go_back(self) -> None:
        """Look at the board before this one, if there is one."""
        self._go_to(max(self.place - 1, 0))

    def go_forward(self) -> None:
        """Take a step back back, if there was one."""
        self._go_to(min(self.place + 1, len(self.boards) - 1))

    def _go_to(self, place: int) -> None:
        self.place = place
        self.steps += 1


@dataclass
class OpenQuestions:
    """Which of the five questions are opened, by number."""

    numbers: set[int] = field(default_factory=set)


def trail() -> Trail:
    """Return the boards that the visitor has looked at."""
    return per_visitor(Trail)
