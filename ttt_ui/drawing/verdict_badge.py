"""The verdict on an agent, as a badge and in words."""

import streamlit as st

import ttt_core as ttt
from ttt_ui.glossary import GLOSSARY
from ttt_ui.wording import verdict

_BEATABLE = {
    "Beatable as X": "Some opponent can beat the agent when it plays X, even if it does not "
    "explore.",
    "Beatable as O": "Some opponent can beat the agent when it plays O, even if it does not "
    "explore.",
    "Beatable as X and O": "Some opponent can beat the agent on either side, even if it does not "
    "explore.",
}


def badge(card: ttt.ReportCard) -> str:
    """Return the verdict on an agent as a badge, in Markdown."""
    if card.unbeatable:
        return f":green-badge[:material/verified: {verdict(card)}]"
    return f":red-badge[:material/trending_down: {verdict(card)}]"


def verdict_badge(card: ttt.ReportCard) -> None:
    st.markdown(badge(card))


def explained(card: ttt.ReportCard) -> str:
    """Return the verdict on an agent with its meaning, in Markdown."""
    said = verdict(card)
    return f"**{said}:** {_BEATABLE.get(said, GLOSSARY['Unbeatable'])}"
