"""Learn: how an agent learns, in short chapters to do and see."""

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.frame import share
from ttt_ui.language import tr
from ttt_ui.learn import for_a_class, views
from ttt_ui.learn.state import CHAPTERS, CLASS, PARTS, learn_state
from ttt_ui.learn.views import follow_address

follow_address()
if PARTS.only == CLASS:
    st.title(tr(for_a_class.TITLE), anchor=False)
    for_a_class.show()
else:
    state = learn_state()
    has_others = not PARTS.only and not PARTS.hides("chapters")
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            title = CHAPTERS[state.chapter].TITLE if PARTS.only else tr_noop("Learn")
            st.title(tr(title), anchor=False, width="content")
            share.link_button(
                tr("Anyone who opens this link sees this chapter and gets your exact agent."),
                tr("Anyone who opens this link sees this chapter, with their own agent."),
                PARTS,
                alone=(tr("Only this chapter"), state.chapter),
            )
        if has_others:
            views.progress(state)
    PARTS.notice()
    views.chapter(state)
    if has_others:
        views.steps(state)
    if not PARTS.only:
        views.glossary_and_sources()
