"""The parts of the compare page: who takes part, the cross table, the standings."""

from collections.abc import Mapping

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy
from ttt_core.game.board import SIDES
from ttt_ui.compare import actions
from ttt_ui.compare.cross_table import cross_figure, long_table, standings
from ttt_ui.compare.state import ABSENT
from ttt_ui.shared.roster import MAX_AGENTS, Roster
from ttt_ui.shared.wording import plain


def absent_choice(names: list[str]) -> list[str]:
    """Let players be left out; return who is."""
    return st.pills(
        "Leave out",
        names,
        selection_mode="multi",
        format_func=plain,
        default=ABSENT.default,
        key=ABSENT.key,
        persist_state="session",
    )


def roster_buttons(others: Roster) -> None:
    """Let agents be added, kept and removed."""
    with st.popover("Add agents", icon=":material/upload:"):
        key = others.uploader_key
        st.file_uploader(
            f"Agent files, {MAX_AGENTS} at most",
            type="json",
            accept_multiple_files=True,
            key=key,
            on_change=actions.take_files,
            args=(key,),
        )
    st.button(
        "Keep a copy of the present agent",
        icon=":material/content_copy:",
        on_click=actions.keep_present_agent,
        disabled=others.full,
        help="Stays here while you train on, so that you can see what changed.",
    )
    if others.agents:
        with st.popover("Remove", icon=":material/person_remove:"):
            for name in list(others.agents):
                st.button(
                    plain(name),
                    key=f"remove_{name}",
                    on_click=actions.remove,
                    args=(name,),
                    icon=":material/close:",
                    width="stretch",
                )


def cross_table(names: list[str], results: NDArray[np.float64]) -> None:
    """Show everybody as X against everybody as O."""
    st.plotly_chart(
        cross_figure(names, results),
        key="cross_table",
        config={"displayModeBar": False},
        alt="Cross table: how often the row as X wins, draws and loses against the column as O",
    )


def standings_table(players: Mapping[str, Policy], results: NDArray[np.float64]) -> None:
    """Show the players by points per game."""
    ranking = standings(players, results)
    share = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        ranking,
        hide_index=True,
        alt="Players ranked by points per game over the cross table, with their exact figures",
        column_config={
            "Player": st.column_config.TextColumn(pinned=True),
            "Points": st.column_config.ProgressColumn(
                width=110,
                min_value=0,
                max_value=1,
                format="percent",
                help="Points per game over the table: a win counts 1, a draw a half.",
            ),
            **dict.fromkeys(ranking.columns[2:4], share),
            # Short names: all columns fit beside the sidebar of a small desk.
            **{
                f"Wins vs random as {side}": st.column_config.NumberColumn(
                    f"{side} vs random",
                    format="percent",
                    help=f"How often it wins against a random player when it plays {side}.",
                )
                for side in SIDES
            },
            **{
                f"Worst case as {side}": st.column_config.NumberColumn(
                    f"{side} at worst",
                    format="percent",
                    help=f"How often the best reply beats it when it plays {side}.",
                )
                for side in SIDES
            },
            "Cannot be beaten": st.column_config.CheckboxColumn(
                "Unbeatable", help="Whether nobody can beat it, from either side."
            ),
        },
    )


def download_button(names: list[str], results: NDArray[np.float64]) -> None:
    """Offer every pairing in a row of its own as a file."""
    st.download_button(
        "Download as CSV",
        data=lambda: long_table(names, results).to_csv(index=False),
        file_name="cross-table.csv",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
    )
