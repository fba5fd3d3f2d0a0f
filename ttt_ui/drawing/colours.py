"""Colours for figures and pictures, which cannot use the theme's own.

The blue and orange of X and O are halfway between the shades of the light and the dark theme
(.streamlit/config.toml), so that they stand out from both; all common kinds of colour vision can
tell them apart. The marks on the board and coloured words use the theme's own shades.
"""

from typing import Any

from ttt_ui.streamlit_fixes.theme_text import THEME_TEXT

SIDE_COLOURS: dict[str, str] = {"X": "#4C6EF5", "O": "#E8590C"}
NEUTRAL = "#868E96"
PLAYER_COLOURS = (
    *("#0072B2", "#D55E00", "#009E73", "#8E5BD0"),
    *("#C2255C", "#8A9A00", "#CC79A7", "#8B5E3C"),
)
"""For the players on Compare, after Okabe and Ito (2008); each stands out from both themes."""

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
