"""The first visitor of a server gets a page without the rest of the app.

Until the first visitor has run ``st.navigation``, Streamlit serves each script in a folder named
``pages`` alone. No public option turns that off.

Upstream: none found.
Test: tests/deploy/test_start.py::
  test_the_first_visitor_may_come_to_any_page
Delete it, and `pages_within_the_app` in tests/ui/conftest.py, when the test passes without it. The
other way is to rename the folder.
"""

from streamlit.runtime.pages_manager import PagesManager

from ttt_ui.streamlit_fixes.patching import expect


def apply() -> None:
    """Run app.py around every page, from the first visitor on."""
    expect(PagesManager, "uses_pages_directory")
    PagesManager.uses_pages_directory = False
