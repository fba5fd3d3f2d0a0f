"""Compare: agents, levels and built-in players in one exact cross table."""

import streamlit as st

from ttt_ui.compare import side_by_side, views
from ttt_ui.compare.actions import follow_address
from ttt_ui.compare.measuring import sweep
from ttt_ui.compare.measuring.curves import learning_curves
from ttt_ui.compare.measuring.state import comparison
from ttt_ui.compare.players import players
from ttt_ui.compare.state import (
    JUDGE_FILES,
    LEARNING_CURVES,
    PARTS,
    PLAYERS,
    SIDE_BY_SIDE,
    VIEW,
)
from ttt_ui.frame import share
from ttt_ui.language import tr

follow_address()
with st.container(horizontal=True, vertical_alignment="center"):
    st.title(tr("Compare"), anchor=False, width="content")
    share.link_button(
        tr(
            "Anyone who opens this link gets your exact agent. The agents you have added are not "
            "included."
        ),
        tr("Anyone who opens this link compares their own agent."),
        PARTS,
    )
PARTS.notice()
view, place = PARTS.open_tab(VIEW)
if view != LEARNING_CURVES:
    comparison().leave()
if place is not None:
    with place:
        if view == PLAYERS:
            views.players_view()
        elif view == JUDGE_FILES:
            views.judge_view()
        elif view == SIDE_BY_SIDE:
            side_by_side.whole_view(players())
        elif view == LEARNING_CURVES:
            learning_curves()
        else:
            sweep.form()
            sweep.result()
