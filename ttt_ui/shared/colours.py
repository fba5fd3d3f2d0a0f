"""The colours of X and O where the theme's blue and orange cannot be named: figures and pictures.

Halfway between the shades of the light and the dark theme (.streamlit/config.toml), so that they
stand out from both. The marks of the board and coloured words take the theme's own. Blue and orange
can be told apart with every common kind of colour vision.
"""

from typing import Any

SIDE_COLOURS: dict[str, str] = {"X": "#4C6EF5", "O": "#E8590C"}
NEUTRAL = "#868E96"
PLAYER_COLOURS = (
    *("#0072B2", "#D55E00", "#009E73", "#8E5BD0"),
    *("#C2255C", "#8A9A00", "#CC79A7", "#8B5E3C"),
)
"""Of players that are compared, after Okabe and Ito (2008): each stands out from both themes."""
THEME_TEXT = "rgb(127, 128, 127)"
"""Stands for the theme's text colour, in which `charts` has the browser draw it; written as a
browser writes colours."""

LEGIBLE_AXIS: dict[str, Any] = {
    "tickfont": {"color": THEME_TEXT},
    "title": {"font": {"color": THEME_TEXT}},
}
"""For an axis with words: Streamlit's own grey is too faint in the light theme."""


def translucent(colour: str, depth: float) -> str:
    """Return a colour as Plotly writes it, to be laid over the page with a depth from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {depth:.3f})"
