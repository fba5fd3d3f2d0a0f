"""Compare: an exact cross table of agents, levels and fixed players."""

import streamlit as st

from ttt_ui.compare import views
from ttt_ui.compare.cross_table import cross_results
from ttt_ui.compare.players import players
from ttt_ui.shared import share
from ttt_ui.shared.roster import roster

everybody = players()

with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Compare", anchor=False, width="content")
    share.link_button(
        "Whoever opens this link has the very same present agent. Those that you have added are "
        "not in it.",
        "Whoever opens this link compares an agent of their own.",
    )
st.markdown(
    "Every pairing is computed over all games, not sampled. The row plays X, the column plays O; "
    "each cell says, from top to bottom, how often **X wins**, draws and loses, in per cent."
)
absent = views.absent_choice(list(everybody))
with st.container(horizontal=True):
    views.roster_buttons(roster())

present = {name: player for name, player in everybody.items() if name not in absent}
if present:
    names, results = list(present), cross_results(present)
    views.cross_table(names, results)
    st.header("Standings", anchor=False)
    views.standings_table(present, results)
    views.download_button(names, results)
else:
    st.info(
        "Everybody is left out: let at least one player take part.", icon=":material/group_add:"
    )
