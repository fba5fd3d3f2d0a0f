"""What the page says while there is no connection to the server."""

from pathlib import Path

from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.component_files import component

_HERE = Path(__file__)
_mount = component("ttt_connection", _HERE.with_suffix(".js"), _HERE.with_suffix(".css"))


def notice(*, saves: bool) -> None:
    """Say on the page when the connection is lost, and whether the visit is safe."""
    lost = tr("The connection to the server is lost. This page is restoring it.")
    safe = tr("Your game is safe.")
    unsafe = tr("Your game is not saved, so keep this page open.")
    _mount(key="connection", data=f"{lost} {safe if saves else unsafe}")
