"""Inspect: any position, what the agent holds its moves to be worth, and what is true."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.inspect import lists as browsing
from ttt_ui.inspect import position as inspecting
from ttt_ui.inspect.board_tables import VIEW_KEY, VIEWS
from ttt_ui.shared.session import session

st.title("Inspect")
visitor = session()
inspecting.follow_address()
position, everything, questions = st.tabs(VIEWS, key=VIEW_KEY, on_change="rerun")

if position.open:
    with position:
        chooser, view = st.columns([3, 7], gap="large")
        with chooser:
            inspecting.explorer(visitor)
        with view:
            inspecting.headline(visitor)
            if rules.outcome(visitor.inspected) is None:
                inspecting.heatmaps(visitor)
        if rules.outcome(visitor.inspected) is None:
            st.subheader("Moves")
            inspecting.reward_table(visitor)
            line, twins = st.columns([4, 3], gap="large")
            with line:
                st.subheader("What it expects")
                inspecting.foreseen_line(visitor)
            with twins:
                st.subheader("Symmetry")
                inspecting.twins(visitor)

if everything.open:
    with everything:
        browsing.browser(visitor.insights)

if questions.open:
    with questions:
        answers = visitor.insights.answers
        st.markdown(
            f"Kutschera's five questions, each asked in every position it applies to. "
            f"This agent answers **{sum(answer.yes for answer in answers)} of 5** with yes."
        )
        for number, answer in enumerate(answers):
            browsing.question(number, answer, visitor.insights)
