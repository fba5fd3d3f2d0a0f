"""After a switch of the theme, words in a chart have the colour of the old theme.

Streamlit sets a figure's colours only once. Here, whatever is drawn in `THEME_TEXT` has the theme's
text colour at any time.

Upstream: none found.
Test: tests/browser/test_inspect.py::
  test_numbers_stand_out_in_both_themes
Delete it when the test passes without it.
"""

import streamlit as st

THEME_TEXT = "rgb(127, 128, 127)"
"""Stands for the theme's text colour in figures; written as browsers write it."""

_mount = st.components.v2.component(
    "ttt_theme_text",
    css=f"""
      .js-plotly-plot [style*="fill: {THEME_TEXT}"] {{ fill: currentColor !important; }}
      .js-plotly-plot [style*="stroke: {THEME_TEXT}"] {{ stroke: currentColor !important; }}
    """,
    isolate_styles=False,
)


def draw() -> None:
    """Give all charts of the page the theme's text colour."""
    _mount(key="theme_text")
