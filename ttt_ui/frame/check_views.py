"""The check of your agent, as the sidebar shows it."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

import ttt_core as ttt
from ttt_core.learning import Retraining, RetrainingResult
from ttt_ui import jobs
from ttt_ui.drawing.board_tables import boards_table
from ttt_ui.frame.check_actions import begin, go_on, stop
from ttt_ui.frame.retraining_check import checking, outcome, where_from, why_not
from ttt_ui.language import tr
from ttt_ui.visit.session import session
from ttt_ui.wording import cell_name, counted


def show(open_board: Callable[[str], None]) -> None:
    """Show the button that retrains a copy of your agent, and the result.

    `open_board` opens a position on Inspect.
    """
    visitor, state = session(), checking()
    agent = visitor.agent
    with st.expander(tr("Check"), icon=":material/fact_check:", key="check"):
        if visitor.training_under_way:
            st.markdown(tr("The agent is still training. Check it when training has finished."))
        elif said := why_not(agent):
            st.markdown(tr("Cannot check this agent. {reason}", reason=said))
        elif state.retraining is not None:
            _progress(state.retraining)
        elif state.found is not None:
            _result(state.found, open_board)
        else:
            _offer(agent)
        if said := where_from(agent):
            st.caption(said)


def _offer(agent: ttt.Agent) -> None:
    games = counted(sum(run.games for run in agent.training), "game", "games")
    st.markdown(
        tr(
            "Do its settings really produce this agent? This trains a copy on the same {games} and "
            "compares the two tables entry by entry. Your agent does not change.",
            games=games,
        )
    )
    st.button(tr("Retrain a copy and compare"), icon=":material/compare:", on_click=begin)


def _progress(retraining: Retraining) -> None:
    job = go_on(retraining)

    def draw() -> None:
        played = tr(
            "{played:,} of {games}",
            played=retraining.games_played,
            games=counted(retraining.games, "game", "games"),
        )
        st.progress(
            retraining.games_played / retraining.games,
            text=" · ".join(filter(None, (played, job.waiting))),
        )
        st.button(tr("Stop"), icon=":material/stop_circle:", on_click=stop)

    jobs.follow(job, draw)


def _result(found: RetrainingResult, open_board: Callable[[str], None]) -> None:
    if found.matches:
        st.markdown(f":green[:material/verified:] {outcome(found)}")
        return
    st.markdown(f":red[:material/difference:] {outcome(found)}")
    if found.listed:
        _table(found, open_board)


def _table(found: RetrainingResult, open_board: Callable[[str], None]) -> None:
    only_visits = not found.values
    rows = [
        (one.visits, one.retrained_visits) if only_visits else (one.value, one.retrained_value)
        for one in found.listed
    ]
    table = pd.DataFrame(
        rows, columns=["Agent", "Retrained"], index=[one.board for one in found.listed]
    )
    table.insert(0, "Cell", [cell_name(one.cell).capitalize() for one in found.listed])

    st.caption(
        tr("Moves with the largest difference in visits")
        if only_visits
        else tr("Moves with the largest difference in value")
    )
    boards_table(
        table.assign(Difference=table["Agent"] - table["Retrained"]),
        key="check_moves",
        alt=tr("Moves on which the agent and its retrained copy differ"),
        show_board=open_board,
        config={
            "Cell": st.column_config.TextColumn(tr("Cell"), width=130),
            **{
                name: st.column_config.NumberColumn(
                    label, width=90, format=None if only_visits else "%.6g"
                )
                for name, label in (
                    ("Agent", tr("Agent")),
                    ("Retrained", tr("Retrained")),
                    ("Difference", tr("Difference")),
                )
            },
        },
    )
