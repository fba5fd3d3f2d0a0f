"""What two players say of a board, and the positions in which they choose differently."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, as_policy
from ttt_core.game import N_OPEN, boards, position_of, symmetry_class
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.compare.players import ComparedPlayer
from ttt_ui.drawing.board_component import CellNote
from ttt_ui.drawing.colours import signed_tone
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.language import localised, tr
from ttt_ui.moves.certainty import DASH, NOT_TRIED, certainties
from ttt_ui.moves.choices import best_cells, in_short
from ttt_ui.moves.values import Scale, value_scale
from ttt_ui.tables import table_of
from ttt_ui.wording import percent

if TYPE_CHECKING:
    import pandas as pd

ALL, A_IS_WORSE, B_IS_WORSE = tr_noop("All"), tr_noop("A is worse"), tr_noop("B is worse")
WORSE = (ALL, A_IS_WORSE, B_IS_WORSE)
"""The filter of the list."""

ROUNDING = 5e-13
_MANY_MOVES = 3


def agents_with_comparable_values(
    a: ComparedPlayer, b: ComparedPlayer
) -> tuple[ttt.Agent, ttt.Agent] | None:
    """Return two agents whose values mean the same; None if only their choices can be compared."""
    agents = a.agent, b.agent
    if agents[0] is None or agents[1] is None:
        return None
    kind = agents[0].kind
    is_comparable = kind == agents[1].kind and kind not in ("matchboxes", "policy")
    return (agents[0], agents[1]) if is_comparable else None


def common_scale(a: Scale, b: Scale) -> Scale:
    """Return a scale that covers both; its middle lies halfway between theirs."""
    middle = (a.middle + b.middle) / 2
    return Scale(min(a.low, b.low), middle, max(a.high, b.high))


def notes_of_two(a: ComparedPlayer, b: ComparedPlayer, board: str) -> dict[int, CellNote]:
    """Return for each free cell what A says, over what B says: values, or else probabilities.

    A cell is green where A's number is higher, and purple where B's is.
    """
    agents = agents_with_comparable_values(a, b)
    if agents is None:
        rows = [as_policy(player)[position_of(board)][:RESIGNING] for player in (a, b)]
        texts = [[localised(f"{share:.0%}") for share in row] for row in rows]
        apart = rows[0] - rows[1]
    else:
        scale = common_scale(*map(value_scale, agents))
        rows = [agent.q_values(board) for agent in agents]
        texts = [_value_texts(agent, board, scale) for agent in agents]
        apart = (rows[0] - rows[1]) / max(scale.high - scale.middle, scale.middle - scale.low)
    notes = {}
    for cell in rules.legal_moves(board):
        said_by_a, said_by_b = (text[cell] for text in texts)
        known = DASH not in (said_by_a, said_by_b)
        notes[cell] = CellNote(
            f"A {said_by_a}\nB {said_by_b}",
            signed_tone(float(np.clip(apart[cell], -1, 1))) if known else None,
            None,
            tr("A: {one}, B: {other}", one=_spoken(said_by_a), other=_spoken(said_by_b)),
        )
    return notes


def _value_texts(agent: ttt.Agent, board: str, scale: Scale) -> list[str]:
    of_moves = certainties(agent, board)
    return [
        DASH if of_moves.get(cell) == NOT_TRIED else value_text(value, scale)
        for cell, value in enumerate(agent.q_values(board))
    ]


def _spoken(text: str) -> str:
    return tr(NOT_TRIED) if text == DASH else text


def matching(apart: ttt.Disagreements, worse: str) -> NDArray[np.intp]:
    """Return the positions in which two players choose differently, costliest first.

    Of equivalent positions only the costliest; and only those where A or B is `worse`, if asked.
    """
    wanted = apart.differ
    if worse != ALL:
        wanted = wanted & ((apart.cost if worse == A_IS_WORSE else -apart.cost) > ROUNDING)
    positions = np.flatnonzero(wanted)
    costs = np.abs(apart.cost[positions])
    positions = positions[np.lexsort((positions, -costs.round(12)))]
    _, first = np.unique(symmetry_class()[:N_OPEN][positions], return_index=True)
    return positions[np.sort(first)]


def disagreements_table(
    apart: ttt.Disagreements, policy_a: Policy, policy_b: Policy, positions: NDArray[np.intp]
) -> "pd.DataFrame":
    """Return a table with a row for each position, indexed by board."""
    names = [boards()[position] for position in positions.tolist()]
    return table_of(
        {
            "Position": [rules.pattern(board) for board in names],
            "A plays": [played(row) for row in policy_a[positions]],
            "B plays": [played(row) for row in policy_b[positions]],
            "Cost of A": apart.thrown_a[positions],
            "Cost of B": apart.thrown_b[positions],
        },
        boards=names,
    )


def played(chances: NDArray[np.float64]) -> str:
    """Write the likeliest choice in a row of a policy, briefly."""
    cells = best_cells(chances)
    if not cells or chances[RESIGNING:].sum() > chances[cells].sum():
        return tr("resigns")
    together = float(chances[cells].sum())
    what = tr("any of {number}", number=len(cells)) if len(cells) > _MANY_MOVES else in_short(cells)
    return what if together > 1 - 1e-12 else f"{what} ({percent(together)})"
