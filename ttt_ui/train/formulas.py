"""Formulas wider than the page can also be scrolled with the keyboard."""

from pathlib import Path

import streamlit as st

give_tab_stops = st.components.v2.component(
    "ttt_formulas", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)
