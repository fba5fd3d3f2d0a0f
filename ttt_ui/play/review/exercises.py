"""The person's mistakes as exercises: one on the board, the others in a list of small boards."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.board_tables import board_image
from ttt_ui.language import tr
from ttt_ui.play.review import actions, wording
from ttt_ui.play.review.state import Exercises, exercises_of
from ttt_ui.play.state import PlayState


def are_open(play: PlayState) -> bool:
    """Return whether the visitor has left the game for the exercises."""
    exercises = exercises_of(play)
    return exercises.present is not None and exercises.opened_at == play.game.token


def entrance(play: PlayState) -> None:
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


def show(play: PlayState) -> None:
    """Show the present exercise on a board, and the others next to it."""
    exercises = exercises_of(play)
    left, right = st.columns([7, 6], gap="medium")
    if exercises.present is not None:
        with left:
            _present(exercises, exercises.present)
    with right:
        _list(exercises)


def _present(exercises: Exercises, position: str) -> None:
    st.header(wording.task(position), anchor=False)
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


def _list(exercises: Exercises) -> None:
    st.subheader(tr("Your mistakes"), anchor=False)
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
