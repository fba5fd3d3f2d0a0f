"""One moment of a training in the time machine: figures, a board, and what to do with it."""

from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import position_of
from ttt_core.learning import RULES
from ttt_ui.drawing.board_component import board as draw_board
from ttt_ui.drawing.choices import best_cells
from ttt_ui.drawing.insights import agent_insights
from ttt_ui.drawing.standing import LEGEND
from ttt_ui.inspect.state import trail
from ttt_ui.language import tr
from ttt_ui.play.shown_values import shown_values_of_agent
from ttt_ui.play.wording import notes
from ttt_ui.train import past
from ttt_ui.train.course import Course
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.roster import roster
from ttt_ui.widgets import one_of, segmented
from ttt_ui.wording import agent_name, counted, knowledge, number, percent, plain

_SHOWN = one_of("train_moment_board", ("board", "opening"))


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
        _doors(games, board)


def _figures(course: Course, index: int, agent: ttt.Agent) -> None:
    curve, known = course.curve, knowledge(agent)
    unbeatable = curve.unbeatable[index]
    st.badge(
        tr("Unbeatable") if unbeatable else tr("Beatable"),
        icon=":material/verified:" if unbeatable else ":material/trending_down:",
        color="green" if unbeatable else "red",
    )
    rows = {
        tr("After"): counted(int(curve.games[index]), "game", "games"),
        known.label: number(known.number),
        tr("Optimal moves"): percent(curve.optimal_share[index]),
        tr("X wins vs random"): percent(curve.vs_random_as_x[index, 0]),
        tr("O wins vs random"): percent(curve.vs_random_as_o[index, 0]),
        tr("X loses, worst case"): percent(curve.worst_case_as_x[index, 2]),
        tr("O loses, worst case"): percent(curve.worst_case_as_o[index, 2]),
    }
    if RULES[agent.config.rule].explores:
        rows[tr("ε in the next game")] = percent(curve.epsilon[index])
    first, *others = (f"| {name} | {value} |" for name, value in rows.items())
    st.markdown("\n".join([first, "|---|---:|", *others]))


def _board_shown() -> str:
    """Offer the empty board and another one: that of Inspect, or one that shows much."""
    board = trail().board if trail().chosen else rules.EMPTY_BOARD
    if board == rules.EMPTY_BOARD or rules.outcome(board) is not None:
        board = agent_insights().telling_board
    if board == rules.EMPTY_BOARD:
        st.markdown(tr("**Empty board**"), help=tr(LEGEND))
        return board
    labels = {"board": f"`{rules.pattern(board)}`", "opening": tr("Empty board")}
    chosen = segmented(
        _SHOWN,
        tr("Position"),
        list(labels),
        format_func=labels.__getitem__,
        help=f"{tr(LEGEND)} {tr('To see another position here, open it in Inspect first.')}",
    )
    return rules.EMPTY_BOARD if chosen == "opening" else board


def _values(agent: ttt.Agent, board: str, games: int) -> None:
    best = best_cells(agent.policy()[position_of(board)])
    shown = replace(shown_values_of_agent(agent, board), scale=agent_insights().scale)
    said = tr(
        "Move values in {board} after {games}.",
        board=rules.pattern(board),
        games=counted(games, "game", "games"),
    )
    draw_board(
        board,
        key="train_moment_values",
        token=f"{games}:{board}",
        playable=False,
        notes={
            cell: replace(note, choice="own") if cell in best else note
            for cell, note in notes(board, shown, true_values=False).items()
        },
        announcement=said,
        size="small",
    )


def _doors(games: int, board: str) -> None:
    name = plain(agent_name(agent_insights().agent))
    st.markdown(tr("**Use the agent from this point**"))
    st.button(
        tr("Play it"),
        icon=":material/sports_esports:",
        on_click=past.play_against,
        args=(games,),
        width="stretch",
    )
    st.button(
        tr("Inspect it"),
        icon=":material/search_insights:",
        on_click=past.look_into,
        args=(games, board),
        width="stretch",
    )
    st.button(
        tr("Add it to Compare"),
        icon=":material/balance:",
        on_click=past.compare,
        args=(games,),
        disabled=roster().full,
        width="stretch",
        help=tr(
            "Adds it next to your agent as it is now. Compare takes up to {most} agents.",
            most=MAX_AGENTS,
        ),
    )
    if games != agent_insights().agent.stats.games:
        st.caption(
            tr(
                "Your {name} is kept: **Back to {name}** on Play or Inspect, or **Undo** here, "
                "brings it back.",
                name=name,
            )
        )
