"""Two players and a board in the address: ``a=present-agent&b=minimax&board=X--|-O-|---``."""

from collections.abc import Mapping

from ttt_core.game import board as rules
from ttt_ui.compare.side_by_side.state import SideBySide
from ttt_ui.frame.links import named
from ttt_ui.visit.players import MENACE, MINIMAX, MINIMAX_FIRST, RANDOM, REWARD_MEMORY, YOUR_AGENT
from ttt_ui.wording import listed

BOARD = "board"
PARAMETERS = ("a", "b", BOARD)

_IN_LINKS = {
    "present-agent": YOUR_AGENT,
    "random": RANDOM,
    "beginner": "Beginner",
    "intermediate": "Intermediate",
    "minimax": MINIMAX,
    "minimax-first-of-equals": MINIMAX_FIRST,
    "reward-memory": REWARD_MEMORY,
    "menace-as-published": MENACE,
}
"""Names of players in links, which never change. Added agents have none."""


def follow(pair: SideBySide, query: Mapping[str, str]) -> list[str]:
    """Apply a link; return a sentence for each part of it that is not valid."""
    dropped = []
    for role in ("a", "b"):
        asked = query.get(role)
        if asked is None:
            continue
        if asked in _IN_LINKS:
            pair.choose(role, _IN_LINKS[asked])
        else:
            dropped.append(
                f"{named(role, asked)}: links cannot name this player. "
                f"Choose from {listed(list(_IN_LINKS))}."
            )
    asked = query.get(BOARD)
    if asked is not None:
        try:
            pair.trail.visit(rules.parse_board(asked))
        except ValueError as error:
            dropped.append(f"{named(BOARD, asked)}: {error}")
    return dropped


def to_query(pair: SideBySide) -> dict[str, str]:
    """Return the query parameters of the board and of those players that links can name."""
    slugs = {name: slug for slug, name in _IN_LINKS.items()}
    players = {role: slugs.get(pair.names[role]) for role in ("a", "b")}
    return {
        **{role: slug for role, slug in players.items() if slug is not None},
        BOARD: rules.pattern(pair.trail.board),
    }
