"""Where a player's values say the opposite of the truth, which colours alone would not tell."""

from collections.abc import Sequence

from ttt_core.game import LOSS, WIN, move_values, position_of
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.moves.certainty import NOT_TRIED
from ttt_ui.moves.values import MoveValues
from ttt_ui.wording import cell_name, listed, number

_FAINT = 0.02
"""Readings closer to a draw have no colour that can be seen."""

_IN_FACT = {
    LOSS: (
        tr_noop("It values {moves} at {value}; in fact, this move loses."),
        tr_noop("It values {moves} above a draw; in fact, these moves lose."),
    ),
    WIN: (
        tr_noop("It values {moves} at {value}; in fact, this move wins."),
        tr_noop("It values {moves} below a draw; in fact, these moves win."),
    ),
}
"""By the true value: of one move, and of several."""


def beliefs_against_facts(values: MoveValues, *, shows_true_values: bool) -> str:
    """Say which moves look good on a board and lose, or look bad and win; empty if none do.

    If the true values are not shown, this is only about moves that the board calls proven.
    """
    if values.kind in ("matchboxes", "minimax", "policy"):
        return ""
    readings = values.scale.reading(values.values)
    true_values = move_values()[position_of(values.board)]
    certain = [cell for cell, word in values.certainties.items() if word != NOT_TRIED]
    untried = values.certainties.keys() - set(certain)
    cells = [
        cell
        for cell in (rules.legal_moves(values.board) if shows_true_values else sorted(certain))
        if cell not in untried
    ]
    good = [cell for cell in cells if readings[cell] > _FAINT and true_values[cell] == LOSS]
    bad = [cell for cell in cells if readings[cell] < -_FAINT and true_values[cell] == WIN]
    return " ".join(filter(None, (_sentence(values, LOSS, good), _sentence(values, WIN, bad))))


def _sentence(values: MoveValues, true_value: int, cells: Sequence[int]) -> str:
    if not cells:
        return ""
    of_one, of_several = _IN_FACT[true_value]
    return tr(
        of_one if len(cells) == 1 else of_several,
        moves=listed([cell_name(cell) for cell in cells]),
        value=number(float(values.values[cells[0]]), 2),
    )
