"""Actions of the Inspect page: each shows a board, which the address names."""

import streamlit as st

from ttt_ui.frame import address
from ttt_ui.frame.links import BOARD, HIDE, open_view
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.inspect.state import PARTS, POSITION, VIEW, VIEWS, trail
from ttt_ui.moves.insights import agent_insights

IN_LINKS = open_view(VIEWS)

EXPLORER = Explorer("inspect", trail, lambda: VIEW.set(POSITION))
show_board = EXPLORER.show_board


def open_board(board: str) -> None:
    """Open a position on Inspect."""
    show_board(board)
    st.switch_page("pages/inspect.py")


def follow_address() -> None:
    """Show the board and the view named in a link, or say what is wrong with them.

    Until the visitor has chosen a board, show one on which the agent has something to show.
    """
    link = address.asked(lambda name: name in (BOARD.name, IN_LINKS.name, HIDE))
    asks = bool(link.rest)
    PARTS.follow(link)
    board, view = link.read(BOARD), link.read(IN_LINKS)
    if board is not None and (board != trail().board or not trail().chosen):
        show_board(board)
    if asks:
        VIEW.set(view or POSITION)
    link.say_what_was_dropped()
    trail().begin_with(agent_insights().telling_board)
    query = BOARD.to_query(trail().board) | IN_LINKS.to_query(VIEW.value) | PARTS.query()
    address.show(query, as_step=False)
