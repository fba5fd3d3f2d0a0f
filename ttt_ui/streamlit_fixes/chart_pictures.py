"""Plotly's button to save a chart lies over the chart, and saves it as the theme shows it.

In the dark theme, that is pale words on nothing, which no paper shows. On a phone the button is
always there, over a cell or a curve. Here, it lies below the chart, and the picture has dark words
on white.

Upstream: none found.
Test: tests/browser/test_pictures.py::
  test_a_chart_is_saved_with_dark_words_on_white_in_both_themes
Delete it when the test passes without it.
"""

from pathlib import Path

import streamlit as st

from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.streamlit_fixes.theme_text import THEME_TEXT

_place = st.components.v2.component(
    "ttt_picture_button",
    css="""
      [data-testid="stElementContainer"][data-testid]:has([data-testid="stPlotlyChart"]),
      .js-plotly-plot {
        overflow: visible !important;
      }
      .js-plotly-plot .modebar-container { top: 100% !important; }
      .js-plotly-plot .modebar { top: -5px !important; right: 0 !important; }
      .js-plotly-plot .modebar-group { background: none !important; }
      .js-plotly-plot .modebar .icon path { fill: currentColor !important; opacity: 0.6; }
      @media print { .js-plotly-plot .modebar { display: none; } }
    """,
    isolate_styles=False,
)
_save = component("ttt_chart_pictures", Path(__file__).with_suffix(".js"))


def draw() -> None:
    """Put the buttons of all charts below them, and let them save the chart as for paper."""
    _place(key="picture_button")
    _save(key="chart_pictures", data=THEME_TEXT)
