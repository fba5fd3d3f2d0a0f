"""The open view of Compare, and what it shows, in the address."""

from ttt_ui.compare.curves import links as curves
from ttt_ui.compare.side_by_side import links as side_by_side
from ttt_ui.compare.state import LEARNING_CURVES, SIDE_BY_SIDE, SWEEP, VIEW, VIEWS
from ttt_ui.compare.sweep import links as sweep
from ttt_ui.frame import address
from ttt_ui.frame.links import open_view

_PARTS = {SIDE_BY_SIDE: side_by_side, LEARNING_CURVES: curves, SWEEP: sweep}
_OPEN_VIEW = open_view(VIEWS)


def _owns(name: str) -> bool:
    return name == _OPEN_VIEW.name or any(part.owns(name) for part in _PARTS.values())


def follow_address() -> None:
    """Open the view that a link names, and keep the address up to date."""
    link = address.asked(_owns)
    asks, view = bool(link.rest), link.read(_OPEN_VIEW)
    if asks:
        VIEW.set(view or VIEW.default)
    if view in _PARTS:
        _PARTS[view].follow(link)
    link.say_what_was_dropped()
    query = _OPEN_VIEW.to_query(VIEW.value)
    if VIEW.value in _PARTS:
        query |= _PARTS[VIEW.value].to_query()
    address.show(query, as_step=False)
