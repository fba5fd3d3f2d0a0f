"""The review of an ended game, step by step, and the person's mistakes as exercises."""

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import graph, moves_to_end, position_values, walk
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.board_tables import board_image
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.picture_button import picture_button
from ttt_ui.language import tr
from ttt_ui.play import actions as play_actions
from ttt_ui.play import wording as play_wording
from ttt_ui.play.review import actions, wording
from ttt_ui.play.review.state import Exercises, exercises_of, replay_of
from ttt_ui.play.state import PARTS, PlayState, celebration
from ttt_ui.play.views import on_the_board, shows_chances
from ttt_ui.replay import wording as game_wording
from ttt_ui.replay.game import Game
from ttt_ui.replay.replay import Replay
from ttt_ui.replay.views import board_at_step, explanation, steps
from ttt_ui.tables import table_of
from ttt_ui.visit.session import Session

_HEIGHT = 60
_COLOURS = {1: SIDE_COLOURS["X"], 0: NEUTRAL, -1: SIDE_COLOURS["O"]}


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
        curve_figure(place.game.moves, place.step),
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


def curve_figure(cells: Sequence[int], step: int) -> go.Figure:
    """Draw a dot for each position of a game; the one after `step` moves is larger.

    10 is a win of X, 10 - n one that is n moves away; O's wins are negative, a draw is 0.
    """
    places = walk(cells)
    for_x = [int(position_values()[p]) * (-1) ** int(graph().side[p]) for p in places]
    return go.Figure(
        go.Scatter(
            x=list(range(len(places))),
            y=[
                value * (10 - int(moves_to_end()[p]))
                for p, value in zip(places, for_x, strict=True)
            ],
            mode="lines+markers",
            line={"color": NEUTRAL, "width": 2},
            marker={
                "color": [_COLOURS[value] for value in for_x],
                "size": [14 if ply == step else 8 for ply in range(len(places))],
                "opacity": 1,
            },
            text=[game_wording.ahead(p) for p in places],
            hovertemplate=f"{tr('Move %{x}: %{text}')}<extra></extra>",
            cliponaxis=False,
        ),
        layout={
            "height": _HEIGHT,
            "margin": {"l": 0, "r": 10, "t": 8, "b": 8},
            "xaxis": {"visible": False, "fixedrange": True, "range": [-0.2, len(cells) + 0.2]},
            "yaxis": {
                **LEGIBLE_AXIS,
                "range": [-11, 11],
                "fixedrange": True,
                "tickvals": [10, -10],
                "ticktext": [tr("X wins"), tr("O wins")],
            },
        },
    )


def exercises_are_open(play: PlayState) -> bool:
    """Return whether the visitor has left the game for the exercises."""
    exercises = exercises_of(play)
    return exercises.present is not None and exercises.opened_at == play.game.token


def exercises_entrance(play: PlayState) -> None:
    waiting = len(exercises_of(play).boards)
    if waiting:
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button(
                f"{tr('Your mistakes')} · {waiting}",
                icon=":material/exercise:",
                key="exercises_open",
                type="tertiary",
                on_click=actions.open_exercises,
                help=tr(
                    "Opens positions in which you made a mistake, so that you can find the right "
                    "move."
                ),
            )


def exercises_view(play: PlayState) -> None:
    """Show the present exercise on a board, and the others next to it."""
    exercises = exercises_of(play)
    left, right = st.columns(2, gap="medium")
    if exercises.present is not None:
        with left:
            _present_exercise(exercises, exercises.present)
    with right:
        _list_of_exercises(exercises)


def _present_exercise(exercises: Exercises, position: str) -> None:
    with st.container(horizontal=True):
        st.title(wording.task(position), anchor=False, width="content")
    answer = exercises.answer
    board_shown = rules.play(position, answer.cell) if answer and exercises.solved else position
    reply = (
        wording.answered(answer)
        if answer
        else tr("From one of your games. There may be several right moves.")
    )
    board(
        board_shown,
        key=actions.EXERCISE_KEY,
        token=exercises.token,
        playable=not exercises.solved,
        mark=rules.side_to_move(position),
        last_move=answer.cell if answer and exercises.solved else None,
        announcement=f"{wording.task(position)}. {wording.unadorned(reply)}",
        on_play=actions.try_cell,
    )
    st.markdown(reply)
    with st.container(horizontal=True, horizontal_alignment="center"):
        if exercises.solved and exercises.boards:
            st.button(
                tr("Next"), icon=":material/arrow_forward:", on_click=actions.show_next_exercise
            )
        st.button(
            tr("Back to the game"), icon=":material/arrow_back:", on_click=actions.close_exercises
        )


def _list_of_exercises(exercises: Exercises) -> None:
    st.header(tr("Your mistakes"), anchor=False)
    if not exercises.boards:
        st.markdown(tr("All done. New mistakes in your games will appear here."))
        return
    st.caption(tr("The latest first."))
    with st.grid(3, min_column_width=96, gap="small"):
        for position in exercises.boards:
            with st.container(horizontal_alignment="center", gap="xsmall"):
                st.image(board_image(position), width=88, alt=rules.pattern(position))
                st.button(
                    wording.short_task(position),
                    key=f"exercise_{position}",
                    type="tertiary",
                    disabled=position == exercises.present,
                    on_click=actions.show_exercise,
                    args=(position,),
                )
