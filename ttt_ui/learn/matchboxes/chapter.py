"""A machine made of matchboxes: MENACE plays, and beads come and go."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ttt_core.game import board as rules
from ttt_core.game.board import EMPTY_BOARD
from ttt_core.learning.matchboxes import number_of_boxes
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.matchboxes import actions
from ttt_ui.learn.matchboxes.machine import (
    LONG,
    LOOKS,
    MACHINES,
    MOST_GAMES,
    PARTNERS,
    Box,
    Machine,
    trained_for_long,
)
from ttt_ui.learn.matchboxes.state import MachineState, machine_state
from ttt_ui.shared import curve_chart
from ttt_ui.shared.board_component import CellNote, Run, board
from ttt_ui.shared.cell_colours import amount_tone
from ttt_ui.shared.colours import PLAYER_COLOURS, SIDE_COLOURS
from ttt_ui.shared.lasting_chart import lasting_chart
from ttt_ui.shared.wording import counted, percent

BATCHES = (1, 10, 100, 1_000)
MICHIE = LOOKS[1]
_BEATEN = "Best reply wins"


@st.fragment
def _show() -> None:
    state = machine_state()
    shown = state.machine
    _controls(state)
    st.markdown(told(shown))
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
            _figure(list(state.looks) or [0], [list(state.looks.values()) or [shown.beaten]]),
            key="matchboxes_curve",
            title="The machine's games so far",
            label="How often the best reply beats the machine, over its games: "
            f"{percent(shown.beaten)} after {counted(shown.games, 'game')}",
        )


def _controls(state: MachineState) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "It plays X against",
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
            on_click=actions.begin_anew,
        )


def told(shown: Machine) -> str:
    """Say how the last game ended, and what that does to the beads."""
    if not shown.games:
        return (
            "**The first box.** It has beads of one colour for each move; cells that are the same "
            "when the board is turned or mirrored share a colour, as such boards share a box. A "
            "bead drawn at random says where to move."
        )
    said = f"**Game {shown.games:,}: "
    if not (shown.first_box or shown.boxes[0].beads_before):
        return (
            f"{said}its first box is empty.** It resigns every game from now on, and learns "
            "nothing more."
        )
    return (
        said
        + {
            "won": "it won.** Each bead drawn goes back, with 3 more of its colour.",
            "drew": "a draw.** Each bead drawn goes back, with 1 more of its colour.",
            "lost": "it lost.** Each bead drawn is taken away.",
            "resigned": "its box is empty, so it resigns.** That counts as a loss: each bead drawn "
            "is taken away.",
        }[shown.result]
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
        st.caption(_drawn(box, state.games))


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
            f"{counted(now, 'bead')}{f', {before} before: drawn' if drawn else ''}",
            choice="own" if drawn else None,
            run=Run(before, now) if drawn else None,
        )
    return notes


def _drawn(box: Box, games: int) -> str:
    if box.cell is None:
        return "Empty" if games else f"{box.beads_before} beads"
    return f"Drawn: {box.beads[box.cell]:,} → {box.after:,}"


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
        st.caption(f"The end: X {shown.result}")


def _figures(shown: Machine) -> None:
    with st.grid(2, min_column_width=120, gap="small"):
        st.metric("Games", f"{shown.games:,}")
        st.metric("Boxes known", f"{shown.known} of {number_of_boxes('X')}")
        st.metric("Beads in the first box", f"{shown.first_box:,}")
        st.metric(
            _BEATEN,
            percent(shown.beaten),
            help="How often the machine loses to an opponent who knows all its beads, and beats "
            "it as often as anyone can. Worked out over every game there is.",
        )


def _figure(
    games: Sequence[int], machines: Sequence[Sequence[float]], *, log: bool = False
) -> dict[str, Any]:
    """Draw how often the best reply beats some machines, over their games."""
    layout = curve_chart.layout(log)
    layout["yaxis"]["title"]["text"] = _BEATEN
    if not log:
        layout["xaxis"] |= {"range": [0, max(10, 1.03 * games[-1])]}
    layout |= {"height": 200, "showlegend": False, "hovermode": "closest"}
    colours = (SIDE_COLOURS["X"], *PLAYER_COLOURS)
    return {
        "data": [
            {
                "x": list(games),
                "y": list(beaten),
                "mode": "lines+markers",
                "line": {"color": colour, "width": 2},
                "marker": {"size": 6},
                "name": f"Machine {number}",
                "meta": f"machine_{number}",
                "hovertemplate": "%{x:,} games: %{y:.1%}",
            }
            for number, (beaten, colour) in enumerate(zip(machines, colours, strict=False), start=1)
        ],
        "layout": layout,
    }


def beaten_after(games: int) -> NDArray[np.float64]:
    """Return how often the best reply beats each machine that was trained for long, as X."""
    return np.array(
        [curve.worst_case_as_x[curve.games == games, 2].item() for curve in trained_for_long()]
    )


def _right() -> int:
    least = beaten_after(LONG).min()
    return int(least > 0) + int(least > 0.1)


def _reason() -> str:
    early, late = beaten_after(MICHIE), beaten_after(LONG)
    return (
        f"In {percent(late.min())} to {percent(late.max())} of the games, over {MACHINES} "
        f"machines; after {MICHIE} games, as many as Michie played, it was "
        f"{percent(early.min())} to {percent(early.max())}. A move that has often won against "
        "careless partners has many beads, even if it is wrong. And a bead is *drawn*: whatever is "
        "in the box can be played."
    )


def _reveal() -> None:
    st.subheader("What it never learns", anchor=False)
    curves = trained_for_long()
    lasting_chart(
        _figure(LOOKS[1:], [curve.worst_case_as_x[1:, 2].tolist() for curve in curves], log=True),
        key="matchboxes_long",
        title=f"Machines over {LONG:,} games",
        label=f"How often the best reply beats {MACHINES} machines trained on random moves, from "
        f"{MICHIE} to {LONG:,} games: it is lower at the end for every one of them, and 0 for none",
    )
    as_o = curves[0].worst_case_as_o[:, 2]
    st.markdown(
        f"- **To be safe.** More games help, but slowly: none of the {MACHINES} machines gets down "
        "to 0.\n"
        "- **To play O.** Only the boxes of X's turns learn. As O, the best reply beats it in "
        f"{percent(as_o[0])} of the games before the training, and in {percent(as_o[-1])} after "
        f"{LONG:,} games."
    )


CHAPTER = Chapter(
    title="A machine made of matchboxes",
    aim="In 1961 Donald Michie had no computer to hand, so he built a learning machine of "
    "matchboxes: one for every board on which X has a choice, with beads for its moves. Let "
    "MENACE, as he called it, play X, and watch the beads of its last game.",
    show=_show,
    question=Question(
        text=f"After {LONG:,} games against random moves, how often can somebody who knows its "
        "beads beat it?",
        answers=(
            "Never",
            "In at most one game in ten",
            "In more than one game in ten",
        ),
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
