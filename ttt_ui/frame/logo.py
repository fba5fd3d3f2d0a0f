"""The app's logo, in the visitor's language."""

from functools import cache
from pathlib import Path
from urllib.parse import quote

import streamlit as st

from ttt_ui import language

_FOLDER = Path(__file__).parent
ICON = _FOLDER / "icon.svg"


def show() -> None:
    """Show the logo, and its sign alone where the sidebar is closed."""
    of_language = _FOLDER / f"logo.{language.current()}.svg"
    logo = of_language if of_language.exists() else _FOLDER / "logo.svg"
    st.logo(_address(logo), size="large", icon_image=_address(ICON))


@cache
def _address(svg: Path) -> str:
    """Return a picture as an address: a quarter shorter than in base64, and sent in every run."""
    text = svg.read_text(encoding="utf-8").replace('"', "'").replace("\n", "")
    return "data:image/svg+xml," + quote(text, safe=" '/:;=,()")
