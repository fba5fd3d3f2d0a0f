"""Learn: understand how a machine learns, by doing, in eight short chapters."""

import streamlit as st

from ttt_ui.learn import views
from ttt_ui.learn.actions import follow_address
from ttt_ui.learn.state import learn_state
from ttt_ui.shared import share

follow_address()
state = learn_state()
with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Learn", anchor=False, width="content")
    share.link_button(
        "Whoever opens this link sees this chapter, and has the very same agent.",
        "Whoever opens this link sees this chapter, with an agent of their own.",
    )
views.way(state)
views.chapter(state)
views.steps(state)
views.behind()
