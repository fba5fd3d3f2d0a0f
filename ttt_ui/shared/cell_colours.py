"""What colour a value has: the one place for it, for the heatmaps and for the board that is played.

Colours are laid over the page translucently: the stronger, the deeper. So the page shines through
in the light and in the dark theme, and the theme's own text colour stands out from every cell in
both. Values go from purple (bad) through a faint grey to green (good), the hues of ColorBrewer's
PRGn, which colour-blind people can tell apart; amounts are one hue.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_ui.shared.colours import NEUTRAL, translucent

Numbers = NDArray[np.floating | np.integer]

GOOD = "#269654"
BAD = "#8E44AD"
_AMOUNT = "#148296"
_FAINTEST, _DEEPEST = 0.07, 0.6


class Scale(NamedTuple):
    """The values that get the deepest purple, no colour, and the deepest green.

    What lies beyond is coloured as the end is.
    """

    low: float
    middle: float
    high: float

    def cell_colours(self, values: Numbers) -> NDArray[np.float64]:
        """Map values to -1 (low) through 0 (middle) to 1 (high)."""
        points = (self.low, self.middle, self.high)
        return np.interp(values, points, (-1.0, 0.0, 1.0))


TRUE_VALUE_SCALE = Scale(-1, 0, 1)


@dataclass(frozen=True)
class Tone:
    """A colour to be laid over the page, and how deep: 0 is nothing, 1 covers the page."""

    hue: str
    depth: float

    def __str__(self) -> str:
        return translucent(self.hue, self.depth)


def signed_tone(tone: float) -> Tone:
    """Return the colour of a place on a scale, from -1 (bad) through 0 (neither) to 1 (good).

    Raises
    ------
    ValueError
        If it lies outside, or is not a number.
    """
    if not -1 <= tone <= 1:
        raise ValueError(f"A tone goes from -1 to 1; this one is {tone}.")
    return _toned(GOOD if tone > 0 else BAD if tone < 0 else NEUTRAL, abs(tone))


def amount_tone(share: float) -> Tone:
    """Return the colour of an amount, from 0 (nothing) to 1 (the most there is).

    Raises
    ------
    ValueError
        If it lies outside, or is not a number.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"An amount goes from 0 to 1; this one is {share}.")
    return _toned(_AMOUNT, share)


def _toned(hue: str, share: float) -> Tone:
    return Tone(hue, float(_FAINTEST + (_DEEPEST - _FAINTEST) * share))
