"""Plotly's own button that saves a chart as a picture; with a mouse, it shows under the pointer.

``ttt_ui/streamlit_fixes/looks.css`` puts it below the chart, and makes the picture light.
"""

import re
from typing import Any

from ttt_ui.language import tr

_PAGE = "page"
"""The name under which Plotly is given the page's language: the one sentence that it needs."""


def picture_button(name: str) -> dict[str, Any]:
    """Return the configuration of a chart that can be saved as a PNG file with this name."""
    label = tr("Save as a picture")
    return {
        "modeBarButtons": [["toImage"]],
        "displaylogo": False,
        "locale": _PAGE,
        "locales": {_PAGE: {"dictionary": {"Download plot as a PNG": label}}},
        "toImageButtonOptions": {
            "format": "png",
            "filename": re.sub(r"[^\w-]+", "-", name.lower()),
            "scale": 2,
        },
    }
