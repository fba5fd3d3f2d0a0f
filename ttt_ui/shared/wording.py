"""Exact figures said in words: what more than one page says of an agent."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

import ttt_core as ttt
from ttt_core.game.board import SIDES
from ttt_core.game.graph import N_OPEN
from ttt_core.learning.matchboxes import number_of_boxes

WORTH_WORDS: dict[int, Literal["win", "draw", "loss"]] = {1: "win", 0: "draw", -1: "loss"}

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+.!|$:<>~-])")


def verdict(card: ttt.ReportCard) -> str:
    """Say whether an agent can be beaten."""
    beatable = (("X", card.beatable_as_x), ("O", card.beatable_as_o))
    losing = [side for side, loses in beatable if loses]
    return f"Best play beats it as {' and as '.join(losing)}" if losing else "Cannot be beaten"


class Knowledge(NamedTuple):
    """How many positions (or boxes) an agent knows, of how many, and what to call that."""

    label: str
    number: int
    total: int


def knowledge(agent: ttt.Agent) -> Knowledge:
    """Return how much of the game an agent has learned from.

    Matchboxes are counted once for all twins of a position, for the sides that they play.
    """
    if agent.kind != "matchboxes":
        return Knowledge("Positions known", agent.positions_known, N_OPEN)
    sides = [side for side in SIDES if agent.config.learns in ("both", side)]
    known = sum(number_of_boxes(side, agent.known) for side in sides)
    return Knowledge("Boxes known", known, sum(map(number_of_boxes, sides)))


def percent(share: float) -> str:
    """Write a share as a percentage that is 0 % or 100 % only when it is exactly that."""
    if 0 < share < 0.001:
        return "< 0.1 %"
    if 0.999 < share < 1 - 1e-12:
        return "> 99.9 %"
    return f"{share:.1%}".replace("%", " %")


def weighted_sum(weights: Sequence[float], terms: Sequence[str], *, times: str, minus: str) -> str:
    """Write a sum of terms with their weights in front; those of 1 and -1 need no number."""
    said = ""
    for weight, term in zip(weights, terms, strict=True):
        sign = minus if weight < 0 else "+"
        factor = "" if abs(weight) == 1 else f"{abs(weight):g}{times}"
        said += f" {sign} {factor}{term}"
    return said.removeprefix(" + ").removeprefix(" ")


def plain(text: str) -> str:
    """Escape text that somebody else wrote, so that Markdown shows it letter by letter.

    Streamlit reads ``:material/name:`` in spite of escapes; an invisible joiner keeps it from that.
    """
    escaped = _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
    return re.sub(r":(?=\w)", ":\u2060", escaped)


def cell_name(cell: int) -> str:
    """Name a cell by row and column, from 1."""
    return f"row {cell // 3 + 1}, column {cell % 3 + 1}"
