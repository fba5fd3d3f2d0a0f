"""Whether an agent can be beaten, as a badge."""

import streamlit as st

import ttt_core as ttt
from ttt_ui.shared.wording import verdict


def verdict_badge(card: ttt.ReportCard) -> None:
    """Show the verdict on an agent at its best."""
    if card.unbeatable:
        st.badge(verdict(card), icon=":material/verified:", color="green")
    else:
        st.badge(verdict(card), icon=":material/trending_down:", color="red")
