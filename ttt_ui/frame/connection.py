"""What the page says while there is no connection to the server."""

from pathlib import Path

from ttt_ui.streamlit_fixes.component_files import component

_LOST = "The connection to the server is lost. This page is restoring it."

_HERE = Path(__file__)
_mount = component("ttt_connection", _HERE.with_suffix(".js"), _HERE.with_suffix(".css"))


def notice(*, saves: bool) -> None:
    """Say on the page when the connection is lost, and whether the visit is safe."""
    safe = "Your game is safe." if saves else "Your game is not saved, so keep this page open."
    _mount(key="connection", data=f"{_LOST} {safe}")
