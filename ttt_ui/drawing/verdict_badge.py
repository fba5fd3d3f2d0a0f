"""The verdict on an agent, as a badge and in words."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.glossary import meaning
from ttt_ui.language import tr
from ttt_ui.wording import is_beatable, verdict

_BEATABLE = {
    (True, False): tr_noop(
        "Some opponent can beat the agent when it plays X, even if it does not explore."
    ),
    (False, True): tr_noop(
        "Some opponent can beat the agent when it plays O, even if it does not explore."
    ),
    (True, True): tr_noop(
        "Some opponent can beat the agent on either side, even if it does not explore."
    ),
}
"""By whether it is beatable as X and as O."""


def badge(card: ttt.ReportCard) -> str:
    """Return the verdict on an agent as a badge, in Markdown."""
    if not is_beatable(card):
        return f":green-badge[:material/verified: {verdict(card)}]"
    return f":red-badge[:material/trending_down: {verdict(card)}]"


def verdict_badge(card: ttt.ReportCard) -> None:
    st.markdown(badge(card))


def explained(card: ttt.ReportCard) -> str:
    """Return the verdict on an agent with its meaning, in Markdown."""
    x, o = ("X" in card.sides and card.beatable_as_x), ("O" in card.sides and card.beatable_as_o)
    beatable = _BEATABLE.get((x, o))
    meaning_of_it = meaning("Unbeatable") if beatable is None else tr(beatable)
    if card.sides != "XO":
        other = rules.other(card.sides)
        not_judged = tr("Its file has nothing for {side}, so that side is not judged.", side=other)
        meaning_of_it = f"{meaning_of_it} {not_judged}"
    return f"**{verdict(card)}:** {meaning_of_it}"
