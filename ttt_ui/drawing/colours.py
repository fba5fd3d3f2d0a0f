"""Colours for figures, pictures and values, which cannot use the theme's own.

The blue and orange of X and O are halfway between the shades of the light and the dark theme
(.streamlit/config.toml), so that they stand out from both; all common kinds of colour vision can
tell them apart. All marks have them; coloured words use the theme's own shades.

The colours of values are translucent, so that the theme's text colour stands out from every cell.
Values go from purple (bad) through a faint grey to green (good): the hues of ColorBrewer's PRGn,
which colour-blind people can tell apart. Amounts have one hue.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ttt_core import pictures
from ttt_ui.moves.values import Numbers, Scale
from ttt_ui.streamlit_fixes.looks import THEME_TEXT

SIDE_COLOURS: dict[str, str] = {"X": "#4C6EF5", "O": "#E8590C"}
NEUTRAL = "#868E96"
PLAYER_COLOURS = (
    *("#0B8A94", "#C2255C", "#A97F00", "#85705A"),
    *("#CC79A7", "#7F9000", "#2F9BB3", "#B0524A"),
)
"""For players on Compare: each stands out from both themes; none is a side's or a value's."""
AMOUNTS = [
    *([0, "#01353B"], [1 / 9, "#034952"], [2 / 9, "#005F6A"], [3 / 9, "#057682"]),
    *([4 / 9, "#288C99"], [5 / 9, "#46A2AF"], [6 / 9, "#68B7C3"], [7 / 9, "#8DCCD5"]),
    *([8 / 9, "#B5E0E6"], [1, "#DEF3F6"]),
]
"""From little to much, evenly lighter, so that anyone can tell them apart. Also in the theme."""

LEGIBLE_AXIS: dict[str, Any] = {
    "tickfont": {"color": THEME_TEXT},
    "title": {"font": {"color": THEME_TEXT}},
}
"""For axes with words, because Streamlit's grey is too faint in the light theme."""

NO_TEMPLATE: dict[str, Any] = {}
"""For figures: Streamlit's theme replaces the usual template, which has 3 kB."""

BARE: dict[str, Any] = {
    "template": NO_TEMPLATE,
    "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "showlegend": False,
    "dragmode": False,
}
"""The layout of a figure that is a picture: nothing around it, and nothing to zoom."""


def translucent(colour: str, depth: float) -> str:
    """Return a colour with an opacity from 0 to 1, as Plotly writes it."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {depth:.3f})"


GOOD, BAD = pictures.GOOD, pictures.BAD
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
    if kind == "policy":
        return amount_tone(value)
    return signed_tone(float(scale.reading(np.array(value))))


def _toned(hue: str, share: float) -> Tone:
    return Tone(hue, float(_FAINTEST + (_DEEPEST - _FAINTEST) * share))
