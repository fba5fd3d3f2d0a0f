"""The open view of Compare, and what it shows, in the address."""

from ttt_ui.compare.measuring import links as measuring
from ttt_ui.compare.side_by_side import links as side_by_side
from ttt_ui.compare.state import LEARNING_CURVES, PARTS, SIDE_BY_SIDE, SWEEP, VIEW
from ttt_ui.frame import address
from ttt_ui.language import tr

_PARTS = {
    SIDE_BY_SIDE: (side_by_side.apply_link, side_by_side.to_query),
    LEARNING_CURVES: (measuring.apply_curves_link, measuring.curves_to_query),
    SWEEP: (measuring.apply_sweep_link, measuring.sweep_to_query),
}
"""What reads a link to a view, and what writes it."""


def follow_address() -> None:
    """Open the view that a link names, and keep the address up to date."""
    link = address.asked()
    asks = bool(link.rest)
    PARTS.apply_link(link)
    if asks:
        VIEW.apply_link(link)
        if VIEW.value in _PARTS:
            _PARTS[VIEW.value][0](link)
    for name, text in link.rest.items():
        link.drop(name, text, tr("this is for another view."))
    link.say_what_was_dropped()
    query = VIEW.to_query() | PARTS.query()
    if VIEW.value in _PARTS:
        query |= _PARTS[VIEW.value][1]()
    address.show(query, as_step=False)
