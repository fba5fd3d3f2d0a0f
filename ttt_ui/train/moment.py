"""One moment of a training, as the time machine shows it: figures, a board, what to do with it."""

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.learning.rules import RULES
from ttt_ui.inspect.state import trail
from ttt_ui.shared.insights import agent_insights, values_figure
from ttt_ui.shared.limits import MAX_AGENTS
from ttt_ui.shared.roster import roster
from ttt_ui.shared.standing import LEGEND, spoken, standings
from ttt_ui.shared.wording import counted, knowledge, percent, plain
from ttt_ui.train import past
from ttt_ui.train.course import Course

_PLACES = ("board", "opening")


def show_moment(course: Course, index: int) -> None:
    """Show the agent as it was at a point of its curve."""
    games = int(course.curve.games[index])
    agent = course.agent_after(games)
    facts, seen, doors = st.columns([4, 4, 3], gap="medium")
    with facts:
        _figures(course, index, agent)
    with seen:
        board = _board_shown()
        _values(agent, board, games)
    with doors:
        _doors(course, games, board)
    st.caption(LEGEND)


def _figures(course: Course, index: int, agent: ttt.Agent) -> None:
    curve, known = course.curve, knowledge(agent)
    unbeatable = curve.unbeatable[index]
    st.badge(
        "Unbeatable" if unbeatable else "Beatable",
        icon=":material/verified:" if unbeatable else ":material/trending_down:",
        color="green" if unbeatable else "red",
    )
    st.markdown(
        f"| After | {counted(int(curve.games[index]), 'game')} |\n|---|---:|\n"
        f"| {known.label} | {known.number:,} |\n"
        f"| Optimal moves | {percent(curve.optimal_share[index])} |\n"
        f"| X wins vs random | {percent(curve.vs_random_as_x[index, 0])} |\n"
        f"| O wins vs random | {percent(curve.vs_random_as_o[index, 0])} |\n"
        f"| X loses at worst | {percent(curve.worst_case_as_x[index, 2])} |\n"
        f"| O loses at worst | {percent(curve.worst_case_as_o[index, 2])} |\n"
        + (
            f"| ε in the next game | {percent(curve.epsilon[index])} |"
            if RULES[agent.config.rule].explores
            else ""
        )
    )


def _board_shown() -> str:
    """Let a board be chosen: that of the inspect page or a telling one, and the empty one."""
    board = trail().board if trail().chosen else rules.EMPTY_BOARD
    if board == rules.EMPTY_BOARD or rules.outcome(board) is not None:
        board = agent_insights().telling_board
    if board == rules.EMPTY_BOARD:
        st.markdown("**The opening**")
        return board
    place = st.segmented_control(
        "Board",
        _PLACES,
        default=_PLACES[0],
        format_func=lambda place: (
            "The opening" if place == "opening" else f"`{rules.pattern(board)}`"
        ),
        required=True,
        key="train_moment_board",
        persist_state="session",
        label_visibility="collapsed",
        help="Another board is shown here once it has been opened on the Inspect page.",
    )
    return rules.EMPTY_BOARD if place == "opening" else board


def _values(agent: ttt.Agent, board: str, games: int) -> None:
    chances = agent.policy()[position_of(board), :RESIGNING]
    best = np.flatnonzero((chances > 0) & (chances == chances.max())).tolist()
    st.plotly_chart(
        values_figure(agent, board, agent_insights().scale, best),
        key=f"train_moment_{board}",
        config={"displayModeBar": False},
        alt=f"Values of the moves on {rules.pattern(board)} after {counted(games, 'game')}"
        f"{spoken(standings(agent, board))}",
    )


def _doors(course: Course, games: int, board: str) -> None:
    name = plain(agent_insights().agent.name)
    st.markdown("**Meet it as it was then**")
    st.button(
        "Play against it",
        icon=":material/sports_esports:",
        on_click=past.play_against,
        args=(games,),
        width="stretch",
    )
    st.button(
        "Inspect it",
        icon=":material/search_insights:",
        on_click=past.look_into,
        args=(games, board),
        width="stretch",
    )
    st.button(
        "Take it to Compare",
        icon=":material/balance:",
        on_click=past.compare,
        args=(games,),
        disabled=roster().full,
        width="stretch",
        help=f"Beside your agent as it is now. There is room for {MAX_AGENTS} agents.",
    )
    if games != agent_insights().agent.stats.games:
        st.caption(
            f"Your {name} is not lost: **Back to {name}** stands on Play and Inspect, and **Undo** "
            "here."
        )
