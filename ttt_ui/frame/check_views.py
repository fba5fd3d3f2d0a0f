"""The check of your agent, as the sidebar shows it."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

import ttt_core as ttt
from ttt_core.learning import RetrainingResult
from ttt_ui.drawing.thumbnails import board_image
from ttt_ui.frame.check_actions import begin, open_board, stop, work_on
from ttt_ui.visit.cores import in_line
from ttt_ui.visit.retraining_check import Checking, checking, outcome, where_from, why_not
from ttt_ui.visit.session import Session, session
from ttt_ui.wording import cell_name, counted

_TICK_SECONDS = 0.1
_OPEN = "check_open"
_ROW_HEIGHT = 52


def check_button(show_board: Callable[[str], None]) -> None:
    """Show the button that retrains a copy of your agent, and the result.

    `show_board` chooses the board that Inspect shows.
    """
    visitor, state = session(), checking()
    agent = visitor.agent
    state.follow(agent)
    with st.popover("Check", icon=":material/fact_check:", width="stretch", key="check"):
        if visitor.training_under_way:
            st.markdown("The agent is still training. Check it when training has finished.")
        elif said := why_not(agent):
            st.markdown(f"Cannot check this agent. {said}")
        elif state.retraining is not None:
            _progress(visitor, state)
        elif state.found is not None:
            _result(state.found, show_board)
        else:
            _offer(agent)
        if said := where_from(agent):
            st.caption(said)


def _offer(agent: ttt.Agent) -> None:
    games = counted(sum(run.games for run in agent.training), "game")
    st.markdown(
        f"Do its settings really produce this agent? This trains a copy on the same {games} and "
        "compares the two tables entry by entry. Your agent does not change."
    )
    st.button("Retrain a copy and compare", icon=":material/compare:", on_click=begin)


def _progress(visitor: Session, state: Checking) -> None:
    @st.fragment(run_every=_TICK_SECONDS)
    def tick() -> None:
        retraining = state.retraining
        if retraining is None:
            st.rerun()
        played = retraining.games_played / retraining.games
        so_far = f"{retraining.games_played:,} of {counted(retraining.games, 'game')}"
        bar = st.progress(played, text=so_far)
        st.button("Stop", icon=":material/stop_circle:", on_click=stop)
        # Work last: the browser drops elements that arrive late.
        if not work_on(
            visitor, state, lambda before: bar.progress(played, f"{so_far} · {in_line(before)}")
        ):
            st.rerun()

    tick()


def _result(found: RetrainingResult, show_board: Callable[[str], None]) -> None:
    if found.matches:
        st.markdown(f":green[:material/verified:] {outcome(found)}")
        return
    st.markdown(f":red[:material/difference:] {outcome(found)}")
    if found.listed:
        _table(found, show_board)


def _table(found: RetrainingResult, show_board: Callable[[str], None]) -> None:
    boards = tuple(one.board for one in found.listed)
    only_visits = not found.values
    rows = [
        (one.visits, one.retrained_visits) if only_visits else (one.value, one.retrained_value)
        for one in found.listed
    ]
    table = pd.DataFrame(rows, columns=["Agent", "Retrained"])
    st.caption(
        "Moves with the largest difference in visits"
        if only_visits
        else "Moves with the largest difference in value"
    )
    st.dataframe(
        table.assign(
            Board=[board_image(board) for board in boards],
            Open="Open",
            Cell=[cell_name(one.cell).capitalize() for one in found.listed],
            Difference=table["Agent"] - table["Retrained"],
        ),
        hide_index=True,
        column_order=("Board", "Open", "Cell", "Agent", "Retrained", "Difference"),
        row_height=_ROW_HEIGHT,
        width="content",
        key="check_moves",
        alt="Moves on which the agent and its retrained copy differ",
        column_config={
            "Board": st.column_config.ImageColumn(width=56),
            "Open": st.column_config.ButtonColumn(
                "Open",
                width=62,
                key=_OPEN,
                on_click=open_board,
                args=(boards, _OPEN, show_board),
            ),
            "Cell": st.column_config.TextColumn(width=130),
            **{
                name: st.column_config.NumberColumn(
                    width=90, format=None if only_visits else "%.6g"
                )
                for name in ("Agent", "Retrained", "Difference")
            },
        },
    )
