"""Look back or look ahead: how the result of a game reaches its first move."""

import numpy as np
import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import board
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.looking_back import wording
from ttt_ui.learn.looking_back.actions import (
    KEY,
    OwnGame,
    clear,
    learn_again,
    own_game,
    take_cell,
    take_example,
)
from ttt_ui.learn.looking_back.figure import values_by_move
from ttt_ui.learn.looking_back.lessons import AGENTS, EXAMPLE, MOST_TIMES, values_after
from ttt_ui.wording import coloured


@st.fragment
def _show() -> None:
    game = own_game()
    left, right = st.columns((2, 3), gap="medium")
    with left:
        st.markdown(coloured(wording.turn(game)))
        _board(game)
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button("Use an example", key="looking_back_example", on_click=take_example)
            st.button("Clear", key="looking_back_clear", on_click=clear, disabled=not game.cells)
    with right:
        st.markdown(wording.FOUR_AGENTS)


def _board(game: OwnGame) -> None:
    board(
        game.board,
        key=KEY,
        token=game.token,
        playable=not game.over,
        mark=None if game.over else rules.side_to_move(game.board),
        last_move=game.cells[-1] if game.cells else None,
        winning_line=rules.winning_line(game.board),
        announcement=wording.announcement(game),
        size="small",
        on_play=take_cell,
    )


def _first_of_winner(game: tuple[int, ...]) -> int:
    """Return the ply of the winner's first move; the winner makes the last move of a game."""
    return (len(game) - 1) % 2


def _right() -> int:
    (right,) = np.flatnonzero(values_after(EXAMPLE, 1)[_first_of_winner(EXAMPLE)] == 0).tolist()
    return int(right)


def _times_for_one_step() -> int:
    """Return how many times One step must learn from the example to reach its first move."""
    first, column = _first_of_winner(EXAMPLE), list(AGENTS).index("One step")
    return next(
        times for times in range(1, MOST_TIMES) if values_after(EXAMPLE, times)[first, column]
    )


def _reason() -> str:
    return wording.reason(len(EXAMPLE), _times_for_one_step())


@st.fragment
def _reveal() -> None:
    game = own_game()
    if not game.over:
        st.info(wording.UNFINISHED, icon=":material/info:")
        return
    values = values_after(game.cells, game.times)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Learn from it again",
            key="looking_back_again",
            icon=":material/replay:",
            on_click=learn_again,
            disabled=game.times == MOST_TIMES,
        )
        st.markdown(wording.learned(game.times))
    st.plotly_chart(
        values_by_move(values),
        width="stretch",
        key="looking_back_values",
        config={"displayModeBar": False},
        alt=wording.figure(values, game.times),
    )
    st.markdown(wording.comparison(values))


CHAPTER = Chapter(
    title="Look back or look ahead",
    minutes=4,
    aim=wording.AIM,
    show=_show,
    question=Question(
        text=wording.QUESTION,
        answers=tuple(AGENTS),
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
