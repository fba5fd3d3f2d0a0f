"""Actions of the Inspect page: each shows a board, which the address names."""

from ttt_core.game import board as rules
from ttt_ui.drawing.insights import agent_insights
from ttt_ui.frame import address
from ttt_ui.frame.links import said_of_dropped
from ttt_ui.frame.view_links import VIEW as VIEW_ADDRESS
from ttt_ui.frame.view_links import view_from_query, view_to_query
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.inspect.state import ADDRESS, VIEW, VIEWS, trail
from ttt_ui.visit.session import session
from ttt_ui.wording import plain


def _open_position() -> None:
    VIEW.set(VIEWS[0])


EXPLORER = Explorer("inspect", trail, _open_position)
show_board = EXPLORER.show_board


def follow_address() -> None:
    """Show the board and the view named in a link, or say what is wrong with them.

    Until the visitor has chosen a board, show one on which the agent has something to show.
    """
    query, _ = address.asked(lambda name: name in (ADDRESS, VIEW_ADDRESS))
    view, dropped = view_from_query(query, VIEWS)
    asked = query.get(ADDRESS)
    if asked is not None and (asked != rules.pattern(trail().board) or not trail().chosen):
        try:
            show_board(rules.parse_board(asked))
        except ValueError as error:
            session().say(f"The board in the link was ignored. {plain(str(error))}", "warning")
    if query:
        VIEW.set(view or VIEWS[0])
    if dropped:
        session().say(said_of_dropped(dropped))
    trail().begin_with(agent_insights().telling_board)
    board = rules.pattern(trail().board)
    is_step = trail().chosen and board != address.shown().get(ADDRESS)
    address.show({ADDRESS: board, **view_to_query(VIEW.value, VIEWS)}, as_step=is_step)
