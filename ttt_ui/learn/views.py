"""The frame of Learn: its links, progress, questions, glossary and sources."""

from functools import partial
from pathlib import Path
from unicodedata import normalize

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.frame import address
from ttt_ui.glossary import TERMS, meaning
from ttt_ui.language import tr
from ttt_ui.learn import for_a_class
from ttt_ui.learn.chapter import Question, ask
from ttt_ui.learn.state import CHAPTER, CHAPTERS, CLASS, PARTS, SOURCES, LearnState, learn_state
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.wording import listed


def follow_address() -> None:
    """Open the chapter that a link asks for, and keep the address up to date."""
    state = learn_state()
    link = address.asked()
    PARTS.apply_link(link)
    if PARTS.only != CLASS:
        state.open(PARTS.only or CHAPTER.read(link) or state.chapter)
    link.say_what_was_dropped()
    own = {} if PARTS.only else CHAPTER.to_query(state.chapter, with_default=True)
    address.show(own | PARTS.query())


_WHAT_YOU_KNOW = tr_noop(
    "- A **value** says how a game is likely to end. Each update moves it towards what came next.\n"
    "- A good position for the opponent is bad for you: **subtract** it.\n"
    "- An agent that never **explores** repeats what worked first.\n"
    "- A reward reaches the first move by **looking back** over one game, or ahead in many.\n"
    "- A win rate is not a proof. **Unbeatable** means no possible game is lost.\n"
    "- A **network** has fewer numbers than a table, and mixes up boards that look alike.\n"
    "- Which opening wins most depends on the **opponent**."
)
_WHERE_NEXT = tr_noop(
    "Next: teach an agent on **Play**, try every setting on **Train**, and let agents meet on "
    "**Compare**."
)

_begin_at_the_top = component("ttt_learn_top", Path(__file__).with_name("top.js"))


def progress(state: LearnState) -> None:
    """Draw the list of chapters and the visitor's progress."""
    done = len(state.answers)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", width="content"):
        names = partial(_listed, state)
        CHAPTER.ask(state.chapter, setattr, state, "chapter", format_func=names)
        answered = tr("{done} of {all} questions answered", done=done, all=len(CHAPTERS))
        st.progress(done / len(CHAPTERS), text=answered, width=240)


def _listed(state: LearnState, name: str) -> str:
    number, listed = list(CHAPTERS).index(name) + 1, CHAPTERS[name]
    tick = " ✓" if name in state.answers else ""
    return f"{number}. {tr(listed.TITLE)} · {listed.MINUTES} min{tick}"


def chapter(state: LearnState) -> None:
    """Draw the open chapter and its question."""
    present = CHAPTERS[state.chapter]
    if not PARTS.only:
        st.header(tr(present.TITLE), anchor=False)
    st.markdown(tr(present.AIM))
    present.show()
    question = Question(present.QUESTION, present.ANSWERS, present.right, present.reason)
    if ask(state.chapter, question, state):
        with st.spinner(tr("Working out the answer…")):
            present.reveal()
        if present.WORDS:
            words = listed([tr(word).lower() for word in present.WORDS])
            st.caption(
                tr("In textbooks: {words}.", words=words),
                help="\n\n".join(map(_explained, present.WORDS)),
            )
    if state.ends_here:
        with st.container(border=True):
            st.subheader(tr("What you now know"), anchor=False)
            st.markdown(tr(_WHAT_YOU_KNOW))
            st.markdown(tr(_WHERE_NEXT))


def _in_alphabet(term: str) -> str:
    return normalize("NFD", tr(term)).casefold()  # É among the Es


def _explained(term: str) -> str:
    return tr("**{term}:** {meaning}", term=tr(term), meaning=meaning(term))


def steps(state: LearnState) -> None:
    """Draw the buttons to the chapters before and after; a new chapter shows from its top.

    While the question is open, neither looks like an answer.
    """
    answered = state.chapter in state.answers
    with st.container(horizontal=True):
        for step, icon in ((-1, "arrow_back"), (1, "arrow_forward")):
            name = state.next_to(step)
            if name is not None:
                st.button(
                    tr(CHAPTERS[name].TITLE),
                    key=f"learn_step_{step}",
                    type="secondary" if step > 0 and answered else "tertiary",
                    icon=f":material/{icon}:",
                    icon_position="left" if step < 0 else "right",
                    on_click=state.open,
                    args=(name,),
                )
    _begin_at_the_top(key="learn_top", data=state.opened)


def glossary_and_sources() -> None:
    """Draw the glossary and the sources."""
    if not PARTS.hides("glossary"):
        with st.expander(tr("Glossary"), icon=":material/dictionary:"):
            st.markdown("\n\n".join(map(_explained, sorted(TERMS, key=_in_alphabet))))
    if not PARTS.hides("sources"):
        with st.expander(tr("Sources"), icon=":material/menu_book:"):
            st.markdown("\n".join(f"- {tr(source)}" for source in SOURCES))
    st.link_button(
        tr(for_a_class.TITLE), for_a_class.link(), type="tertiary", icon=":material/school:"
    )
