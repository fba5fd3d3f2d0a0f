"""The colours of values, for heatmaps and for the board.

Colours are translucent, so that the theme's text colour stands out from every cell in the light
and the dark theme. Values go from purple (bad) through a faint grey to green (good): the hues of
ColorBrewer's PRGn, which colour-blind people can tell apart. Amounts have one hue.
"""

from dataclasses import dataclass

import numpy as np

from ttt_ui.drawing.colours import NEUTRAL, translucent
from ttt_ui.moves.scale import Numbers, Scale

GOOD = "#269654"
BAD = "#8E44AD"
_AMOUNT = "#148296"
_FAINTEST, _DEEPEST = 0.07, 0.6


@dataclass(frozen=True)
class Tone:
    """A translucent colour; depth 0 is invisible, depth 1 opaque."""

    hue: str
    depth: float

    def __str__(self) -> str:
        return translucent(self.hue, self.depth)


def signed_tone(tone: float) -> Tone:
    """Return the colour of a point on a scale, from -1 (bad) through 0 to 1 (good).

    Raises `ValueError` if it lies outside, or is not a number.
    """
    if not -1 <= tone <= 1:
        raise ValueError(f"A tone must be between -1 and 1, not {tone}.")
    return _toned(GOOD if tone > 0 else BAD if tone < 0 else NEUTRAL, abs(tone))


def amount_tone(share: float) -> Tone:
    """Return the colour of an amount, from 0 (none) to 1 (the most); raises as `signed_tone`."""
    if not 0 <= share <= 1:
        raise ValueError(f"An amount must be between 0 and 1, not {share}.")
    return _toned(_AMOUNT, share)


def value_tone(value: float, values: Numbers, scale: Scale, kind: str) -> Tone:
    """Return the colour of one of the `values` a player of a kind gives to the moves here."""
    if kind == "matchboxes":
        return amount_tone(value / max(float(np.nanmax(values)), 1))
    return signed_tone(float(scale.reading(np.array(value))))


def _toned(hue: str, share: float) -> Tone:
    return Tone(hue, float(_FAINTEST + (_DEEPEST - _FAINTEST) * share))
