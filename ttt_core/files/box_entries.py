"""Matchboxes as listed in files, position by position."""

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from ttt_core.files.field_types import STRICT, Count
from ttt_core.files.positions import (
    name_of,
    positions_of,
    refuse_cells,
    refuse_ended,
    refuse_visits,
)
from ttt_core.files.sentences import AgentFileError
from ttt_core.game.graph import N_OPEN, frozen, legal
from ttt_core.learning.matchboxes import beads_in_boxes, has_box
from ttt_core.learning.soundness import MAX_COUNT
from ttt_core.sentences import sentence, tr_noop


class BoxEntry(BaseModel):
    """The box of one position, cell by cell, row by row."""

    model_config = STRICT

    beads: list[Count | None] = Field(
        min_length=9,
        max_length=9,
        description="The beads of the move to each cell, null if it is illegal. Equivalent cells "
        "share their beads.",
    )
    visits: list[Count] = Field(
        min_length=9, max_length=9, description="How often the agent has learned from each move."
    )


def read_boxes(
    entries: dict[str, BoxEntry], first_beads: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return beads (4520, 9), nan where not legal, and visits (4520, 9).

    Parameters
    ----------
    entries
    first_beads : float64 array (4520, 9)
        The beads of the boxes that are not in the file.

    Raises
    ------
    AgentFileError
        If a position is not open or has no box, if an occupied cell has beads or a free one has
        no number of them, or if a box has too many beads.
    """
    positions = positions_of(entries)
    refuse_ended(
        positions, tr_noop("The position {position} has a box, but the game is over there.")
    )
    boxless = positions[~has_box()[positions]]
    if boxless.size:
        raise AgentFileError(
            sentence(
                "The position {position} has a box, although there is no choice of move there.",
                position=name_of(int(boxless[0])),
            )
        )
    rows = np.array([entry.beads for entry in entries.values()], np.float64).reshape(-1, 9)
    counts = np.array([entry.visits for entry in entries.values()], np.int32).reshape(-1, 9)
    free = legal()[positions]
    refuse_cells(
        positions,
        ~free & ~np.isnan(rows),
        tr_noop("The position {position} has beads for the occupied cell {cell}."),
    )
    refuse_cells(
        positions,
        free & np.isnan(rows),
        tr_noop("The position {position} has no number of beads for the free cell {cell}."),
    )
    refuse_visits(positions, ~free & (counts > 0))
    beads = first_beads.copy()
    visits = np.zeros((N_OPEN, 9), np.int32)
    beads[positions] = rows
    visits[positions] = counts
    overfull = np.flatnonzero(beads_in_boxes(beads) > MAX_COUNT)
    if overfull.size:
        raise AgentFileError(
            sentence(
                "The box of the position {position} has more than {most:,} beads.",
                position=name_of(int(overfull[0])),
                most=MAX_COUNT,
            )
        )
    return frozen(beads), frozen(visits)
