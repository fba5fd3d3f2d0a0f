"""Two players, and the minus sign: what is good for the opponent is bad for the mover."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.learn.boards import shown, value_notes
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.minus_sign.actions import start_over, step, steps
from ttt_ui.learn.minus_sign.lessons import (
    BLOCK,
    BOARD,
    CONFIG,
    SLIP,
    Update,
    best_moves,
    over_whole_games,
    updates,
    values_on,
)
from ttt_ui.learn.trained import Trained, choose_games
from ttt_ui.shared.board_component import board
from ttt_ui.shared.verdict_badge import verdict_badge
from ttt_ui.shared.wording import cell_name, coloured, counted, number, percent, verdict
from ttt_ui.train.formulas import give_tab_stops
from ttt_ui.train.update_rule import aligned

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
                "From the start",
                key="minus_sign_start",
                on_click=start_over,
                disabled=not present.done,
            )
    with formula:
        give_tab_stops(key="minus_sign_formula")
        st.latex(_formula(made, adds))
    st.markdown(coloured(_told(made)))
    token = f"{adds}:{present.done}"
    for column, cells, title in zip(
        st.columns(3, gap="medium"),
        (BOARD, rules.play(BOARD, SLIP), rules.play(BOARD, BLOCK)),
        ("O to move", "If O does not block: X to move", "If O blocks: X to move"),
        strict=True,
    ):
        with column:
            st.markdown(f"**{coloured(title)}**")
            _board(cells, made, token)


def _board(cells: str, made: tuple[Update, ...], token: str) -> None:
    here = [update for update in made if update.board == cells]
    latest = made[-1] if made and made[-1].board == cells else None
    board(
        cells,
        key=f"minus_sign_{cells}",
        token=token,
        playable=False,
        last_move=None if cells == BOARD else SLIP if cells[SLIP] == "O" else BLOCK,
        notes=value_notes(
            values_on(cells, made),
            [update.cell for update in here],
            best=best_moves(made) if cells == BOARD and len(best_moves(made)) == 1 else (),
            changed=None if latest is None else (latest.cell, latest.old),
        ),
        announcement="" if latest is None else _said(latest),
        size="small",
    )


def _said(update: Update) -> str:
    return f"{cell_name(update.cell)} goes from {shown(update.old)} to {shown(update.new)}."


def _formula(made: tuple[Update, ...], adds: bool) -> str:
    """Return the rule, and the latest update in numbers."""
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


def _told(made: tuple[Update, ...]) -> str:
    """Say what the latest update was about, and what O would play now."""
    if not made:
        return (
            "Nothing is known yet: O would toss a coin. $\\max Q'$ is the best value that the move "
            f"leaves the opponent. Here $\\alpha$ is {CONFIG.alpha:g}, so that the new value "
            f"replaces the old one, and $\\gamma$ is {CONFIG.gamma:g}."
        )
    update = made[-1]
    if update.ahead is None:
        ends = "completes a line" if update.reward else "takes the last cell, and it is a draw"
        said = f"X {ends}: the reward $r$ is {shown(update.reward)}, and nothing comes after."
    else:
        said = (
            "The same rule for O's move before it: $\\max Q'$, the best that X has there, is "
            f"{shown(update.ahead)}."
        )
    best = best_moves(made)
    if len(best) > 1:
        return f"{said} O would toss a coin."
    if best == [BLOCK]:
        return f"{said} **O would block**, and draw."
    return f"{said} **O would let X complete its line.**"


def _right() -> int:
    card = _fully_trained(adds=True).card
    return card.beatable_as_x + card.beatable_as_o


def _fully_trained(*, adds: bool) -> Trained:
    return over_whole_games(adds, CONFIG.games)


def _reason() -> str:
    adds, subtracts = _fully_trained(adds=True).card, _fully_trained(adds=False).card
    return (
        "It plays as if both were one team: to it, the opponent's win is as good as its own. So it "
        "does not block. Whoever knows that beats it in "
        f"{percent(adds.worst_case_as_x.loss)} of its games as {coloured('X')} and in "
        f"{percent(adds.worst_case_as_o.loss)} as {coloured('O')}. The verdict on the one that "
        f"subtracts: {_lower(verdict(subtracts))}."
    )


def _lower(words: str) -> str:
    return words[0].lower() + words[1:]


@st.fragment
def _reveal() -> None:
    st.markdown(
        "**See both of them train:** drag them through their games. Only the sign differs. The "
        "verdicts are worked out over every game there is, with each agent *at its best*: it "
        "always makes the move that it values most."
    )
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
        announcement=f"{sign}, {counted(games, 'game')}: {verdict(trained.card)}",
        size="small",
    )
    st.markdown(
        f"A random player beats it in {percent(trained.card.vs_random_as_x.loss)} of its games as "
        f"{coloured('X')} and in {percent(trained.card.vs_random_as_o.loss)} as {coloured('O')}."
    )


CHAPTER = Chapter(
    title="Two players, and the minus sign",
    aim="The same rule as on the grid, two moves before the end of a game. Here the opponent moves "
    "next, and what is good for them is bad for the mover: so their best value is **subtracted**. "
    "Step through the updates, and see what O would play if it were added instead.",
    show=_show,
    question=Question(
        text=f"An agent, a player that learns, plays {CONFIG.games:,} games against itself, and "
        "adds where it should subtract. Who can beat it then?",
        answers=(
            "Nobody",
            "An opponent on one of the sides only",
            "An opponent on either side",
        ),
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
