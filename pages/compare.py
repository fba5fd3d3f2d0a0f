"""Compare: an exact cross table of agents, levels and fixed players."""

import streamlit as st

from ttt_ui.compare import views
from ttt_ui.compare.links import follow_address
from ttt_ui.compare.matches import worked_out
from ttt_ui.compare.pairing_views import pairing_games
from ttt_ui.compare.players import players
from ttt_ui.compare.state import VIEW, VIEWS
from ttt_ui.curves.state import comparison
from ttt_ui.curves.views import learning_curves
from ttt_ui.shared import share
from ttt_ui.shared.roster import roster
from ttt_ui.side_by_side import views as side_by_side
from ttt_ui.sweep import views as sweep

follow_address()
with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Compare", anchor=False, width="content")
    share.link_button(
        "Whoever opens this link has the very same present agent. Those that you have added are "
        "not in it.",
        "Whoever opens this link compares an agent of their own.",
    )
table, beside, learning, swept = st.tabs(VIEWS, key=VIEW.key, on_change="rerun")

if table.open:
    with table:
        everybody = players()
        st.markdown("Every pairing is computed over all games, not sampled.")
        present = {name: everybody[name] for name in views.present_choice(list(everybody))}
        cards, results = worked_out(everybody, present)
        with st.container(horizontal=True):
            views.roster_buttons(roster())
        views.roster_list(everybody, cards, roster())
        if present:
            views.cross_table(present, results)
            st.header("A pairing, game by game", anchor=False)
            pairing_games(present)
            st.header("Standings", anchor=False)
            views.standings_table(present, cards, results)
            views.download_button(list(present), results)
        else:
            st.info("Nobody takes part: choose at least one player.", icon=":material/group_add:")

if beside.open:
    with beside:
        side_by_side.whole_view(players())

if learning.open:
    with learning:
        learning_curves()
else:
    comparison().leave()

if swept.open:
    with swept:
        sweep.form()
        sweep.result()
