"""The open view of Compare, and what it shows, in the address."""

from collections.abc import Callable, Mapping

from ttt_ui.compare.curves import links as curves
from ttt_ui.compare.side_by_side import links as side_by_side
from ttt_ui.compare.side_by_side.state import side_by_side as two
from ttt_ui.compare.state import LEARNING_CURVES, SIDE_BY_SIDE, SWEEP, VIEW, VIEWS
from ttt_ui.compare.sweep import actions as sweep
from ttt_ui.compare.sweep.links import is_of_sweep
from ttt_ui.frame import address
from ttt_ui.frame.links import said_of_dropped
from ttt_ui.frame.view_links import VIEW as VIEW_ADDRESS
from ttt_ui.frame.view_links import view_from_query, view_to_query
from ttt_ui.visit.session import session

_TAKE: dict[str, Callable[[Mapping[str, str]], list[str]]] = {
    SIDE_BY_SIDE: lambda query: side_by_side.follow(two(), query),
    LEARNING_CURVES: curves.take,
    SWEEP: sweep.follow_link,
}
"""Each applies a link to a view and returns a sentence for every part that is not valid."""

_SAY: dict[str, Callable[[], dict[str, str]]] = {
    SIDE_BY_SIDE: lambda: side_by_side.to_query(two()),
    LEARNING_CURVES: curves.comparison_to_query,
    SWEEP: sweep.link,
}
"""Each returns the query parameters of a view."""


def _owns(name: str) -> bool:
    own = (VIEW_ADDRESS, *side_by_side.PARAMETERS)
    return name in own or curves.owns(name) or is_of_sweep(name)


def follow_address() -> None:
    """Open the view that a link names, and keep the address in step with what is shown."""
    query, _ = address.asked(_owns)
    view, dropped = view_from_query(query, VIEWS)
    if query:
        VIEW.set(view or VIEWS[0])
    if view in _TAKE:
        dropped += _TAKE[view](query)
    if dropped:
        session().say(said_of_dropped(dropped))
    shown = view_to_query(VIEW.value, VIEWS)
    if VIEW.value in _SAY:
        shown |= _SAY[VIEW.value]()
    # A new board is a step in the browser's history.
    before = address.shown().get(side_by_side.BOARD)
    is_step = before is not None and shown.get(side_by_side.BOARD) not in (None, before)
    address.show(shown, as_step=is_step)
