"""What holds for every chart: a finger scrolls the page, and a switched theme is followed."""

from pathlib import Path

import streamlit as st

_mount = st.components.v2.component(
    "ttt_charts",
    js=Path(__file__).with_name("charts.js").read_text(encoding="utf-8"),
)


def look_after() -> None:
    """Look after all charts of the page.

    A finger that moves over one scrolls the page, in place of zooming the chart; text that has been
    drawn in one theme is legible when another is chosen.
    """
    _mount(key="charts")
