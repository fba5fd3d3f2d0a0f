"""Plotly's own button that saves a chart as a picture; it shows under the pointer."""

from typing import Any


def picture_button(file_name: str) -> dict[str, Any]:
    """Return the configuration of a chart that can be saved as ``<file_name>.png``."""
    return {
        "modeBarButtons": [["toImage"]],
        "displaylogo": False,
        "toImageButtonOptions": {"format": "png", "filename": file_name, "scale": 2},
    }
