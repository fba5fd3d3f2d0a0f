"""Explore or exploit: what is never tried is never found, and who only tries plays badly."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN
from ttt_ui.learn.boards import shown, value_notes
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.exploring.actions import KEY, Search, search, try_cell
from ttt_ui.learn.exploring.lessons import (
    BOARD,
    EPSILONS,
    FORK,
    N_MOVES,
    config,
    threats_after,
    trained,
)
from ttt_ui.learn.trained import GAMES, choose_games
from ttt_ui.shared.board_component import board
from ttt_ui.shared.verdict_badge import verdict_badge
from ttt_ui.shared.wording import cell_name, coloured, counted, percent, verdict


@st.fragment
def _show() -> None:
    present = search()
    st.markdown(coloured(_told(present.cell)))
    left, right = st.columns((2, 3), gap="medium", vertical_alignment="center")
    with left:
        _own_board(present)
    with right:
        st.markdown(
            f"Three agents now look for it as well, each in {GAMES[-1]:,} games against itself. "
            "They differ only in **ε**, the chance of a move at random in place of the best one "
            "known: **0**, **0.3** and **1**. After their training they are judged at their best, "
            "without exploring."
        )


def _own_board(present: Search) -> None:
    cell = present.cell
    board(
        BOARD if cell is None else rules.play(BOARD, cell),
        key=KEY,
        token=present.token,
        mark="X",
        last_move=cell,
        rings=[] if cell is None else threats_after(cell),
        announcement="" if cell is None else f"{cell_name(cell)}: {_found(cell)}",
        size="small",
        on_play=try_cell,
    )


def _told(cell: int | None) -> str:
    if cell is None:
        return (
            "**Find it yourself.** You are X. One move is a *fork*: it makes two threats at once, "
            "and whatever O does, you complete a line next."
        )
    return f"**{_found(cell)}**"


def _found(cell: int) -> str:
    threats = len(threats_after(cell))
    if cell == FORK:
        return "The fork! Two threats, and O can block only one of them."
    if threats:
        return "One threat, and O blocks it. Try another cell."
    return "No threat at all. Try another cell."


def _right() -> int:
    unbeatable = [trained(epsilon, GAMES[-1]).card.unbeatable for epsilon in EPSILONS]
    (right,) = [number for number, holds in enumerate(unbeatable) if holds]
    return right


def _reason() -> str:
    never, sometimes, always = (trained(epsilon, GAMES[-1]) for epsilon in EPSILONS)
    return (
        "Without exploring it repeats what went well at first: of the "
        f"{N_OPEN:,} positions, boards that can come up with a move still to make, it knows "
        f"{never.known:,}, and it never finds the fork. With ε 1 it tries all "
        f"{always.moves_tried:,} moves; but its partner, which is itself, moves at random too. So "
        "it learns to hope for mistakes: an opponent who knows it beats it in "
        f"{percent(always.card.worst_case_as_o.loss)} of its games as {coloured('O')}. With ε 0.3 "
        f"it tries {sometimes.moves_tried:,} moves, against a partner that mostly plays its best."
    )


@st.fragment
def _reveal() -> None:
    st.markdown(
        "**See all three train.** They begin knowing nothing: drag them through their games. The "
        "move that each would play is outlined."
    )
    games = choose_games("exploring_games")
    for column, epsilon in zip(st.columns(3, gap="medium"), EPSILONS, strict=True):
        with column:
            _agent(epsilon, games)
    settings = config(EPSILONS[0])
    st.caption(
        f"Q-learning with α {settings.alpha:g} and γ {settings.gamma:g}: a move is worth the best "
        "that the agent's own next turn offers, after whatever the partner did in between. With "
        "the minus sign, which takes the opponent's best, ε 1 does no such harm. A move that was "
        f"never tried counts as {shown(settings.initial_value)}, a little worse than a draw."
    )


def _agent(epsilon: float, games: int) -> None:
    now = trained(epsilon, games)
    best = (now.chances > 0).nonzero()[0].tolist()
    fork = "plays the fork" if best == [FORK] else "does not play the fork"
    st.markdown(f"**ε {epsilon:g}**")
    verdict_badge(now.card)
    board(
        BOARD,
        key=f"exploring_agent_{epsilon:g}",
        token=str(games),
        playable=False,
        notes=value_notes(
            now.values, now.tried.nonzero()[0].tolist(), best=best if len(best) == 1 else ()
        ),
        announcement=f"ε {epsilon:g}, {counted(games, 'game')}: {fork}. {verdict(now.card)}",
        size="small",
    )
    st.markdown(
        f"It **{fork}**.  \n{now.known:,} of {counted(N_OPEN, 'position')} known,  \n"
        f"{now.moves_tried:,} of {counted(N_MOVES, 'move')} tried."
    )


CHAPTER = Chapter(
    title="Explore or exploit",
    aim="To *exploit* is to play the best move you know. To *explore* is to try another: it is "
    "mostly worse, but how else would you find a better one?",
    show=_show,
    question=Question(
        text="When they have trained, which of the three can nobody beat?",
        answers=tuple(
            f"The one with ε {epsilon:g}, which {habit}"
            for epsilon, habit in zip(
                EPSILONS,
                (
                    "always plays the best it knows",
                    "sometimes moves at random",
                    "always moves at random",
                ),
                strict=True,
            )
        ),
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
