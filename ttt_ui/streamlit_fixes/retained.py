"""A second click is lost, because the button moves away from under the pointer.

Streamlit keeps a focused element next to its replacement until the run ends. A button that replaces
the clicked one first appears next to it, and then moves.

Upstream: none found.
Test: tests/browser/test_clicks.py::
  test_a_button_that_replaces_the_clicked_one_appears_where_it_stays
Delete it when the test passes without it.
"""

import streamlit as st

_mount = st.components.v2.component(
    "ttt_retained",
    css="""
      [data-retained] {
        position: absolute;
        opacity: 0;
        pointer-events: none;
      }
    """,
    isolate_styles=False,
)


def draw() -> None:
    """Take elements that are about to disappear out of the layout."""
    _mount(key="retained")
