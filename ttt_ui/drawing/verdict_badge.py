"""The verdict on an agent, as a badge and in words."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import Side
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.glossary import meaning
from ttt_ui.language import tr

_BEATABLE: dict[tuple[Side, ...], str] = {
    ("X",): tr_noop(
        "Some opponent can beat the agent when it plays X, even if it does not explore."
    ),
    ("O",): tr_noop(
        "Some opponent can beat the agent when it plays O, even if it does not explore."
    ),
    ("X", "O"): tr_noop(
        "Some opponent can beat the agent on either side, even if it does not explore."
    ),
}
"""By the sides on which it is beatable."""


def badge(card: ttt.ReportCard) -> str:
    """Return the verdict on an agent as a badge, in Markdown."""
    if not card.beatable_as:
        return f":green-badge[:material/verified: {tr(card.verdict)}]"
    return f":red-badge[:material/trending_down: {tr(card.verdict)}]"


def verdict_badge(card: ttt.ReportCard) -> None:
    st.markdown(badge(card))


def explained(card: ttt.ReportCard) -> str:
    """Return the verdict on an agent with its meaning, in Markdown."""
    beatable = _BEATABLE.get(card.beatable_as)
    meaning_of_it = meaning("Unbeatable") if beatable is None else tr(beatable)
    if card.sides != "XO":
        other = rules.other(card.sides)
        not_judged = tr("Its file has nothing for {side}, so that side is not judged.", side=other)
        meaning_of_it = f"{meaning_of_it} {not_judged}"
    return f"**{tr(card.verdict)}:** {meaning_of_it}"
