"""On a phone, the sidebar stays open over the page that was chosen in it.

Upstream: https://github.com/streamlit/streamlit/issues/5669
Test: tests/browser/test_layout.py::
  test_the_sidebar_of_a_phone_closes_when_a_page_is_chosen_in_it
Delete it when the test passes without it.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes.component_files import component

_mount = component("ttt_left_open", Path(__file__).with_suffix(".js"))


def draw() -> None:
    """Close the sidebar of a narrow window as soon as a page is chosen in it."""
    _mount(key="left_open")
