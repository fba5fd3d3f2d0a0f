"""The verdict on an agent, as a badge and in words, and how its file was read."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import Side
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.glossary import meaning
from ttt_ui.language import tr
from ttt_ui.visit.attached import HowRead
from ttt_ui.wording import plain

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


def badge(card: ttt.ReportCard, how: HowRead | None = None) -> str:
    """Return the verdict on an agent as a badge, in Markdown: both if how it is read is open."""
    verdict = both_verdicts(card.verdict, how)
    if how is not None and how.rival:
        return f":gray-badge[:material/help: {verdict}]"
    if not card.beatable_as:
        return f":green-badge[:material/verified: {verdict}]"
    return f":violet-badge[:material/trending_down: {verdict}]"


def verdict_badge(card: ttt.ReportCard) -> None:
    st.markdown(badge(card))


def both_verdicts(verdict: str, how: HowRead | None) -> str:
    """Say a verdict, and the other if nothing in the agent's file decides between two readings."""
    if how is None or not how.rival:
        return tr(verdict)
    return tr("{verdict}, or: {other}", verdict=tr(verdict), other=tr(how.rival))


def explained(card: ttt.ReportCard) -> str:
    """Return the verdict on an agent with its meaning, in Markdown."""
    beatable = _BEATABLE.get(card.beatable_as)
    meaning_of_it = meaning("Unbeatable") if beatable is None else tr(beatable)
    if card.sides != "XO":
        other = rules.other(card.sides)
        not_judged = tr("Its file has nothing for {side}, so that side is not judged.", side=other)
        meaning_of_it = f"{meaning_of_it} {not_judged}"
    return f"**{tr(card.verdict)}:** {meaning_of_it}"


def open_question(how: HowRead) -> None:
    """Show both verdicts and the question, if nothing in the file decides between two readings."""
    if how.open_question:
        question = plain(tr(how.open_question))
        st.warning(f"**{plain(how.file)}**  \n{question}", icon=":material/help:")


def how_it_was_read(how: HowRead) -> None:
    """Show the reading of a file, and what the verdict depends on."""
    st.markdown(f"**{plain(how.file)}**  \n{plain(tr(how.how))}")
    for note in how.notes:
        if note != how.open_question:
            st.markdown(plain(tr(note)))
