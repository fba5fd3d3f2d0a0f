"""A machine made of matchboxes: MENACE plays, and its beads come and go."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ttt_core.game import EMPTY_BOARD
from ttt_core.game import board as rules
from ttt_core.learning import number_of_boxes
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.board_component import CellNote, Run, board
from ttt_ui.drawing.cell_colours import amount_tone
from ttt_ui.drawing.colours import PLAYER_COLOURS, SIDE_COLOURS
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.matchboxes import actions, wording
from ttt_ui.learn.matchboxes.machine import (
    LONG,
    MEASURED_AT,
    MOST_GAMES,
    PARTNERS,
    Box,
    Machine,
    trained_for_long,
)
from ttt_ui.learn.matchboxes.state import MachineState, machine_state
from ttt_ui.wording import percent

BATCHES = (1, 10, 100, 1_000)


@st.fragment
def _show() -> None:
    state = machine_state()
    shown = state.machine
    _controls(state)
    st.markdown(wording.last_game(shown))
    with st.grid(5, min_column_width=130, gap="small"):
        for number, box in enumerate(shown.boxes or (_first_box(shown),), start=1):
            _box(box, number, state)
        if shown.games and shown.result != "resigned":
            _end(shown, state)
    figures, chart = st.columns([2, 3], gap="medium")
    with figures:
        _figures(shown)
    with chart, st.container(gap=None):
        lasting_chart(
            _figure(
                list(state.curve) or [0],
                [list(state.curve.values()) or [shown.worst_case_losses]],
            ),
            key="matchboxes_curve",
            title=wording.CURVE_TITLE,
            label=wording.curve(shown),
        )


def _controls(state: MachineState) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Opponent",
            list(PARTNERS),
            default=state.partner,
            required=True,
            format_func=lambda name: PARTNERS[name],
            key=actions.PARTNER_KEY,
            on_change=actions.choose_partner,
        )
        with st.container(horizontal=True, width="content", gap="xsmall"):
            for games in BATCHES:
                st.button(
                    f"Play {games:,}",
                    key=f"matchboxes_play_{games}",
                    on_click=actions.play,
                    args=(games,),
                    disabled=state.games >= MOST_GAMES,
                )
        st.button(
            "New machine",
            key="matchboxes_new",
            icon=":material/restart_alt:",
            on_click=actions.new_machine,
        )


def _first_box(shown: Machine) -> Box:
    """Return the box of the empty board, before the first game."""
    each = shown.first_box // 3
    return Box(EMPTY_BOARD, {0: each, 1: each, 4: each}, None, 0)


def _box(box: Box, number: int, state: MachineState) -> None:
    with st.container(gap="xsmall"):
        board(
            box.board,
            key=f"matchboxes_box_{number}",
            token=f"{state.partner}/{state.seed}/{state.games}",
            playable=False,
            notes=_notes(box),
            size="small",
        )
        st.caption(wording.drawn(box, state.games))


def _notes(box: Box) -> dict[int, CellNote]:
    most = max(1, *box.beads.values(), box.after)
    notes = {}
    for cell, before in box.beads.items():
        drawn = cell == box.cell
        now = box.after if drawn else before
        notes[cell] = CellNote(
            f"{now}",
            amount_tone(now / most),
            None,
            wording.beads(before, now, is_drawn=drawn),
            choice="own" if drawn else None,
            run=Run(before, now) if drawn else None,
        )
    return notes


def _end(shown: Machine, state: MachineState) -> None:
    with st.container(gap="xsmall"):
        board(
            shown.end,
            key="matchboxes_end",
            token=f"{state.partner}/{state.seed}/{state.games}",
            playable=False,
            winning_line=rules.winning_line(shown.end),
            size="small",
        )
        st.caption(wording.RESULTS[shown.result])


def _figures(shown: Machine) -> None:
    with st.grid(2, min_column_width=120, gap="small"):
        st.metric("Games", f"{shown.games:,}")
        st.metric("Boxes known", f"{shown.known} of {number_of_boxes('X')}")
        st.metric("Beads in the first box", f"{shown.first_box:,}")
        st.metric(
            wording.WORST_CASE,
            percent(shown.worst_case_losses),
            help=wording.WORST_CASE_HELP,
        )


def _figure(
    games: Sequence[int], machines: Sequence[Sequence[float]], *, log: bool = False
) -> dict[str, Any]:
    """Draw the worst-case losses of some machines by games played."""
    layout = curve_chart.layout(log)
    layout["yaxis"]["title"]["text"] = wording.WORST_CASE
    if not log:
        layout["xaxis"] |= {"range": [0, max(10, 1.03 * games[-1])]}
    layout |= {"height": 200, "showlegend": False, "hovermode": "closest"}
    colours = (SIDE_COLOURS["X"], *PLAYER_COLOURS)
    return {
        "data": [
            {
                "x": list(games),
                "y": list(losses),
                "mode": "lines+markers",
                "line": {"color": colour, "width": 2},
                "marker": {"size": 6},
                "name": f"Machine {number}",
                "meta": f"machine_{number}",
                "hovertemplate": "%{x:,} games: %{y:.1%}",
            }
            for number, (losses, colour) in enumerate(zip(machines, colours, strict=False), start=1)
        ],
        "layout": layout,
    }


def worst_case_losses_after(games: int) -> NDArray[np.float64]:
    """Return how often each machine, as X, loses to its worst-case opponent."""
    return np.array(
        [curve.worst_case_as_x[curve.games == games, 2].item() for curve in trained_for_long()]
    )


def _right() -> int:
    least = worst_case_losses_after(LONG).min()
    return int(least > 0) + int(least > 0.1)


def _reason() -> str:
    early, late = worst_case_losses_after(wording.MICHIE), worst_case_losses_after(LONG)
    return wording.reason(
        lowest=late.min(),
        highest=late.max(),
        lowest_early=early.min(),
        highest_early=early.max(),
    )


def _reveal() -> None:
    st.subheader("What it never learns", anchor=False)
    curves = trained_for_long()
    losses = [curve.worst_case_as_x[1:, 2].tolist() for curve in curves]
    lasting_chart(
        _figure(MEASURED_AT[1:], losses, log=True),
        key="matchboxes_long",
        title=wording.LONG_CURVES_TITLE,
        label=wording.LONG_CURVES,
    )
    st.markdown(wording.never_learned(curves[0].worst_case_as_o[-1, 2]))


CHAPTER = Chapter(
    title="A machine made of matchboxes",
    minutes=4,
    aim=wording.AIM,
    show=_show,
    question=Question(
        text=wording.QUESTION,
        answers=wording.ANSWERS,
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
