"""Matchboxes as listed in files, position by position."""

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from ttt_core.files.field_types import STRICT, Count
from ttt_core.files.positions import filled_in, name_of, positions_of, refuse_ended
from ttt_core.files.sentences import AgentFileError
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

    Boxes that are not in the file have the `first_beads` (4520, 9).
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
    beads, visits = filled_in(
        first_beads,
        positions,
        [entry.beads for entry in entries.values()],
        [entry.visits for entry in entries.values()],
        taken=tr_noop("The position {position} has beads for the occupied cell {cell}."),
        missing=tr_noop("The position {position} has no number of beads for the free cell {cell}."),
    )
    overfull = np.flatnonzero(beads_in_boxes(beads) > MAX_COUNT)
    if overfull.size:
        raise AgentFileError(
            sentence(
                "The box of the position {position} has more than {most:,} beads.",
                position=name_of(int(overfull[0])),
                most=MAX_COUNT,
            )
        )
    return beads, visits
