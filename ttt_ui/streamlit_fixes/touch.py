"""On a phone, a finger that moves over a chart zooms the chart instead of scrolling the page.

Plotly's ``dragmode: false`` would scroll, but would also take zooming from the mouse.

Upstream: https://github.com/plotly/plotly.js/issues/2844 (open)
Test: tests/browser/test_train.py::
  test_on_a_phone_all_fits_and_a_finger_scrolls_and_neither_zooms_nor_moves_a_slider_by_mistake
Delete it when the test passes without it.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes.component_files import component

_mount = component("ttt_touch", Path(__file__).with_suffix(".js"))


def draw() -> None:
    """Let a finger scroll the page, wherever it moves."""
    _mount(key="touch")
