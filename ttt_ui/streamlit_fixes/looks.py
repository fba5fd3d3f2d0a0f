"""The style sheet and the script of every page: ``looks.css`` and ``looks.js``.

Each part of them begins with the name of the fix that it is, and what it mends.
"""

import re
from pathlib import Path

from ttt_ui.streamlit_fixes import is_on

THEME_TEXT = "rgb(127, 128, 127)"
"""Stands for the theme's text colour in figures; written as browsers write it."""


def parts(kind: str) -> str:
    """Return what is on of the style sheet (``css``) or the script (``js``)."""
    text = Path(__file__).with_suffix(f".{kind}").read_text(encoding="utf-8")
    _, *named = re.split(r"^(?=/\* (\w+): )", text, flags=re.MULTILINE)
    on = [part for name, part in zip(named[::2], named[1::2], strict=True) if is_on(name)]
    return "".join(on).replace("THEME_TEXT", THEME_TEXT)
