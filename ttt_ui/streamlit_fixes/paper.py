"""A printed page has a sidebar and buttons, and cuts its charts off; the dark theme prints dark.

Streamlit's charts and tables keep their width on the screen. Here, a printed page is as wide as on
the screen, scaled down to the paper, and the dark theme prints in light colours. Of tabs and
choices the chosen one stays; the answers of a question stay, with a box to tick.

Upstream: none found.
Test: tests/browser/test_paper.py::
  test_every_page_prints_whole_and_light
Delete it when the test passes without it.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes.component_files import component

_HERE = Path(__file__)
_mount = component("ttt_paper", _HERE.with_suffix(".js"), _HERE.with_suffix(".css"))


def draw() -> None:
    """Let the browser print every page as for paper."""
    _mount(key="paper")
