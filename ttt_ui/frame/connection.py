"""What the page says while there is no connection to the server."""

from pathlib import Path

import streamlit as st

from ttt_ui.streamlit_fixes.page_marks import PAGE_MARKS

_LOST = "The connection to the server is lost. This page is restoring it."

_mount = st.components.v2.component(
    "ttt_connection",
    css="""
      [role="status"]:empty { display: none; }
      [role="status"] {
        position: fixed;
        z-index: 1000000;
        bottom: 1rem;
        left: 50%;
        width: max-content;
        max-width: calc(100vw - 4rem);
        padding: 0.75rem 1rem;
        transform: translateX(-50%);
        border: 1px solid var(--st-border-color);
        border-radius: var(--st-base-radius);
        background: var(--st-background-color);
        color: var(--st-text-color);
        box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 25%);
      }
    """,
    js=PAGE_MARKS + Path(__file__).with_name("connection.js").read_text(encoding="utf-8"),
)


def notice(*, saves: bool) -> None:
    """Say on the page when the connection is lost, and whether the visit is safe."""
    safe = "Your game is safe." if saves else "Your game is not saved, so keep this page open."
    _mount(key="connection", data=f"{_LOST} {safe}")
