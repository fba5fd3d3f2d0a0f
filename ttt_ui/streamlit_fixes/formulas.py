"""A formula wider than the window cannot be read with the keyboard.

``st.latex`` lets only a pointer scroll it.

Upstream: none found.
Test: tests/browser/test_accessibility.py::
  test_a_formula_wider_than_the_window_can_be_reached_by_keyboard
Delete it when the test passes without it.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes import is_on
from ttt_ui.streamlit_fixes.component_files import component

_mount = component("ttt_formulas", Path(__file__).with_suffix(".js"))


def give_tab_stops(*, key: str, label: str) -> None:
    """Add a tab stop with this label to every formula of the page that is wider than its place."""
    if is_on("formulas"):
        _mount(key=key, data=label)
