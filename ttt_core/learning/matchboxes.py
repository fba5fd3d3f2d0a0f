"""The boxes and beads of MENACE, the matchbox machine (Michie 1961 and 1963).

There is one box for each set of equivalent positions in which at least two moves are not
equivalent: 304 with X to move and 280 with O. A box contains beads of one colour for each of these
moves, and the machine draws one. If several cells are equivalent under a symmetry of the board,
they are equally likely. Without a box, all free cells are equally likely.

In arrays, each free cell of each position has the beads of its move, so a move on two equivalent
cells has them twice.

References
----------
D. Michie, "Experiments on the mechanization of game-learning. Part I. Characterization of the model
and its parameters", The Computer Journal 6 (3), 1963.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import Policy, uniform
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN, boards, frozen, graph, legal, symmetry_class

Beads = Literal["michie", "simulation"]

FIRST_BEADS: Mapping[Beads, tuple[int, ...]] = MappingProxyType(
    {"michie": (4, 3, 2, 1), "simulation": (8, 4, 2, 1)}
)
"""Beads of each colour in a new box for a player's first, second, third and fourth move, as used by
Michie and by the simulation at mscroggs.co.uk."""


@cache
def cells_alike() -> NDArray[np.int8]:
    """Return an array (4520, 9): how many cells are equivalent to each; 0 if not legal."""
    slots = np.where(legal(), graph().class_slot, -1)
    same = slots[:, :, None] == slots[:, None, :]
    return frozen(np.where(legal(), same.sum(axis=2), 0).astype(np.int8))


@cache
def has_box() -> NDArray[np.bool_]:
    """Return a boolean array (4520,): whether two moves of a position are not equivalent."""
    return frozen(np.asarray(cells_alike().max(axis=1) < legal().sum(axis=1)))


def number_of_boxes(side: Side, among: NDArray[np.bool_] | None = None) -> int:
    """Count the boxes of a side; each stands for a position and all its equivalents.

    Parameters
    ----------
    side
    among : boolean array (4520,) or None
        If given, count only boxes that stand for one of these positions.
    """
    counted = has_box() & (graph().side[:N_OPEN] == SIDES.index(side))
    if among is not None:
        counted &= among
    return np.unique(symmetry_class()[:N_OPEN][counted]).size


@cache
def first_beads(beads: Beads) -> NDArray[np.float64]:
    """Return the beads (4520, 9) of new boxes; nan where a move is not legal."""
    marks = np.array([9 - board.count("-") for board in boards()[:N_OPEN]])
    stages = np.array([*FIRST_BEADS[beads], 0])[marks // 2]
    return frozen(np.where(legal(), np.where(has_box(), stages, 0)[:, None], np.nan))


def beads_in_boxes(beads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the number of beads in the box of each position, (4520,); 0 without a box."""
    return np.asarray(_own_beads(beads).sum(axis=1))


def empty_boxes(beads: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return a boolean array (4520,): the positions whose box is empty."""
    return np.asarray(has_box() & (beads_in_boxes(beads) == 0))


def bead_policy(beads: NDArray[np.float64]) -> Policy:
    """Return the policy (4520, 10) that draws a bead; from an empty box it resigns.

    Parameters
    ----------
    beads : float64 array (4520, 9)
        Whole numbers; only those of legal moves are used.
    """
    total = beads_in_boxes(beads)[:, None]
    shares = np.where(total > 0, _own_beads(beads) / np.maximum(total, 1), 0.0)
    policy = np.zeros((N_OPEN, RESIGNING + 1))
    policy[:, :RESIGNING] = np.where(has_box()[:, None], shares, uniform())
    policy[:, RESIGNING] = empty_boxes(beads)
    return policy


def _own_beads(beads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide the beads of a move evenly among its 1, 2 or 4 equivalent cells."""
    of_boxes = np.where(legal() & has_box()[:, None], beads, 0.0)
    return np.asarray(of_boxes / np.maximum(cells_alike(), 1))
