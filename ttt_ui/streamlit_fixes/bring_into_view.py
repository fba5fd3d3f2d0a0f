"""A page cannot bring a part of itself into view: a link's tab on Train is below the chart, the
results of a sweep are below their form, and on a phone, the board is above the buttons.

Upstream: https://github.com/streamlit/streamlit/issues/636
Test: tests/browser/test_sharing.py::
  test_a_classroom_link_is_opened_at_its_tab_and_undone
Delete it when Streamlit can scroll to an element.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes import is_on
from ttt_ui.streamlit_fixes.component_files import component

_mount = component("ttt_bring_into_view", Path(__file__).with_suffix(".js"))


def bring_into_view(key: str, *, asked: str) -> None:
    """Scroll to the element with this key, once for each thing that is `asked` for."""
    if is_on("bring_into_view"):
        _mount(key=f"{key}_into_view", data={"key": key, "asked": asked})
