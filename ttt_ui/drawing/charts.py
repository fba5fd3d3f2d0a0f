"""Behaviour of all charts: a finger scrolls the page, and text has the theme's colour."""

from pathlib import Path

import streamlit as st

from ttt_ui.drawing.colours import THEME_TEXT

_mount = st.components.v2.component(
    "ttt_charts",
    js=Path(__file__).with_name("charts.js").read_text(encoding="utf-8"),
    # Streamlit sets a figure's colours only once, so they would not follow a switch of the theme.
    css=f"""
      .js-plotly-plot [style*="fill: {THEME_TEXT}"] {{ fill: currentColor !important; }}
      .js-plotly-plot [style*="stroke: {THEME_TEXT}"] {{ stroke: currentColor !important; }}
    """,
    isolate_styles=False,
)


def look_after() -> None:
    """Apply this behaviour to all charts of the page.

    A finger that moves over a chart scrolls the page instead of zooming the chart. Whatever is
    drawn in `THEME_TEXT` has the theme's text colour, also after a switch of the theme.
    """
    _mount(key="charts")
