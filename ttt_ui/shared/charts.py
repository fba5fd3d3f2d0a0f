"""What holds for every chart: a finger scrolls the page over it, and its ink is the theme's."""

from pathlib import Path

import streamlit as st

from ttt_ui.shared.colours import THEME_TEXT

_mount = st.components.v2.component(
    "ttt_charts",
    js=Path(__file__).with_name("charts.js").read_text(encoding="utf-8"),
    # Streamlit puts its own colours into a figure once: they stay when the theme is switched.
    css=f"""
      .js-plotly-plot [style*="fill: {THEME_TEXT}"] {{ fill: currentColor !important; }}
      .js-plotly-plot [style*="stroke: {THEME_TEXT}"] {{ stroke: currentColor !important; }}
    """,
    isolate_styles=False,
)


def look_after() -> None:
    """Look after all charts of the page.

    A finger that moves over one scrolls the page, in place of zooming the chart. What is drawn in
    `THEME_TEXT` has the text colour of the theme, also after a switch to another one.
    """
    _mount(key="charts")
