"""The review of an ended game: step by step, explained, and played again from any move."""

import streamlit as st

import ttt_core as ttt
from ttt_ui.drawing.picture_button import picture_button
from ttt_ui.language import tr
from ttt_ui.play import actions as play_actions
from ttt_ui.play import wording as play_wording
from ttt_ui.play.review import actions, wording
from ttt_ui.play.review.picture import curve
from ttt_ui.play.review.state import replay_of
from ttt_ui.play.state import PARTS, celebration
from ttt_ui.play.views import on_the_board, shows_chances
from ttt_ui.replay import wording as game_wording
from ttt_ui.replay.game import Game
from ttt_ui.replay.replay import Replay
from ttt_ui.replay.views import board_at_step, explanation, steps
from ttt_ui.tables import table_of
from ttt_ui.visit.session import Session


def board_and_buttons(game: Game, visitor: Session) -> None:
    """Show an ended game up to the chosen move."""
    place = replay_of(game)
    _board(place, visitor)
    _buttons(place)


def review(game: Game, visitor: Session) -> None:
    """Let the visitor step through an ended game, and explain the last move shown."""
    if PARTS.hides("review"):
        return
    place = replay_of(game)
    steps(place)
    if place.moves and shows_chances():
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


def _buttons(place: Replay) -> None:
    decisive = place.decisive if place.step == len(place.moves) else None
    with st.container(horizontal=True, horizontal_alignment="center"):
        st.button(
            tr("New game"),
            icon=":material/restart_alt:",
            key=play_actions.NEW_GAME_KEY,
            type="primary",
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
        elif place.moves and (place.step < len(place.moves) or place.game.resigned):
            st.button(
                wording.play_on(place.game, place.moves),
                icon=":material/replay:",
                on_click=actions.try_again,
                help=tr(
                    wording.TRY_AGAIN_HELP
                    if place.game.person
                    else wording.TRY_AGAIN_HELP_TWO_PLAYERS
                ),
            )


def _curve(place: Replay) -> None:
    st.plotly_chart(
        curve(place.game.moves, place.step),
        key="review_curve",
        alt=game_wording.curve(place.game.moves),
        config=picture_button(tr("Who was ahead")),
    )


def _about_the_verdict(game: Game, visitor: Session) -> None:
    unbeatable = ttt.evaluate(visitor.agent).unbeatable
    remark = play_wording.beaten_although_unbeatable(game, unbeatable=unbeatable)
    if remark:
        st.caption(remark)


def second_try(game: Game) -> None:
    """Say that an open game continues an earlier one, if it does."""
    if game.start and not game.over:
        st.caption(wording.second_try(game))


def move_list(game: Game) -> None:
    """List the moves of an ended game with their grades and the better moves."""
    if PARTS.hides("review"):
        return
    moves = replay_of(game).moves
    with st.expander(tr("The game, move by move"), icon=":material/list:"):
        st.dataframe(
            table_of(
                {
                    "Move": [f"{ply}. {move.side}" for ply, move in enumerate(moves, 1)],
                    "Position": [f":material/search_insights: {tr('Open')}" for _ in moves],
                    "Cell": [game_wording.cells((move.cell,)) for move in moves],
                    "Grade": [game_wording.graded(move) for move in moves],
                    "Better move": [game_wording.cells(move.better) for move in moves],
                    "True value": [game_wording.change(move) for move in moves],
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
