"""The history of boards on Inspect, with Back and Forward as in a browser."""

from dataclasses import dataclass, field

from ttt_core.game import EMPTY_BOARD
from ttt_core.sentences import tr_noop
from ttt_ui.frame.lesson import PageParts
from ttt_ui.frame.links import slug
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import FreshKeys, one_of

POSITION = tr_noop("Position")
ALL_POSITIONS = tr_noop("All positions")
FIVE_QUESTIONS = tr_noop("Five questions")
VERDICT = tr_noop("Verdict")
VIEWS = (POSITION, ALL_POSITIONS, FIVE_QUESTIONS, VERDICT)
VIEW = one_of("inspect_view", VIEWS)
VIEWS_IN_LINKS = {view: slug(view) for view in VIEWS}

PARTS = PageParts(
    "inspect",
    {
        **{name: view for view, name in VIEWS_IN_LINKS.items()},
        "values": tr_noop("Values"),
        "moves": tr_noop("Moves"),
        "expected": tr_noop("What it expects"),
        "symmetry": tr_noop("Symmetry"),
    },
)

_LONGEST = 200


@dataclass
class Trail:
    """A history of boards, with steps back and forward: `boards[place]` is shown."""

    boards: list[str] = field(default_factory=lambda: [EMPTY_BOARD])
    place: int = 0
    # Of what shows the board; new at every step, so that an earlier click does not count again.
    key: FreshKeys = field(default_factory=lambda: FreshKeys("explored"))
    # Whether the visitor has chosen a board; until then it depends on the agent.
    chosen: bool = False

    @property
    def board(self) -> str:
        return self.boards[self.place]

    def begin_with(self, board: str) -> None:
        """Start with a board, unless the visitor has chosen one."""
        if not self.chosen and board != self.board:
            self.boards = [board]
            self._go_to(0)

    def visit(self, board: str) -> None:
        """Show another board, and drop the later ones."""
        self.chosen = True
        if board == self.board:
            return
        self.boards = [*self.boards[: self.place + 1], board][-_LONGEST:]
        self._go_to(len(self.boards) - 1)

    def can_step(self, direction: int) -> bool:
        """Return whether there is a board before (-1) or after (1) this one."""
        return 0 <= self.place + direction < len(self.boards)

    def step(self, direction: int) -> None:
        """Go to that board, if there is one."""
        self._go_to(self.place + direction if self.can_step(direction) else self.place)

    def _go_to(self, place: int) -> None:
        self.place = place
        self.key.renew()


@dataclass
class OpenQuestions:
    """The numbers of the questions that are open."""

    numbers: set[int] = field(default_factory=set)


def trail() -> Trail:
    return per_visitor(Trail)
