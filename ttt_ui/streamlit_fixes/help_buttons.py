"""A thumb misses a help button, because it is 16 pixels wide.

Here it takes clicks up to 4 pixels around it; its looks and the layout stay.

Upstream: none found.
Test: tests/browser/test_layout.py::
  test_every_page_fits
Delete it when the test passes without it.
"""

import streamlit as st

_mount = st.components.v2.component(
    "ttt_help_buttons",
    css="""
      [data-testid="stTooltipHoverTarget"] > button[aria-label="Help"] {
        position: relative; z-index: 1;
      }
      [data-testid="stTooltipHoverTarget"] > button[aria-label="Help"]::after {
        content: ""; position: absolute; inset: -4px;
      }
    """,
    isolate_styles=False,
)


def draw() -> None:
    """Make every help button of the page 24 pixels wide and high for fingers and the mouse."""
    _mount(key="help_buttons")
