"""Matchboxes as files list them, position by position."""

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from ttt_core.files.field_types import STRICT, Count
from ttt_core.files.positions import named, positions_of, refuse_cells, refuse_ended
from ttt_core.files.sentences import AgentFileError
from ttt_core.game.graph import N_OPEN, frozen, legal
from ttt_core.learning.matchboxes import beads_in_boxes, has_box
from ttt_core.learning.soundness import MAX_COUNT


class BoxEntry(BaseModel):
    """The box of one position, cell by cell in the order of the rows."""

    model_config = STRICT

    beads: list[Count | None] = Field(
        min_length=9,
        max_length=9,
        description="The beads of the move to each cell, null where it is not legal. Cells that "
        "a symmetry of the board carries into each other share their beads.",
    )
    visits: list[Count] = Field(
        min_length=9, max_length=9, description="How often each move was learned from."
    )


def read_boxes(
    entries: dict[str, BoxEntry], first_beads: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return beads (4520, 9), nan where not legal, and visits (4520, 9).

    Parameters
    ----------
    entries
    first_beads : float64 array (4520, 9)
        What is in the boxes that are not in the file.

    Raises
    ------
    AgentFileError
        If a pattern is no open position or has no box, a bead is on an occupied cell or missing on
        a free one, or a box holds more beads than can be drawn from.
    """
    positions = positions_of(entries)
    refuse_ended(positions, "has a box")
    boxless = positions[~has_box()[positions]]
    if boxless.size:
        raise AgentFileError(
            f"{named(int(boxless[0]))} has a box, but there is nothing to choose there."
        )
    rows = np.array([entry.beads for entry in entries.values()], np.float64).reshape(-1, 9)
    counts = np.array([entry.visits for entry in entries.values()], np.int32).reshape(-1, 9)
    free = legal()[positions]
    refuse_cells(positions, ~free & ~np.isnan(rows), "has beads for the occupied cell")
    refuse_cells(positions, free & np.isnan(rows), "has no number of beads for the free cell")
    refuse_cells(positions, ~free & (counts > 0), "has visits on the occupied cell")
    beads = first_beads.copy()
    visits = np.zeros((N_OPEN, 9), np.int32)
    beads[positions] = rows
    visits[positions] = counts
    overfull = np.flatnonzero(beads_in_boxes(beads) > MAX_COUNT)
    if overfull.size:
        raise AgentFileError(
            f"{named(int(overfull[0]))} has a box of more than {MAX_COUNT:,} beads."
        )
    return frozen(beads), frozen(visits)
