"""Inspect: the agent's values in any position, compared with the true values."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.frame import share
from ttt_ui.inspect import lists, network, views
from ttt_ui.inspect.state import (
    ALL_POSITIONS,
    FIVE_QUESTIONS,
    PARTS,
    POSITION,
    VIEW,
    follow_address,
    trail,
)
from ttt_ui.inspect.verdict import whole_view
from ttt_ui.language import tr
from ttt_ui.moves.insights import agent_insights
from ttt_ui.play.views import way_back

follow_address()
with st.container(horizontal=True, vertical_alignment="center"):
    st.title(tr("Inspect"), anchor=False, width="content")
    share.link_button(
        tr("Anyone who opens this link sees this board and gets your exact agent."),
        tr("Anyone who opens this link sees this board, with their own agent."),
        PARTS,
    )
way_back()
PARTS.notice()
insights, board = agent_insights(), trail().board
is_open = rules.outcome(board) is None
view, place = PARTS.open_tab(VIEW)


def position() -> None:
    views.headline(board, insights)
    with st.grid(2, min_column_width=340, gap="medium"):
        with st.container():
            views.board_of_position(board, insights)
        with st.container():
            views.choice_of_board(trail(), views.named_positions(insights))
            if is_open and not PARTS.hides("expected"):
                st.header(tr("What it expects"), anchor=False)
                views.expected_line(board, insights)
    if not is_open:
        return
    if not PARTS.hides("moves"):
        st.header(tr("Moves"), anchor=False)
        views.reward_table(board, insights)
        if insights.agent.weights is not None:
            network.hidden_units(board, insights.agent)
    if not PARTS.hides("symmetry"):
        with st.expander(tr("Symmetry"), icon=":material/flip:", key="group_symmetry"):
            views.equivalents(board, insights)


def questions() -> None:
    st.markdown(
        tr(
            "Kutschera's five questions, each asked in every position where it applies. This "
            "agent passes **{passed} of 5**.",
            passed=sum(answer.yes for answer in insights.answers),
        )
    )
    for number, answer in enumerate(insights.answers):
        lists.question(number, answer, insights)


if place is not None:
    with place:
        if view == POSITION:
            position()
        elif view == ALL_POSITIONS:
            lists.browser(insights)
        elif view == FIVE_QUESTIONS:
            questions()
        else:
            whole_view(insights)
