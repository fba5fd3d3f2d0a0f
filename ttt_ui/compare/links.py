"""The open view of Compare, and what it shows, in the address.

Two players and a board side by side are in it as ``a=present-agent&b=minimax&board=X--|-O-|---``.
"""

from ttt_core.sentences import tr_noop
from ttt_ui.compare.measuring import links as measuring
from ttt_ui.compare.state import LEARNING_CURVES, PARTS, SIDE_BY_SIDE, SWEEP, VIEW, side_by_side
from ttt_ui.frame import address
from ttt_ui.frame.links import BOARD, Link, choice, slug
from ttt_ui.language import tr
from ttt_ui.visit.players import YOUR_AGENT
from ttt_ui.visit.roster import FIXED_PLAYERS

IN_LINKS = {slug(name): name for name in (YOUR_AGENT, *FIXED_PLAYERS)}
"""The players that links can name: added agents have no name there."""

ROLES = tuple(
    choice(role, IN_LINKS, tr_noop("links cannot name this player.")) for role in ("a", "b")
)


def apply_pair_link(link: Link) -> None:
    """Show side by side the players and the board that a link names."""
    pair = side_by_side()
    for role in ROLES:
        player = link.read(role)
        if player is not None:
            pair.choose(role.name, player)
    board = link.read(BOARD)
    if board is not None:
        pair.trail.visit(board)


def pair_to_query() -> dict[str, str]:
    """Return the query parameters of the board and of those players that links can name."""
    pair = side_by_side()
    a, b = (role.to_query(pair.names[role.name]) for role in ROLES)
    return a | b | BOARD.to_query(pair.trail.board)


_PARTS = {
    SIDE_BY_SIDE: (apply_pair_link, pair_to_query),
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
