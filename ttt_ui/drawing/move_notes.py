"""What the free cells of a board show of a player's values, and of the true values."""

from ttt_core.game import board as rules
from ttt_core.game import move_values, position_of
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import CellNote
from ttt_ui.drawing.colours import signed_tone, value_tone
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.language import tr
from ttt_ui.moves.values import DASH, NOT_TRIED, Certainty, MoveValues
from ttt_ui.wording import TRUE_VALUE_WORDS, counted, percent, worth


def move_notes(board: str, given: MoveValues | None, *, true_values: bool) -> dict[int, CellNote]:
    """Return what the free cells show: the values a player has given, the true values, or both."""
    free = rules.legal_moves(board)
    if not free or not (given or true_values):
        return {}
    true_value = move_values()[position_of(board)]
    return {
        cell: _note(cell, given, int(true_value[cell]), true_values=true_values) for cell in free
    }


def _note(cell: int, given: MoveValues | None, true_value: int, *, true_values: bool) -> CellNote:
    word = TRUE_VALUE_WORDS[true_value]
    spoken = tr("true value: {value}", value=worth(true_value, 0))
    if given is None:
        return CellNote("", signed_tone(true_value), word, spoken)
    value = given.values[cell]
    seen = TRUE_VALUE_WORDS[int(value)] if given.kind == "minimax" else None
    certainty = given.certainties.get(cell)
    parts = (
        _spoken(value, given.kind),
        tr(certainty) if certainty else None,
        spoken if true_values else None,
    )
    return CellNote(
        _written(value, given, certainty),
        value_tone(value, given.values, given.scale, given.kind),
        word if true_values else seen,
        ", ".join(part for part in parts if part),
        certainty=certainty,
    )


def _written(value: float, given: MoveValues, certainty: Certainty | None) -> str:
    if given.kind == "minimax":
        return ""  # its badge says it
    if given.kind == "matchboxes":
        return f"{value:.0f}"
    if given.kind == "policy":
        return percent(value)
    if certainty == NOT_TRIED:
        return DASH
    return value_text(value, given.scale)


def _spoken(value: float, kind: str) -> str:
    if kind == "minimax":
        return tr(_OUTCOMES[int(value)])
    if kind == "matchboxes":
        return counted(round(value), "bead", "beads")
    if kind == "policy":
        return tr("probability {share}", share=percent(value))
    return tr("value {value:z.2f}", value=value)


_OUTCOMES = {1: tr_noop("a win"), 0: tr_noop("a draw"), -1: tr_noop("a loss")}
