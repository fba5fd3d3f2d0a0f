"""What Inspect shows: a position, the ways to another one, filters and parts of the page."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import streamlit as st

from ttt_core.game import EMPTY_BOARD
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_core.study import example_board
from ttt_ui.drawing.board_component import clicked_cell
from ttt_ui.drawing.map_component import opened_board
from ttt_ui.frame import address
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import Field, one_of, switch, text, view
from ttt_ui.frame.links import BOARD, slug
from ttt_ui.visit.session import per_visitor, session
from ttt_ui.widgets import FreshKeys, held

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
    """The boards shown in one place, `boards[place]` now, and the ways to another board."""

    name: str = "inspect"  # prefix of the keys of its controls
    opened: Callable[[], None] = lambda: None  # called when another board is opened
    boards: list[str] = field(default_factory=lambda: [EMPTY_BOARD])
    place: int = 0
    # Of what shows the board; new at every step, so that an earlier click does not count again.
    key: FreshKeys = field(default_factory=lambda: FreshKeys("explored"))
    # Whether the visitor has chosen a board; until then it depends on the agent.
    chosen: bool = False

    @property
    def board(self) -> str:
        return self.boards[self.place]

    def widget(self, what: str) -> str:
        """Return the key of its board, or of the menu of places or moves."""
        return f"{self.name}_{what}"

    @property
    def board_text(self) -> Field[str]:
        return text(
            self.widget("pattern"),
            label=tr_noop("Enter a board"),
            help=tr_noop(
                "Nine cells, row by row: X, O, and - for a free cell (a dot, underscore or space "
                "also works). Separate rows with bars, slashes, spaces or nothing; you can also "
                "paste three lines."
            ),
            look={"width": 200, "persist_state": None},
        )

    def begin_with(self, board: str) -> None:
        """Start with a board, unless the visitor has chosen one."""
        if not self.chosen and board != self.board:
            self.boards = [board]
            self._go_to(0)

    def visit(self, board: str) -> None:
        """Show another board, and drop the later ones."""
        self.chosen = True
        if board != self.board:
            self.boards = [*self.boards[: self.place + 1], board][-_LONGEST:]
            self._go_to(len(self.boards) - 1)

    def can_step(self, direction: int) -> bool:
        """Return whether there is a board before (-1) or after (1) this one."""
        return 0 <= self.place + direction < len(self.boards)

    def _go_to(self, place: int) -> None:
        self.place = place
        self.key.renew()

    def show_board(self, board: str) -> None:
        """Show a board: in a callback, or before the widgets are drawn."""
        self.visit(board)
        self._look()

    def step(self, direction: int) -> None:
        """Go one board back (-1) or forward (1), if there is one."""
        if self.can_step(direction):
            self._go_to(self.place + direction)
        self._look()

    def _look(self) -> None:
        # Only ever empty the field, so that a late report of its text undoes nothing.
        self.board_text.set("")
        self.opened()

    def type_board(self) -> None:
        """Show the board that was typed in. An invalid text stays in the field, with a message."""
        with suppress(ValueError):
            self.show_board(rules.parse_board(self.board_text.value))

    def play_clicked(self) -> None:
        self._play(clicked_cell(self.widget("board"), self.key("board"), self.board))

    def play_pointed(self, event: object) -> None:
        """Play the clicked cell of a heatmap."""
        match event:
            case {"selection": {"points": [{"customdata": [cell]}]}}:
                self._play(cell)

    def play_chosen(self) -> None:
        """Play the cell that was chosen from the menu of moves."""
        self._play(held(self.widget("move")))

    def _play(self, cell: object) -> None:
        if type(cell) is int and cell in rules.legal_moves(self.board):
            self.show_board(rules.play(self.board, cell))

    def jump(self, places: Mapping[str, str]) -> None:
        """Show the board that was chosen by its name."""
        board = places.get(str(held(self.widget("jump"))))
        if board is not None:
            self.show_board(board)


def trail() -> Trail:
    return per_visitor(Trail, lambda: Trail(opened=lambda: VIEW.set(POSITION)))


def open_board(board: str) -> None:
    """Open a board in Inspect."""
    trail().show_board(board)
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
    link, boards = address.asked(), trail()
    asks = bool(link.rest)
    PARTS.apply_link(link)
    board = link.read(BOARD)
    if board is not None and (board != boards.board or not boards.chosen):
        boards.show_board(board)
    if asks:
        VIEW.apply_link(link)
    link.say_what_was_dropped()
    boards.begin_with(session().about(example_board))
    query = BOARD.to_query(boards.board) | VIEW.to_query() | PARTS.query()
    address.show(query, as_step=False)
