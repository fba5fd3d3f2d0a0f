"""What clicks do on the inspect page: each leads to a board."""

from collections.abc import Mapping

from ttt_core.game import board as rules
from ttt_ui.inspect.state import ADDRESS, PATTERN, VIEW, VIEWS, trail
from ttt_ui.shared import address
from ttt_ui.shared.board_component import read_play
from ttt_ui.shared.insights import present_insights
from ttt_ui.shared.session import session
from ttt_ui.shared.widgets import held
from ttt_ui.shared.wording import plain

BOARD_KEY = "inspect_board"
JUMP_KEY = "inspect_jump"


def follow_address() -> None:
    """Show the board that a link asks for, or say what is wrong with it.

    Where nobody has asked for a board yet, it is one on which the agent has something to show.
    """
    query, _ = address.asked(lambda name: name == ADDRESS)
    asked = query.get(ADDRESS)
    if asked is not None and (asked != rules.pattern(trail().board) or not trail().chosen):
        try:
            show_board(rules.parse_board(asked))
        except ValueError as error:
            session().say(f"The board in the link was left out. {plain(str(error))}", "warning")
    trail().begin_with(present_insights().telling_board)
    address.show({ADDRESS: rules.pattern(trail().board)}, as_step=trail().chosen)


def show_board(board: str) -> None:
    """Make `board` the one that is looked at. For callbacks, or before the page's widgets."""
    trail().visit(board)
    _look()


def step(direction: int) -> None:
    """Look at the board before, or at the one after it again."""
    if direction < 0:
        trail().go_back()
    else:
        trail().go_forward()
    _look()


def _look() -> None:
    # The field is only ever emptied: what a late browser sends of it then undoes nothing.
    PATTERN.set("")
    VIEW.set(VIEWS[0])


def type_pattern() -> None:
    """Look at the board that was typed in; a wrong one the field keeps, and says what is wrong."""
    try:
        show_board(rules.parse_board(PATTERN.value))
    except ValueError:
        return


def play_clicked() -> None:
    """Play the cell of the board that was clicked on."""
    click = read_play(BOARD_KEY)
    if click is not None and click[1] == str(trail().steps):
        _play(click[0])


def play_pointed(key: str) -> None:
    """Play the cell of a heatmap that was clicked on."""
    match held(key):
        case {"selection": {"points": [{"customdata": [int(cell)]}]}} if type(cell) is int:
            _play(cell)


def _play(cell: int) -> None:
    board = trail().board
    if cell in rules.legal_moves(board):
        show_board(rules.play(board, cell))


def jump(places: Mapping[str, str]) -> None:
    """Look at the board that was chosen by its name."""
    board = places.get(str(held(JUMP_KEY)))
    if board is not None:
        show_board(board)


def open_row(boards: tuple[str, ...], key: str) -> None:
    """Look at the board of the table's row that was clicked on."""
    match held(key):
        case {"row": int(row)} if 0 <= row < len(boards):
            show_board(boards[row])
