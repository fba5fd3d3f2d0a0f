"""An ended game on a board, step by step, with what decided it."""

from typing import Any

import streamlit as st

from ttt_core.evaluation import ReviewedMove
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import board
from ttt_ui.frame.field import Field, number
from ttt_ui.language import tr
from ttt_ui.replay import wording
from ttt_ui.replay.game import Replay


def board_at_step(place: Replay, *, name: str = "", **more: Any) -> None:
    """Draw an ended game up to the chosen move; screen readers hear the name of the board first."""
    present, move = place.game.at(place.step), place.moves[place.step - 1] if place.step else None
    board(
        present.board,
        token=f"{place.game.token}/{place.step}",
        mark=move.side if move else None,
        last_move=move.cell if move else None,
        rings=move.better if move else (),
        announcement=f"{name}{_announcement(place, move)}",
        **more,
    )


def _announcement(place: Replay, move: ReviewedMove | None) -> str:
    if place.step == len(place.moves):
        return wording.announcement(place.game)
    if move is None:
        return tr("The empty board before the first move.")
    return wording.spoken(place.game, place.step, move)


def steps(place: Replay) -> None:
    """Let the visitor step through an ended game, unless a side resigned before its first move."""
    if not place.moves:
        return
    with st.container(horizontal=True, vertical_alignment="center", wrap=False):
        st.button(
            tr("Back"),
            on_click=place.step_by,
            args=(-1,),
            disabled=place.step == 0,
            help=tr("Key {key}", key="←"),
        )
        step_slider(place)
        st.button(
            tr("Forward"),
            on_click=place.step_by,
            args=(1,),
            disabled=place.step == len(place.moves),
            help=tr("Key {key}", key="→"),
        )


def step_field(place: Replay) -> Field[int]:
    """Return the field that says how many moves are on the board."""
    last = len(place.moves)
    look = {"label_visibility": "collapsed"}
    return number(
        f"{place.name}_step", 0, 0, last, widget=st.slider, label=tr_noop("Move"), look=look
    )


def step_slider(place: Replay) -> None:
    step_field(place).ask(place.step, place.go_to)


def explanation(place: Replay) -> None:
    """Explain the last move shown or, at the end of the game, what decided it."""
    if place.step == len(place.moves):
        st.markdown(wording.decision(place.game, place.moves))
    elif place.step == 0:
        st.markdown(
            tr(
                "**Before the first move**  \n"
                "Every opening move leads to a draw under perfect play."
            )
        )
    else:
        move = place.moves[place.step - 1]
        heading = wording.heading(place.game, place.step, move)
        st.markdown(f"{heading}  \n{wording.explained(move)}")
        if move.better:
            st.caption(tr("A ring marks a better move."))
