"""Learn: how an agent learns, in short chapters to do and see."""

import streamlit as st

from ttt_ui.frame import share
from ttt_ui.language import tr
from ttt_ui.learn import views
from ttt_ui.learn.actions import follow_address
from ttt_ui.learn.state import learn_state

follow_address()
state = learn_state()
with st.container(horizontal=True, vertical_alignment="center"):
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        st.title(tr("Learn"), anchor=False, width="content")
        share.link_button(
            tr("Anyone who opens this link sees this chapter and gets your exact agent."),
            tr("Anyone who opens this link sees this chapter, with their own agent."),
        )
    views.progress(state)
views.chapter(state)
views.steps(state)
views.glossary_and_sources()
