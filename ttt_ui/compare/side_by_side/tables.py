"""The positions in which two players choose differently: filtered, and as a table."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy
from ttt_core.game import N_OPEN, SIDES, boards, graph, symmetry_class
from ttt_core.game import board as rules
from ttt_ui.language import tr
from ttt_ui.moves.choices import best_cells, in_short
from ttt_ui.wording import percent

_MANY_MOVES = 3


def matching(
    found: ttt.Disagreements,
    *,
    side: str | None,  # to move; None for both
    marks: tuple[int, int],  # the least and greatest number on the board
    only_mistakes: bool,  # where A or B may make one
    only_disjoint: bool,  # where they never choose the same move
    reachable_for: str | None,  # "a" or "b": what can arise on this player's turn; None for all
    equivalents_once: bool,  # the costliest of each set
) -> NDArray[np.intp]:
    """Return the positions in which two players choose differently, costliest first."""
    wanted = found.differ & np.isin(_marks(), np.arange(marks[0], marks[1] + 1))
    if side is not None:
        wanted &= graph().side[:N_OPEN] == SIDES.index(side)
    if only_mistakes:
        wanted &= (found.thrown_a > 0) | (found.thrown_b > 0)
    if only_disjoint:
        wanted &= found.disjoint
    if reachable_for is not None:
        wanted &= found.reachable_a if reachable_for == "a" else found.reachable_b
    positions = np.flatnonzero(wanted)
    costs = np.abs(found.cost[positions])
    positions = positions[np.lexsort((positions, -costs.round(12)))]
    if equivalents_once:
        _, first = np.unique(symmetry_class()[positions], return_index=True)
        positions = positions[np.sort(first)]
    return positions


def _marks() -> NDArray[np.int64]:
    return np.array([9 - board.count(rules.EMPTY) for board in boards()[:N_OPEN]])


def disagreements_table(
    found: ttt.Disagreements, policy_a: Policy, policy_b: Policy, positions: NDArray[np.intp]
) -> pd.DataFrame:
    """Return a table with a row for each position, indexed by board."""
    names = [boards()[position] for position in positions.tolist()]
    return pd.DataFrame(
        {
            "Pattern": [rules.pattern(board) for board in names],
            "Side": [rules.side_to_move(board) for board in names],
            "Marks": _marks()[positions],
            "A plays": [played(row) for row in policy_a[positions]],
            "B plays": [played(row) for row in policy_b[positions]],
            "A throws away": found.thrown_a[positions],
            "B throws away": found.thrown_b[positions],
            "Cost": np.abs(found.cost[positions]),
        },
        index=pd.Index(names, dtype=str),
    )


def played(chances: NDArray[np.float64]) -> str:
    """Write the likeliest choice in a row of a policy, briefly."""
    cells = best_cells(chances)
    if not cells or chances[RESIGNING:].sum() > chances[cells].sum():
        return tr("resigns")
    together = float(chances[cells].sum())
    what = tr("any of {number}", number=len(cells)) if len(cells) > _MANY_MOVES else in_short(cells)
    return what if together > 1 - 1e-12 else f"{what} ({percent(together)})"
