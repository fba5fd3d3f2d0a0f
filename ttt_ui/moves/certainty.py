"""Untried and proven moves, whose values look like others but mean something else.

A value of 0 can be the initial value, the result of a few games, or certain. Untried moves are
therefore hatched and proven ones framed wherever values are shown, each with its words.
"""

from collections.abc import Mapping
from typing import Literal, get_args

import ttt_core as ttt
from ttt_core.evaluation import UNPROVEN, proven_value
from ttt_core.game import board as rules
from ttt_core.game import legal, position_of
from ttt_core.learning import has_box
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.wording import cell_name, listed

Certainty = Literal["untried", "proven win", "proven draw", "proven loss"]
Certainties = Mapping[int, Certainty]
"""By free cell; other moves are left out."""

NOT_TRIED: Certainty = tr_noop("untried")
PROVEN: dict[int, Certainty] = {
    1: tr_noop("proven win"),
    0: tr_noop("proven draw"),
    -1: tr_noop("proven loss"),
}
"""By true value."""
DASH = "–"
"""Shown instead of the value of an untried move."""

LEGEND = tr_noop(
    "Untried moves have no estimate yet. A proven win, draw or loss is certain from the moves the "
    "agent has tried, even while its value lags behind."
)


def certainties(agent: ttt.Agent, board: str) -> Certainties:
    """Return the untried and the proven moves of an open board.

    A network and a policy have neither: every move they learn from changes what they do with
    others, and none is ever certain. Positions without a box offer no choice, so matchboxes count
    as having tried all moves there.
    """
    if agent.kind in ("network", "policy"):
        return {}
    position, tried = position_of(board), agent.visits > 0
    if agent.kind == "matchboxes":
        tried |= legal() & ~has_box()[:, None]
    proven = proven_value(tried)[position]
    return {
        cell: PROVEN[int(proven[cell])] if tried[position, cell] else NOT_TRIED
        for cell in rules.legal_moves(board)
        if proven[cell] != UNPROVEN or not tried[position, cell]
    }


def known_words(agent: ttt.Agent, board: str) -> list[str]:
    """Say of each move on an open board whether it is untried, an estimate or proven."""
    certainty_of = certainties(agent, board)
    words = {None: tr("estimate"), NOT_TRIED: tr(NOT_TRIED)}
    return [words.get(certainty_of.get(cell), tr("proven")) for cell in rules.legal_moves(board)]


def spoken(certainty_of: Certainties) -> str:
    """Name the hatched and the framed cells in sentences; empty if there are none."""
    cells = {
        certainty: [cell_name(cell) for cell in certainty_of if certainty_of[cell] == certainty]
        for certainty in get_args(Certainty)
    }
    return " ".join(
        f"{tr(certainty).capitalize()}: {listed(names)}."
        for certainty, names in cells.items()
        if names
    )
