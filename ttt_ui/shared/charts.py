"""How charts behave under a finger: they let it scroll the page."""

from pathlib import Path

import streamlit as st

_mount = st.components.v2.component(
    "ttt_charts",
    js=Path(__file__).with_name("charts.js").read_text(encoding="utf-8"),
)


def let_touches_scroll() -> None:
    """Let a finger that moves over a chart of the page scroll it, in place of zooming the chart."""
    _mount(key="charts")
