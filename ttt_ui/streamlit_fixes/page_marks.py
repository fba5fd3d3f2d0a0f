"""Marks in Streamlit's pages that components of ours look for, because nothing else tells them.

A component learns neither that the connection is broken, when a click on it would be lost, nor
which element scrolls.

Upstream: none found.
Test: tests/browser/test_connection.py::
  test_a_click_while_offline_is_played_after_reconnecting
Test: tests/browser/test_learn.py::
  test_the_next_chapter_begins_at_its_top
Delete it when Streamlit tells components about the connection, and can scroll to an element.
"""

from pathlib import Path

from ttt_ui.streamlit_fixes import is_on

PAGE_MARKS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
"""JavaScript that ``component_files.py`` puts before every component's own."""
if not is_on("page_marks"):
    PAGE_MARKS = PAGE_MARKS.replace("data-test", "data-that-no-page-has")
