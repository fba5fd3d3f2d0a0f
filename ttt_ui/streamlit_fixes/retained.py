"""A second click is lost, because the button moves away from under the pointer.

Streamlit keeps an element after the one that replaces it until the run ends. Whatever follows first
appears further down or to the right, and then moves.

Upstream: none found.
Test: tests/browser/test_clicks.py::
  test_what_follows_a_button_stays_in_place_when_another_one_replaces_it
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
