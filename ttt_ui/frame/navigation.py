"""Links to the pages, in a row at the top of a narrow window.

In a wide window, Streamlit shows its own links in the header; on a phone it hides them in the
sidebar.
"""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.widgets import sent

_KEY = "pages_bar"
_HERE = Path(__file__).parent

_mount = component("ttt_pages_bar", _HERE / "pages_bar.js", _HERE / "pages_bar.css")


def pages_bar(pages: Sequence[st.Page], current: st.Page) -> None:
    """Show links to the visible pages if the window is narrow, and mark the current one."""
    visible = [page for page in pages if page.visibility == "visible"]
    _mount(
        key=_KEY,
        data={
            "pages": [{"title": page.title, "path": page.url_path} for page in visible],
            "current": current.title,
            "label": tr("Pages"),
        },
        on_asked_change=lambda: _go(visible),
    )


def _go(pages: Sequence[st.Page]) -> None:
    for page in pages:
        if page.title == sent(_KEY, "asked"):
            st.switch_page(page)
