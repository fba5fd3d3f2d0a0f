"""The open view of Compare, and what it shows, in the address."""

from ttt_ui.compare.curves import links as curves
from ttt_ui.compare.side_by_side import links as side_by_side
from ttt_ui.compare.state import LEARNING_CURVES, PARTS, SIDE_BY_SIDE, SWEEP, VIEW, VIEWS
from ttt_ui.compare.sweep import links as sweep
from ttt_ui.frame import address
from ttt_ui.frame.links import HIDE, is_read_by, open_view
from ttt_ui.language import tr

_PARTS = {SIDE_BY_SIDE: side_by_side, LEARNING_CURVES: curves, SWEEP: sweep}
_OPEN_VIEW = open_view(VIEWS)


def follow_address() -> None:
    """Open the view that a link names, and keep the address up to date."""
    link = address.asked(lambda name: name == HIDE or is_read_by("compare", name))
    asks = bool(link.rest)
    PARTS.follow(link)
    view = link.read(_OPEN_VIEW)
    if asks:
        VIEW.set(view or VIEW.default)
    if view in _PARTS:
        _PARTS[view].follow(link)
    for name, text in link.rest.items():
        link.drop(name, text, tr("this is for another view."))
    link.say_what_was_dropped()
    query = _OPEN_VIEW.to_query(VIEW.value) | PARTS.query()
    if VIEW.value in _PARTS:
        query |= _PARTS[VIEW.value].to_query()
    address.show(query, as_step=False)
