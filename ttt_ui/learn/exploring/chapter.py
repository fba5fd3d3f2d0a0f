"""Explore or exploit: why an agent must do both."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.learn.boards import value_notes
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.exploring import wording
from ttt_ui.learn.exploring.actions import KEY, Search, search, try_cell
from ttt_ui.learn.exploring.lessons import BOARD, EPSILONS, threats_after, trained
from ttt_ui.learn.trained import GAMES, choose_games


@st.fragment
def _show() -> None:
    present = search()
    st.markdown(wording.search(present.cell))
    left, right = st.columns((2, 3), gap="medium", vertical_alignment="center")
    with left:
        _own_board(present)
    with right:
        st.markdown(wording.THREE_AGENTS)


def _own_board(present: Search) -> None:
    cell = present.cell
    board(
        BOARD if cell is None else rules.play(BOARD, cell),
        key=KEY,
        token=present.token,
        mark="X",
        last_move=cell,
        rings=[] if cell is None else threats_after(cell),
        announcement=wording.announcement(cell),
        size="small",
        on_play=try_cell,
    )


def _right() -> int:
    unbeatable = [trained(epsilon, GAMES[-1]).card.unbeatable for epsilon in EPSILONS]
    (right,) = [number for number, holds in enumerate(unbeatable) if holds]
    return right


def _reason() -> str:
    never, sometimes, always = (trained(epsilon, GAMES[-1]) for epsilon in EPSILONS)
    return wording.reason(never, sometimes, always)


@st.fragment
def _reveal() -> None:
    st.markdown(wording.WATCH)
    games = choose_games("exploring_games")
    for column, epsilon in zip(st.columns(3, gap="medium"), EPSILONS, strict=True):
        with column:
            _agent(epsilon, games)
    st.caption(wording.RULE)


def _agent(epsilon: float, games: int) -> None:
    now = trained(epsilon, games)
    best = (now.chances > 0).nonzero()[0].tolist()
    st.markdown(wording.name(epsilon))
    verdict_badge(now.card)
    board(
        BOARD,
        key=f"exploring_agent_{epsilon:g}",
        token=str(games),
        playable=False,
        notes=value_notes(
            now.values, now.tried.nonzero()[0].tolist(), best=best if len(best) == 1 else ()
        ),
        announcement=wording.progress_announced(epsilon, games, now),
        size="small",
    )
    st.markdown(wording.progress(now))


CHAPTER = Chapter(
    title="Explore or exploit",
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
