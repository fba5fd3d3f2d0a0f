"""Light or dark, chosen on one page, is forgotten when another page is opened.

Streamlit saves the choice under the path of the page, although the pages are one app. Here, a
choice is copied to the paths of all pages.

Upstream: none found.
Test: tests/browser/test_layout.py::
  test_a_theme_chosen_on_one_page_is_that_of_all
Delete it when the test passes without it.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes.component_files import component

_mount = component("ttt_one_theme", Path(__file__).with_suffix(".js"))


def draw() -> None:
    """Let a theme that is chosen be that of all pages."""
    _mount(key="one_theme")
