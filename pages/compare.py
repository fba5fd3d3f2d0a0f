"""Compare: an exact cross table of agents, levels and fixed players."""

import streamlit as st

from ttt_ui.compare import actions as rivals
from ttt_ui.compare.cross_table import cross_figure, cross_results, long_table, standings
from ttt_ui.shared.opponents import REWARD_MEMORY
from ttt_ui.shared.session import session
from ttt_ui.shared.wording import plain

visitor = session()
everybody = rivals.players(visitor)

st.title("Compare", anchor=False)
st.markdown(
    "Every pairing is computed over all games, not sampled. The row plays X, the column plays O; "
    "each cell says, from top to bottom, how often **X wins**, draws and loses, in per cent."
)

absent = st.pills(
    "Leave out",
    list(everybody),
    selection_mode="multi",
    format_func=plain,
    default=[REWARD_MEMORY],
    key="compare_absent",
    persist_state="session",
)
with st.container(horizontal=True):
    with st.popover("Add agents", icon=":material/upload:"):
        key = f"rivals_{visitor.uploads}"
        st.file_uploader(
            f"Agent files, {rivals.MAX_RIVALS} at most",
            type="json",
            accept_multiple_files=True,
            key=key,
            on_change=rivals.take_rivals,
            args=(key,),
        )
    st.button(
        "Keep a copy of the present agent",
        icon=":material/content_copy:",
        on_click=rivals.invite_present_agent,
        disabled=len(visitor.rivals) >= rivals.MAX_RIVALS,
        help="Stays here while you train on, so that you can see what changed.",
    )
    if visitor.rivals:
        with st.popover("Remove", icon=":material/person_remove:"):
            for name in list(visitor.rivals):
                st.button(
                    plain(name),
                    key=f"remove_{name}",
                    on_click=rivals.remove_rival,
                    args=(name,),
                    icon=":material/close:",
                    width="stretch",
                )

selected = {name: everybody[name] for name in everybody if name not in absent}
if not selected:
    st.info(
        "Everybody is left out: let at least one player take part.", icon=":material/group_add:"
    )
    st.stop()

results = cross_results(selected)
names = list(selected)
st.plotly_chart(
    cross_figure(names, results),
    key="cross_table",
    config={"displayModeBar": False},
    alt="Cross table: how often the row as X wins, draws and loses against the column as O",
)

st.subheader("Standings", anchor=False)
ranking = standings(selected, results)
share = st.column_config.NumberColumn(format="percent")
st.dataframe(
    ranking,
    hide_index=True,
    alt="Players ranked by points per game over the cross table, with their exact figures",
    column_config={
        "Player": st.column_config.TextColumn(pinned=True),
        "Points": st.column_config.ProgressColumn(
            min_value=0,
            max_value=1,
            format="percent",
            help="Points per game over the table: a win counts 1, a draw a half.",
        ),
        **dict.fromkeys(ranking.columns[2:6], share),
        "Worst case as X": st.column_config.NumberColumn(
            format="percent", help="How often the best reply beats it when it plays X."
        ),
        "Worst case as O": st.column_config.NumberColumn(
            format="percent", help="How often the best reply beats it when it plays O."
        ),
    },
)
st.download_button(
    "Download as CSV",
    data=lambda: long_table(names, results).to_csv(index=False),
    file_name="cross-table.csv",
    on_click="ignore",  # a rerun would take the file away before it is fetched
    mime="text/csv",
    icon=":material/download:",
    type="tertiary",
)
