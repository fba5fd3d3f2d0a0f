"""Actions of the Inspect page: each shows a board, which the address names."""

import streamlit as st

from ttt_ui.drawing.map_component import opened_board
from ttt_ui.frame import address
from ttt_ui.frame.links import BOARD
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.inspect.state import PARTS, POSITION, VIEW, trail
from ttt_ui.moves.insights import agent_insights

EXPLORER = Explorer("inspect", trail, lambda: VIEW.set(POSITION))
show_board = EXPLORER.show_board


def open_board(board: str) -> None:
    """Open a position on Inspect."""
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
    trail().begin_with(agent_insights().telling_board)
    query = BOARD.to_query(trail().board) | VIEW.to_query() | PARTS.query()
    address.show(query, as_step=False)
