"""The button of an uploader has no name for screen readers.

Its words are those of a style, because Streamlit's own are English (see `looks`), and a style has
no name.

Upstream: none found.
Test: tests/browser/test_accessibility.py::
  test_the_button_of_an_uploader_has_a_name
Delete it when Streamlit lets an app say what its uploader says.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes.component_files import component

_mount = component("ttt_uploader_name", Path(__file__).with_suffix(".js"))


def draw() -> None:
    """Name the buttons of all uploaders, now and later."""
    _mount(key="uploader_name")
