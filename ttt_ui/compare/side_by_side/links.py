"""Two players and a board in the address: ``a=present-agent&b=minimax&board=X--|-O-|---``."""

from ttt_core.sentences import tr_noop
from ttt_ui.compare.side_by_side.state import side_by_side
from ttt_ui.frame.parameters import BOARD, Link, choice
from ttt_ui.visit.players import (
    DEPTHS,
    MENACE,
    MINIMAX,
    MINIMAX_FIRST,
    RANDOM,
    REWARD_MEMORY,
    YOUR_AGENT,
)

_IN_LINKS = {
    "present-agent": YOUR_AGENT,
    "random": RANDOM,
    "beginner": "Beginner",
    "intermediate": "Intermediate",
    "minimax": MINIMAX,
    "minimax-first-of-equals": MINIMAX_FIRST,
    "reward-memory": REWARD_MEMORY,
    "menace-as-published": MENACE,
    **{f"minimax-depth-{depth}": name for name, depth in DEPTHS.items()},
}
"""Names of players in links, which never change. Added agents have none."""


PLAYERS = tuple(
    choice(role, _IN_LINKS, tr_noop("links cannot name this player.")) for role in ("a", "b")
)


def owns(name: str) -> bool:
    return any(name == parameter.name for parameter in (*PLAYERS, BOARD))


def follow(link: Link) -> None:
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
