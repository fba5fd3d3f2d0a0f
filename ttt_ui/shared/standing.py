"""What an agent has tried: values that look alike need not mean the same.

A 0 can be where the value of a move began, what a few games have left there, or what is known for
sure. So a move that was never tried and one that is proven to be a draw look different from all
others, everywhere: hatched and framed, with a word.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.proof import UNPROVEN, proven_value
from ttt_core.game import board as rules
from ttt_core.game.graph import legal, position_of
from ttt_core.game.solution import DRAW
from ttt_core.learning.matchboxes import has_box
from ttt_ui.shared.wording import cell_name

Standing = Literal["not tried", "proven draw"]
Standings = Mapping[int, Standing]
"""By free cell; moves of which neither can be said are left out."""

NOT_TRIED: Standing = "not tried"
PROVEN_DRAW: Standing = "proven draw"
DASH = "–"
"""Stands in the place of a value that nothing has been learned for."""

LEGEND = (
    "**Hatched, –**: never tried, so its value is where it began. **Framed**: a draw for sure, "
    "proven by the moves that the agent has tried. **Plain**: what it expects so far."
)


def tried_moves(agent: ttt.Agent) -> NDArray[np.bool_]:
    """Return a boolean array (4520, 9): the moves that an agent has learned from.

    And, of matchboxes, those on boards that need no box, as their moves are all alike.
    """
    tried = agent.visits > 0
    return tried | (legal() & ~has_box()[:, None]) if agent.kind == "matchboxes" else tried


def standings(agent: ttt.Agent, board: str) -> Standings:
    """Return what an agent has not tried on an open board, and what it has proven a draw."""
    position, tried = position_of(board), tried_moves(agent)
    proven = proven_value(tried)[position]
    return {
        cell: PROVEN_DRAW if tried[position, cell] else NOT_TRIED
        for cell in rules.legal_moves(board)
        if proven[cell] == DRAW or not tried[position, cell]
    }


def known_words(tried: NDArray[np.bool_], proven: NDArray[np.int8]) -> list[str]:
    """Say of each of some moves whether it was tried, and whether its worth is proven."""
    return [
        NOT_TRIED if not one_tried else "estimate" if true_value == UNPROVEN else "proven"
        for one_tried, true_value in zip(tried, proven, strict=True)
    ]


def spoken(found: Standings) -> str:
    """Name the cells that are hatched and framed, for who does not see them; empty for none."""
    cells = {
        standing: [cell_name(cell) for cell in found if found[cell] == standing]
        for standing in (NOT_TRIED, PROVEN_DRAW)
    }
    return "".join(
        f"; {standing}: {' and '.join(names)}" for standing, names in cells.items() if names
    )
