"""Two players and their board in the address: ``a=present-agent&b=minimax&board=X--|-O-|---``."""

import re
from collections.abc import Mapping

from ttt_core.game import board as rules
from ttt_ui.compare.players import FIXED_PLAYERS
from ttt_ui.shared.links import named
from ttt_ui.shared.opponents import YOUR_AGENT
from ttt_ui.side_by_side.state import SideBySide

BOARD = "board"
PARAMETERS = ("a", "b", BOARD)

_IN_LINKS = {re.sub(r"[^a-z]+", "-", name.lower()): name for name in (YOUR_AGENT, *FIXED_PLAYERS)}
"""The players that everybody has, by what they are called there: agents of a roster are not."""


def follow(beside: SideBySide, query: Mapping[str, str]) -> list[str]:
    """Show what a link asks for; return a sentence for each thing in it that makes no sense."""
    dropped = []
    for role in ("a", "b"):
        asked = query.get(role)
        if asked is None:
            continue
        if asked in _IN_LINKS:
            beside.choose(role, _IN_LINKS[asked])
        else:
            dropped.append(
                f"{named(role, asked)}: no player of this name is in links. "
                f"There are {', '.join(_IN_LINKS)}."
            )
    asked = query.get(BOARD)
    if asked is not None:
        try:
            beside.trail.visit(rules.parse_board(asked))
        except ValueError as error:
            dropped.append(f"{named(BOARD, asked)}: {error}")
    return dropped


def to_query(beside: SideBySide) -> dict[str, str]:
    """Write the two and their board, as far as a link can tell."""
    slugs = {name: slug for slug, name in _IN_LINKS.items()}
    players = {role: slugs.get(beside.names[role]) for role in ("a", "b")}
    return {
        **{role: slug for role, slug in players.items() if slug is not None},
        BOARD: rules.pattern(beside.trail.board),
    }
