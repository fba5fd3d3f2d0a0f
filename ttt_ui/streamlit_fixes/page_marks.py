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

PAGE_MARKS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
"""JavaScript that ``component_files.py`` puts before every component's own."""
