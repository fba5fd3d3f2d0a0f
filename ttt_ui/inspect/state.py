"""The history of boards on Inspect, with Back and Forward as in a browser."""

from dataclasses import dataclass, field

import streamlit as st

from ttt_core.game import EMPTY_BOARD
from ttt_core.sentences import tr_noop
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import Field, one_of, switch, text, view
from ttt_ui.frame.links import slug
from ttt_ui.visit.session import per_visitor, session
from ttt_ui.widgets import FreshKeys

POSITION = tr_noop("Position")
ALL_POSITIONS = tr_noop("All positions")
FIVE_QUESTIONS = tr_noop("Five questions")
VERDICT = tr_noop("Verdict")
VIEWS = (POSITION, ALL_POSITIONS, FIVE_QUESTIONS, VERDICT)
VIEW = view("inspect_view", VIEWS)

PARTS = PageParts(
    "inspect",
    {
        **{slug(name): name for name in VIEWS},
        "values": tr_noop("Values"),
        "moves": tr_noop("Moves"),
        "expected": tr_noop("What it expects"),
        "symmetry": tr_noop("Symmetry"),
    },
)

HOW_TO_SEARCH = tr_noop(
    "Part of a board, or all nine cells: X, O, - for a free cell, ? for any cell. `X--|?O?` also "
    "matches rows 2 and 3."
)


def measures() -> list[str]:
    """Return what can be shown on the board; what a policy has learned are probabilities."""
    names = [tr_noop("Value"), tr_noop("True value"), tr_noop("Visits"), tr_noop("Probability")]
    return names[:-1] if session().agent.kind == "policy" else names


SHOWN = one_of(
    "inspect_shown",
    measures,
    "Value",
    label=tr_noop("Shown on the board"),
    part=PARTS["values"],
    look={"label_visibility": "collapsed", "wrap": True},
)
NOTHING, OPENING = tr_noop("Nothing"), tr_noop("Its opening")
MISTAKES, GAME = tr_noop("Your mistakes"), tr_noop("The game on Play")
LIT = one_of("inspect_lit", (NOTHING, OPENING, MISTAKES, GAME), label=tr_noop("Show on the map"))
# The filters of the list of all positions.
SEARCH = text(
    "inspect_search",
    label=tr_noop("Search"),
    help=HOW_TO_SEARCH,
    look={"type": "search", "placeholder": "X--|?O?", "width": 130},
)
SIDE = one_of("inspect_side", (tr_noop("Either"), "X", "O"), label=tr_noop("To move"))
ONLY_MISTAKES = switch("inspect_mistakes", on=False, label=tr_noop("Mistakes only"))
MARKS = Field(
    "inspect_marks",
    (0, 8),
    lambda ends: (
        isinstance(ends, tuple) and len(ends) == 2 and all(type(end) is int for end in ends)
    ),
    widget=st.slider,
    offers=lambda: (0, 8),
    label=tr_noop("Marks"),
)
ONLY_REACHABLE = switch(
    "inspect_reachable",
    on=False,
    label=tr_noop("Can arise"),
    help=tr_noop("Positions the agent can reach by its own moves, whatever its opponent does."),
)
ONLY_UNTRIED = switch(
    "inspect_untried",
    on=False,
    label=tr_noop("Untried moves"),
    help=tr_noop("Positions with at least one move it has never tried."),
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


def trail() -> Trail:
    return per_visitor(Trail)
