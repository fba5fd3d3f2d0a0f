"""Two players and a board in the address: ``a=present-agent&b=minimax&board=X--|-O-|---``."""

from ttt_core.sentences import tr_noop
from ttt_ui.compare.side_by_side.state import side_by_side
from ttt_ui.frame.links import BOARD, Link, choice, slug
from ttt_ui.visit.players import YOUR_AGENT
from ttt_ui.visit.roster import FIXED_PLAYERS

_IN_LINKS = {slug(name): name for name in (YOUR_AGENT, *FIXED_PLAYERS)}
"""The players that links can name: added agents have no name there."""

PLAYERS = tuple(
    choice(role, _IN_LINKS, tr_noop("links cannot name this player.")) for role in ("a", "b")
)


def apply_link(link: Link) -> None:
    pair = side_by_side()
    for parameter in PLAYERS:
        player = link.read(parameter)
        if player is not None:
            pair.choose(parameter.name, player)
    board = link.read(BOARD)
    if board is not None:
        pair.trail.visit(board)


def to_query() -> dict[str, str]:
    """Return the query parameters of the board and of those players that links can name."""
    pair = side_by_side()
    a, b = (parameter.to_query(pair.names[parameter.name]) for parameter in PLAYERS)
    return a | b | BOARD.to_query(pair.trail.board)
