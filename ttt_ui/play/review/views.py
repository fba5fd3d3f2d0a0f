"""The review of an ended game: step by step, explained, and played again from any move."""

from typing import Any

import pandas as pd
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import ReviewedMove
from ttt_ui.drawing.board_component import board
from ttt_ui.language import tr
from ttt_ui.play import actions as play_actions
from ttt_ui.play import state
from ttt_ui.play import wording as play_wording
from ttt_ui.play.review import actions, wording
from ttt_ui.play.review.picture import curve
from ttt_ui.play.review.state import Replay, replay_of
from ttt_ui.play.state import Game, celebration
from ttt_ui.play.views import on_the_board
from ttt_ui.visit.session import Session


def replay(game: Game, visitor: Session) -> None:
    """Show an ended game up to the chosen move, and explain that move."""
    place = replay_of(game)
    _board(place, visitor)
    _buttons(place)
    steps(place)
    if place.moves and state.BAR.value:
        _curve(place)
    explanation(place)
    if place.moves and place.step == len(place.moves):
        _about_the_verdict(game, visitor)


def _board(place: Replay, visitor: Session) -> None:
    # The opponent's values before its last move would contradict the rings around better moves.
    values = place.step == 0 or not place.moves[place.step - 1].better
    on_board = on_the_board(place.game.at(place.step), visitor, values=values)
    board_at_step(
        place,
        key=play_actions.BOARD_KEY,
        notes=on_board.notes,
        caption=on_board.caption or None,
        celebrate=celebration(visitor),
        shortcuts=actions.SHORTCUTS,
        on_command=actions.take_command,
    )


def board_at_step(place: Replay, *, name: str = "", **more: Any) -> None:
    """Draw an ended game up to the chosen move; screen readers hear the name of the board first."""
    shown, move = place.game.at(place.step), place.moves[place.step - 1] if place.step else None
    board(
        shown.board,
        token=f"{place.game.token}/{place.step}",
        mark=move.side if move else None,
        last_move=move.cell if move else None,
        rings=move.better if move else (),
        announcement=f"{name}{_announcement(place, move)}",
        **more,
    )


def _announcement(place: Replay, move: ReviewedMove | None) -> str:
    if place.step == len(place.moves):
        return play_wording.announcement(place.game)
    if move is None:
        return tr("The empty board before the first move.")
    return wording.spoken(place.game, place.step, move)


def _buttons(place: Replay) -> None:
    decisive = place.decisive if place.step == len(place.moves) else None
    with st.container(horizontal=True, horizontal_alignment="center"):
        st.button(
            tr("New game"),
            icon=":material/restart_alt:",
            key=play_actions.NEW_GAME_KEY,
            on_click=play_actions.new_game,
            help=tr("Key {key}", key="N"),
        )
        if decisive is not None:
            st.button(
                tr("Go to move {n}", n=decisive),
                icon=":material/visibility:",
                key="review_decisive",
                on_click=place.go_to,
                args=(decisive,),
            )
        elif place.moves:
            st.button(
                tr("Try again from here"),
                icon=":material/replay:",
                on_click=actions.try_again,
                help=tr(
                    wording.TRY_AGAIN_HELP
                    if place.game.person
                    else wording.TRY_AGAIN_HELP_TWO_PLAYERS
                ),
            )


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
        st.slider(
            tr("Move"),
            0,
            len(place.moves),
            value=place.step,
            label_visibility="collapsed",
            **place.key.control("step", place.slide),
        )
        st.button(
            tr("Forward"),
            on_click=place.step_by,
            args=(1,),
            disabled=place.step == len(place.moves),
            help=tr("Key {key}", key="→"),
        )


def _curve(place: Replay) -> None:
    st.plotly_chart(
        curve(place.game.moves, place.step),
        key="review_curve",
        alt=wording.curve(place.game.moves),
        config={"displayModeBar": False},
    )


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


def _about_the_verdict(game: Game, visitor: Session) -> None:
    unbeatable = ttt.evaluate(visitor.agent).unbeatable
    said = play_wording.beaten_although_unbeatable(game, unbeatable=unbeatable)
    if said:
        st.caption(said)


def second_try(game: Game) -> None:
    """Say that an open game continues an earlier one, if it does."""
    if game.start and not game.over:
        st.caption(wording.second_try(game))


def move_list(game: Game) -> None:
    """List the moves of an ended game with their grades and the better moves."""
    moves = replay_of(game).moves
    with st.expander(tr("The game, move by move"), icon=":material/list:"):
        st.dataframe(
            pd.DataFrame(
                {
                    "Move": [f"{ply}. {move.side}" for ply, move in enumerate(moves, 1)],
                    "Position": [f":material/search_insights: {tr('Open')}" for _ in moves],
                    "Cell": [wording.cells((move.cell,)) for move in moves],
                    "Grade": [wording.graded(move) for move in moves],
                    "Better move": [wording.cells(move.better) for move in moves],
                    "True value": [wording.changed(move) for move in moves],
                }
            ),
            hide_index=True,
            key="review_table",
            alt=tr("Each move of the game with its grade, the better move and its true value"),
            column_config={
                "Move": tr("Move"),
                "Position": st.column_config.ButtonColumn(
                    tr("Inspect"),
                    key=actions.MOVES_KEY,
                    on_click=actions.open_move,
                    type="tertiary",
                ),
                "Cell": tr("Cell"),
                "Grade": tr("Grade"),
                "Better move": tr("Better move"),
                "True value": st.column_config.TextColumn(
                    tr("True value"),
                    help=tr(
                        "Under perfect play, for the side that moved: before → after. "
                        "Numbers count both sides' moves to the end."
                    ),
                ),
            },
        )
