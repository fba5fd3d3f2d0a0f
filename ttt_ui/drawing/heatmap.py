"""Boards as heatmaps: a number on every free cell, coloured by its size."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ttt_core.game import legal_moves
from ttt_ui.drawing.board_component import CellNote
from ttt_ui.drawing.cell_colours import Numbers, Scale, Tone, amount_tone, signed_tone
from ttt_ui.drawing.standing import DASH, NOT_TRIED, MoveStandings
from ttt_ui.language import localised, tr
from ttt_ui.wording import worth

Notes = Mapping[int, CellNote]
"""By free cell."""

_NONE: MoveStandings = MappingProxyType({})


def value_notes(
    board: str, values: Numbers, scale: Scale, standings: MoveStandings = _NONE
) -> Notes:
    """Show values (9,) for the moves on a board; those of taken cells are ignored."""
    texts = [
        DASH if standings.get(cell) == NOT_TRIED else value_text(value, scale)
        for cell, value in enumerate(values)
    ]
    tones = [signed_tone(tone) for tone in scale.cell_colours(np.nan_to_num(values))]
    return _notes(board, texts, tones, standings=standings)


def true_value_notes(
    board: str, true_value: Numbers, to_end: Numbers, best: Collection[int]
) -> Notes:
    """Show the true values of the moves on a board: 1 win, 0 draw, -1 loss.

    The sooner the end, the deeper the colour; `to_end` (9,) is the number of moves until then. The
    cells in `best` are outlined.
    """
    texts = [worth(int(value), int(moves)) for value, moves in zip(true_value, to_end, strict=True)]
    tones = [signed_tone(tone) for tone in true_value * (1 - (to_end - 1) / 10)]
    return _notes(board, texts, tones, best)


def visit_notes(board: str, visits: Numbers, most: float, best: Collection[int]) -> Notes:
    """Show how often the agent has learned from each move, on a logarithmic colour scale.

    The `visits` (9,) may be fractions; those of taken cells are ignored. `most` has the deepest
    colour.
    """
    shares = np.minimum(np.log1p(visits) / np.log1p(max(most, 1)), 1)
    return _notes(
        board, [_count(number) for number in visits], list(map(amount_tone, shares)), best
    )


def probability_notes(board: str, probabilities: Numbers, best: Collection[int]) -> Notes:
    """Show the first nine numbers of a policy's row."""
    shares = probabilities[:9]
    texts = [localised(f"{share:.0%}") for share in shares]
    return _notes(board, texts, list(map(amount_tone, shares)), best)


def probability_difference_notes(board: str, differences: Numbers) -> Notes:
    """Show how much likelier one player is than another to make each move, from -1 to 1."""
    texts = list(map(_difference_text, differences))
    return _notes(board, texts, list(map(signed_tone, differences)))


def _difference_text(difference: float) -> str:
    """Write a difference between two probabilities as a signed percentage; 0 has no sign."""
    text = f"{difference:+.0%}"
    return localised(text[1:] if text[1:] == "0%" else text.replace("-", "−"))


def value_text(value: float, scale: Scale) -> str:
    """Write a value in about three digits, with a sign if the middle of the scale is 0.

    A value that rounds to 0 has no sign.
    """
    text = f"{value:+.2f}" if abs(value) < 9.995 else f"{value:+.1f}"
    if set(text[1:]) <= {"0", "."} or (value > 0 and scale.middle != 0):
        return localised(text[1:])
    return localised(text.replace("-", "−"))


def _count(number: float) -> str:
    if number >= 1_000_000:
        return localised(f"{number / 1_000_000:,.1f}M")
    if number >= 10_000:
        return localised(f"{number / 1_000:,.1f}k")
    if number >= 100:
        return localised(f"{number:,.0f}")
    return localised(f"{number:.2f}".rstrip("0").rstrip("."))


def _notes(
    board: str,
    texts: Sequence[str],
    tones: Sequence[Tone],
    best: Collection[int] = (),
    standings: MoveStandings = _NONE,
) -> Notes:
    return {
        cell: CellNote(
            texts[cell],
            tones[cell],
            None,
            tr(standings[cell]) if cell in standings else texts[cell],
            choice="own" if cell in best else None,
            standing=standings.get(cell),
        )
        for cell in legal_moves(board)
    }
