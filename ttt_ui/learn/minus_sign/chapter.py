"""Two players and a minus sign: what is good for the opponent is bad for the mover."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.learn.boards import value_notes
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.minus_sign import wording
from ttt_ui.learn.minus_sign.actions import start_over, step, steps
from ttt_ui.learn.minus_sign.lessons import (
    BLOCK,
    BOARD,
    CONFIG,
    MISTAKE,
    Update,
    best_moves,
    over_whole_games,
    updates,
    values_on,
)
from ttt_ui.learn.trained import Trained, choose_games
from ttt_ui.streamlit_fixes.formulas import give_tab_stops
from ttt_ui.train.update_rule import aligned
from ttt_ui.wording import coloured, number

_SIGNS = ("Subtract", "Add")


@st.fragment
def _show() -> None:
    present, (controls, formula) = steps(), st.columns((2, 3), vertical_alignment="center")
    with controls:
        sign = st.segmented_control(
            "The opponent's best value",
            _SIGNS,
            default=_SIGNS[0],
            required=True,
            key="minus_sign_sign",
        )
        adds = sign == _SIGNS[1]
        made = updates(adds)[: present.done]
        with st.container(horizontal=True):
            st.button(
                "Next update",
                key="minus_sign_step",
                icon=":material/arrow_forward:",
                on_click=step,
                disabled=present.done == len(updates(adds)),
            )
            st.button(
                "Start again",
                key="minus_sign_start",
                on_click=start_over,
                disabled=not present.done,
            )
    with formula:
        give_tab_stops(key="minus_sign_formula")
        st.latex(_formula(made, adds))
    st.markdown(coloured(wording.last_update(made)))
    token = f"{adds}:{present.done}"
    for column, cells, title in zip(
        st.columns(3, gap="medium"),
        (BOARD, rules.play(BOARD, MISTAKE), rules.play(BOARD, BLOCK)),
        (wording.TO_MOVE, wording.NO_BLOCK, wording.A_BLOCK),
        strict=True,
    ):
        with column:
            st.markdown(coloured(title))
            _board(cells, made, token)


def _board(cells: str, made: tuple[Update, ...], token: str) -> None:
    here = [update for update in made if update.board == cells]
    latest = made[-1] if made and made[-1].board == cells else None
    board(
        cells,
        key=f"minus_sign_{cells}",
        token=token,
        playable=False,
        last_move=None if cells == BOARD else MISTAKE if cells[MISTAKE] == "O" else BLOCK,
        notes=value_notes(
            values_on(cells, made),
            [update.cell for update in here],
            best=best_moves(made) if cells == BOARD and len(best_moves(made)) == 1 else (),
            changed=None if latest is None else (latest.cell, latest.old),
        ),
        announcement="" if latest is None else wording.announcement(latest),
        size="small",
    )


def _formula(made: tuple[Update, ...], adds: bool) -> str:
    """Return the rule and the last update in numbers, in LaTeX."""
    sign = r"\mathbin{\textbf{+}}" if adds else r"\mathbin{\boldsymbol{-}}"
    rule = rf"Q & \leftarrow Q + \alpha\,\bigl(r {sign} \gamma \max Q' - Q\bigr)"
    if not made:
        return aligned(rule)
    update = made[-1]
    ahead = "" if update.ahead is None else rf" {sign} {number(CONFIG.gamma)}\cdot {update.ahead:g}"
    worked = (
        rf"{number(update.old)} + {number(CONFIG.alpha)}\,"
        rf"\bigl({number(update.reward)}{ahead} - {number(update.old)}\bigr)"
    )
    return aligned(rule, rf"& = {worked}", rf"& = {number(update.new)}")


def _right() -> int:
    card = _fully_trained(adds=True).card
    return card.beatable_as_x + card.beatable_as_o


def _fully_trained(*, adds: bool) -> Trained:
    return over_whole_games(adds, CONFIG.games)


def _reason() -> str:
    return wording.reason(_fully_trained(adds=True).card)


@st.fragment
def _reveal() -> None:
    st.markdown(wording.WATCH)
    games = choose_games("minus_sign_games")
    for column, sign in zip(st.columns(2, gap="medium"), _SIGNS, strict=True):
        with column:
            _trained(sign, over_whole_games(sign == _SIGNS[1], games), games)


def _trained(sign: str, trained: Trained, games: int) -> None:
    st.markdown(f"**{sign}**")
    verdict_badge(trained.card)
    best = (trained.chances > 0).nonzero()[0].tolist()
    board(
        BOARD,
        key=f"minus_sign_trained_{sign}",
        token=str(games),
        playable=False,
        notes=value_notes(
            trained.values,
            trained.tried.nonzero()[0].tolist(),
            best=best if len(best) == 1 else (),
        ),
        announcement=wording.trained_so_far(sign, games, trained.card),
        size="small",
    )
    st.markdown(wording.against_random(trained.card))


CHAPTER = Chapter(
    title="Two players and a minus sign",
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
