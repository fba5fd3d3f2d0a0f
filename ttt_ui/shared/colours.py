"""The colours of X and O where the theme's blue and orange cannot be named: figures and pictures.

Halfway between the shades of the light and the dark theme (.streamlit/config.toml), so that they
stand out from both. The marks of the board and coloured words take the theme's own. Blue and orange
can be told apart with every common kind of colour vision.
"""

import plotly.io as pio
import streamlit.elements.plotly_chart  # noqa: F401 - registers the template

SIDE_COLOURS: dict[str, str] = {"X": "#4C6EF5", "O": "#E8590C"}
NEUTRAL = "#868E96"
THEME_TEXT: str = pio.templates["streamlit"].data.table[0].cells.font.color
"""Stands for the theme's text colour: Streamlit puts it in when a figure is shown."""


def translucent(colour: str, depth: float) -> str:
    """Return a colour as Plotly writes it, to be laid over the page with a depth from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {depth:.3f})"
