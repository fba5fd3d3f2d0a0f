"""Look back or look ahead: how the result of a game gets to its first move."""

import numpy as np
import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.looking_back.actions import (
    KEY,
    ToldGame,
    clear,
    take_cell,
    take_example,
    tell_again,
    told_game,
)
from ttt_ui.learn.looking_back.figure import described, values_by_move
from ttt_ui.learn.looking_back.lessons import (
    EXAMPLE,
    LEARNERS,
    MOST_TIMES,
    REPLAYED,
    values_after,
)
from ttt_ui.shared.board_component import board
from ttt_ui.shared.cell_colours import Numbers
from ttt_ui.shared.wording import coloured, counted

_SETTINGS = LEARNERS["One step"]


@st.fragment
def _show() -> None:
    game = told_game()
    left, right = st.columns((2, 3), gap="medium")
    with left:
        st.markdown(coloured(_turn(game)))
        _board(game)
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button("Take an example", key="looking_back_example", on_click=take_example)
            st.button("Clear", key="looking_back_clear", on_click=clear, disabled=not game.cells)
    with right:
        st.markdown(
            "Four learners are told your game. Their values begin at 0, with $\\alpha$ "
            f"{_SETTINGS.alpha:g} and $\\gamma$ {_SETTINGS.gamma:g}.\n"
            "- **Monte Carlo** looks back from the end: each move is pulled towards its player's "
            "reward $r$, 1 for the winner and −1 for the loser, times $\\gamma$ for every move "
            "that this player made after it.\n"
            "- **One step** looks ahead, like the walker on its grid: each move is pulled towards "
            "$\\gamma \\max Q$ at its player's next turn, or towards $r$ if there is none. The "
            "first move learns first.\n"
            f"- **Replay** does the same, and then learns {REPLAYED} times more from a move drawn "
            "at random.\n"
            "- **Backward** learns like One step, but the last move learns first."
        )


def _turn(game: ToldGame) -> str:
    if not game.over:
        return f"**You play both sides.** {rules.side_to_move(game.board)} to move."
    winner = rules.outcome(game.board)
    if winner == "draw":
        return "**A draw** is worth 0, like every move so far: no value changes. Try another game."
    return f"**{winner} has won**, in {counted(len(game.cells), 'move')}."


def _board(game: ToldGame) -> None:
    board(
        game.board,
        key=KEY,
        token=game.token,
        playable=not game.over,
        mark=None if game.over else rules.side_to_move(game.board),
        last_move=game.cells[-1] if game.cells else None,
        winning_line=rules.winning_line(game.board),
        announcement=_turn(game).replace("*", ""),
        size="small",
        on_play=take_cell,
    )


def _first_of_winner(game: tuple[int, ...]) -> int:
    """Return the ply of the winner's first move: who makes the last move of a game wins it."""
    return (len(game) - 1) % 2


def _right() -> int:
    (right,) = np.flatnonzero(values_after(EXAMPLE, 1)[_first_of_winner(EXAMPLE)] == 0).tolist()
    return int(right)


def _times_for_one_step() -> int:
    """Return how often a learner that looks one step ahead must be told the example."""
    first, column = _first_of_winner(EXAMPLE), list(LEARNERS).index("One step")
    return next(
        times for times in range(1, MOST_TIMES) if values_after(EXAMPLE, times)[first, column]
    )


def _reason() -> str:
    return (
        "When it looks ahead from the first move, the next one is still worth 0. Only the last "
        "move of each side learns anything; one game later it is the winner's move before that, "
        f"and so on: in a game of {len(EXAMPLE)} moves, it takes {_times_for_one_step()} games to "
        "get to the first. Going backward, each move finds the next one changed already; replay "
        "gets there by going over the game again and again."
    )


@st.fragment
def _reveal() -> None:
    game = told_game()
    if not game.over:
        st.info(
            "Play your game to the end, or take the example. Then you see here what each of the "
            "four has learned from it.",
            icon=":material/info:",
        )
        return
    values = values_after(game.cells, game.times)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "The same game again",
            key="looking_back_again",
            icon=":material/replay:",
            on_click=tell_again,
            disabled=game.times == MOST_TIMES,
        )
        st.markdown(f"Told **{counted(game.times, 'time')}**")
    st.plotly_chart(
        values_by_move(values),
        width="stretch",
        key="looking_back_values",
        config={"displayModeBar": False},
        alt=described(values, game.times),
    )
    st.markdown(_compared(values))


def _compared(values: Numbers) -> str:
    """Say how many values have moved, and whom the learners blame."""
    moved = (values != 0).sum(axis=0).tolist()
    if not any(moved):
        return "Nobody won, and no value has changed."
    counts = ", ".join(f"{name} {count}" for name, count in zip(LEARNERS, moved, strict=True))
    return (
        f"Values that have changed, of {len(values)}: {counts}. Monte Carlo blames the loser for "
        "every move. The others blame the last one only: at that turn there was another move as "
        "well, and nothing bad is known of it yet."
    )


CHAPTER = Chapter(
    title="Look back or look ahead",
    aim="Only the end of a game brings a reward. How does it reach the moves before? Play a game "
    "that somebody wins, making the moves of both sides, and see what four learners make of it.",
    show=_show,
    question=Question(
        text="After one game, which of the four has learned nothing yet about the winner's first "
        "move?",
        answers=tuple(LEARNERS),
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
