"""What stands around every page: links to the others, the logo, and whether the server is there.

In a wide window, Streamlit shows its own links in the header; on a phone it hides them in the
sidebar, so a narrow window has a row of them at the top.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from urllib.parse import quote

import streamlit as st

from ttt_ui import language
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


ICON = _HERE / "icon.svg"


def show_logo() -> None:
    """Show the logo, and its sign alone where the sidebar is closed."""
    of_language = _HERE / f"logo.{language.current()}.svg"
    logo = of_language if of_language.exists() else _HERE / "logo.svg"
    st.logo(_address(logo), size="large", icon_image=_address(ICON))


@cache
def _address(svg: Path) -> str:
    """Return a picture as an address: a quarter shorter than in base64, and sent in every run."""
    text = svg.read_text(encoding="utf-8").replace('"', "'").replace("\n", "")
    return "data:image/svg+xml," + quote(text, safe=" '/:;=,()")


_mount_notice = component("ttt_connection", _HERE / "connection.js", _HERE / "connection.css")


def connection_notice(*, saves: bool) -> None:
    """Say on the page when the connection is lost, and whether the visit is safe."""
    lost = tr("The connection to the server is lost. This page is restoring it.")
    safe = tr("Your game is safe.")
    unsafe = tr("Your game is not saved, so keep this page open.")
    _mount_notice(key="connection", data=f"{lost} {safe if saves else unsafe}")
