"""A chart flickers, and loses its zoom and its hidden lines, whenever a number in it changes.

Streamlit recreates its charts. Here, ``lasting_chart.js`` draws the next figures into the
chart that Streamlit has created with the first one, with Streamlit's own copy of Plotly
(``window.Plotly``). If that does not work, the component reports it, and ``st.plotly_chart`` draws
each figure itself.

Upstream: https://github.com/streamlit/streamlit/issues/8782 (closed)
Test: tests/browser/test_train.py::
  test_zoom_and_the_chart_itself_stay_while_settings_change
Delete it, and with it the first figures in ttt_ui/drawing/lasting_chart.py, when a chart of
Streamlit keeps them.
"""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from ttt_ui.streamlit_fixes import is_on
from ttt_ui.streamlit_fixes.component_files import component

mount = component("ttt_lasting_chart", Path(__file__).with_suffix(".js"))
"""The component that draws, or reports that it cannot."""


def can_draw(key: str) -> bool:
    """Return whether the component with this key has not reported that it cannot draw."""
    reported = st.session_state.get(key)
    has_failed = isinstance(reported, Mapping) and reported.get("failed") is True
    return is_on("lasting_chart") and not has_failed
