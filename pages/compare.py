"""Compare: agents, levels and built-in players in one exact cross table."""

import streamlit as st

from ttt_ui.compare import views
from ttt_ui.compare.homework.views import whole_section as homework
from ttt_ui.compare.links import follow_address
from ttt_ui.compare.matches import compared
from ttt_ui.compare.measuring import sweep
from ttt_ui.compare.measuring.curves import learning_curves
from ttt_ui.compare.measuring.state import comparison
from ttt_ui.compare.players import players
from ttt_ui.compare.side_by_side import views as side_by_side
from ttt_ui.compare.state import (
    LEARNING_CURVES,
    PARTS,
    PLAYERS,
    SIDE_BY_SIDE,
    VIEW,
)
from ttt_ui.frame import share
from ttt_ui.language import tr
from ttt_ui.visit.roster import roster

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


def ranking() -> None:
    everybody = players()
    chosen = {name: everybody[name] for name in views.choose_players(list(everybody))}
    cards, mistakes, results = compared(everybody, chosen)
    if not chosen:
        st.info(tr("No players chosen. Choose at least one."), icon=":material/group_add:")
    elif not PARTS.hides("cross-table"):
        views.cross_table(chosen, results)
    if not PARTS.hides("agents"):
        with st.container(horizontal=True):
            views.roster_buttons(roster())
        views.roster_list(everybody, cards, roster())
    if chosen and not PARTS.hides("standings"):
        st.header(tr("Standings"), anchor=False)
        views.standings_and_downloads(chosen, cards, mistakes, results)
    if not PARTS.hides("judge"):
        homework()


if view != LEARNING_CURVES:
    comparison().leave()
if place is not None:
    with place:
        if view == PLAYERS:
            ranking()
        elif view == SIDE_BY_SIDE:
            side_by_side.whole_view(players())
        elif view == LEARNING_CURVES:
            learning_curves()
        else:
            sweep.form()
            sweep.result()
