"""Two players and a minus sign: what is good for the opponent is bad for the mover."""

from functools import cache
from typing import NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import legal, position_of
from ttt_core.learning import PLUS_SIGN
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import board
from ttt_ui.frame.field import number, one_of
from ttt_ui.language import tr
from ttt_ui.learn.trained import (
    GAMES,
    Trained,
    agent_board,
    choose_games,
    train_on,
    value_notes,
    value_text,
)
from ttt_ui.train.update_rule import aligned, bracketed, in_formula
from ttt_ui.wording import cell_name, coloured, percent

BOARD = "-OXXOO-XX"
"""O to move; it must block."""
MISTAKE, BLOCK = 0, 6
_WAY = (2, 4, 3, 5, 8, 1, 7)
ENDS = ((*_WAY, MISTAKE, BLOCK), (*_WAY, BLOCK, MISTAKE))
"""The two games that lead through the board."""

CONFIG = ttt.TrainingConfig(games=GAMES[-1], seed=1, alpha=1.0, epsilon=0.3, epsilon_decay=1.0)
"""A move always leads to the same position, so α can be 1."""
_CELL_BY_CELL = ttt.TrainingConfig(alpha=CONFIG.alpha, symmetry=False, backward=True)
"""Each cell has its own value, and the last move is updated first."""

_SIGNS = (tr_noop("Subtract"), tr_noop("Add"))
_ADD = _SIGNS[1]
_SIGN = one_of("minus_sign_sign", _SIGNS, label=tr_noop("The opponent's best value"))


class Update(NamedTuple):
    """One update of a value."""

    # The move whose value changes.
    board: str
    cell: int
    reward: float
    ahead: float | None  # the best value the move leaves the opponent; None if it ends the game
    old: float
    new: float


@cache
def updates(adds: bool) -> tuple[Update, ...]:
    """Learn from both games; return the updates of their last two moves in order."""
    run = ttt.TrainingRun(_CELL_BY_CELL, learning=PLUS_SIGN if adds else None)
    made = []
    for *_, first, last in ENDS:
        before = run.q
        run.learn((*_WAY, first, last))
        after = run.q
        middle = rules.play(BOARD, first)
        won = rules.outcome(rules.play(middle, last)) == rules.side_to_move(middle)
        made.append(_update(middle, last, before, after, reward=float(won)))
        made.append(_update(BOARD, first, before, after, ahead=middle))
    return tuple(made)


def _update(
    board: str,
    cell: int,
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    *,
    reward: float = 0.0,
    ahead: str | None = None,
) -> Update:
    move = position_of(board), cell
    best = None if ahead is None else float(np.nanmax(after[position_of(ahead)]))
    return Update(board, cell, reward, best, float(before[move]), float(after[move]))


def _values_on(board: str, made: tuple[Update, ...]) -> NDArray[np.float64]:
    values = np.where(legal()[position_of(board)], 0.0, np.nan)
    for update in made:
        if update.board == board:
            values[update.cell] = update.new
    return values


def best_moves(made: tuple[Update, ...]) -> list[int]:
    values = _values_on(BOARD, made)
    return np.flatnonzero(values == np.nanmax(values)).tolist()


@st.cache_resource(show_spinner=False, max_entries=2 * len(GAMES))
def over_whole_games(adds: bool, games: int) -> Trained:
    return train_on(CONFIG, games, BOARD, PLUS_SIGN if adds else None)


# The words

TITLE = tr_noop("Two players and a minus sign")
MINUTES = 3
WORDS = ()
AIM = tr_noop(
    "The opponent moves next, so the rule **subtracts** their best value, $\\max Q'$. Step through "
    "the updates, then add it instead."
)
QUESTION = tr_noop(
    "An agent adds instead of subtracting, in 20,000 games against itself (*self-play*). Who can "
    "beat it?"
)
ANSWERS = (
    tr_noop("Nobody"),
    tr_noop("An opponent on one side only"),
    tr_noop("An opponent on either side"),
)


def last_update(made: tuple[Update, ...]) -> str:
    """Say what the last update was about, and what O would play now."""
    if made:
        return f"{_update_in_words(made[-1])} {_choice(best_moves(made))}"
    return tr(
        "Both moves look the same to O. $\\alpha$ = {alpha:g}, $\\gamma$ = {gamma:g}.",
        alpha=CONFIG.alpha,
        gamma=CONFIG.gamma,
    )


def _update_in_words(update: Update) -> str:
    if update.ahead is not None:
        value = value_text(update.ahead)
        return tr("$\\max Q'$, X's best value after O's move, is {value}.", value=value)
    reward = value_text(update.reward)
    if update.reward:
        return tr("X completes a line: reward $r$ = {reward}.", reward=reward)
    return tr("X takes the last cell for a draw: reward $r$ = {reward}.", reward=reward)


def _choice(best: list[int]) -> str:
    if len(best) > 1:
        return tr("Both moves look the same to O.")
    if best == [BLOCK]:
        return tr("**O would block** and draw.")
    return tr("**O would let X complete its line.**")


def reason() -> str:
    card = over_whole_games(True, CONFIG.games).card
    return coloured(
        tr(
            "It plays as if both sides were one team. Against its *worst-case opponent*, which "
            "knows it completely, it loses {as_x} of games as X and {as_o} as O.",
            as_x=percent(card.worst_case_as_x.loss),
            as_o=percent(card.worst_case_as_o.loss),
        )
    )


def _announcement(update: Update) -> str:
    return tr(
        "{cell} changes from {old} to {new}.",
        cell=cell_name(update.cell),
        old=value_text(update.old),
        new=value_text(update.new),
    )


def _against_random(card: ttt.ReportCard) -> str:
    return coloured(
        tr(
            "Losses vs random: {as_x} as X, {as_o} as O",
            as_x=percent(card.vs_random_as_x.loss),
            as_o=percent(card.vs_random_as_o.loss),
        )
    )


# The page

DONE = number("minus_sign_done", 0, 0, 2 * len(ENDS))
"""How many updates have been made: two of each game."""


@st.fragment
def show() -> None:
    done = DONE.value
    controls, formula = st.columns((2, 3), vertical_alignment="center")
    with controls:
        adds = _SIGN.show() == _ADD
        made = updates(adds)[:done]
        with st.container(horizontal=True):
            st.button(
                tr("Next update"),
                key="minus_sign_step",
                icon=":material/arrow_forward:",
                on_click=DONE.set,
                args=(done + 1,),
                disabled=done == len(updates(adds)),
            )
            st.button(
                tr("Start again"),
                key="minus_sign_start",
                on_click=DONE.set,
                args=(0,),
                disabled=not done,
            )
    with formula:
        st.latex(formula_of(made, adds))
    st.markdown(coloured(last_update(made)))
    for column, cells, title in zip(
        st.columns(3, gap="medium"),
        (BOARD, rules.play(BOARD, MISTAKE), rules.play(BOARD, BLOCK)),
        (tr("O to move"), tr("If O does not block"), tr("If O blocks")),
        strict=True,
    ):
        with column:
            st.markdown(coloured(f"**{title}**"))
            _board(cells, made, token=f"{adds}:{done}")


def _board(cells: str, made: tuple[Update, ...], token: str) -> None:
    latest = made[-1] if made and made[-1].board == cells else None
    board(
        cells,
        key=f"minus_sign_{cells}",
        token=token,
        last_move=None if cells == BOARD else MISTAKE if cells[MISTAKE] == "O" else BLOCK,
        notes=value_notes(
            _values_on(cells, made),
            [update.cell for update in made if update.board == cells],
            best_moves(made) if cells == BOARD else (),
            None if latest is None else (latest.cell, latest.old),
        ),
        announcement="" if latest is None else _announcement(latest),
        size="small",
    )


def formula_of(made: tuple[Update, ...], adds: bool) -> str:
    """Return the rule and the last update in numbers, in LaTeX."""
    sign = r"\mathbin{\textbf{+}}" if adds else r"\mathbin{\boldsymbol{-}}"
    rule = rf"Q & \leftarrow Q + \alpha\,\bigl[r {sign} \gamma \max Q' - Q\bigr]"
    if not made:
        return aligned(rule)
    update = made[-1]
    ahead = (
        ""
        if update.ahead is None
        else rf" {sign} {in_formula(CONFIG.gamma)}\cdot {bracketed(update.ahead)}"
    )
    worked = (
        rf"{in_formula(update.old)} + {in_formula(CONFIG.alpha)}\,"
        rf"\bigl[{in_formula(update.reward)}{ahead} - {bracketed(update.old)}\bigr]"
    )
    return aligned(rule, rf"& = {worked}", rf"& = {in_formula(update.new)}")


def right() -> int:
    card = over_whole_games(True, CONFIG.games).card
    return card.beatable_as_x + card.beatable_as_o


@st.fragment
def reveal() -> None:
    st.markdown(tr("**Drag the slider** to see how."))
    games = choose_games("minus_sign_games")
    for column, sign in zip(st.columns(2, gap="medium"), _SIGNS, strict=True):
        agent = over_whole_games(sign == _ADD, games)
        with column:
            agent_board(tr(sign), agent, games, key=f"minus_sign_trained_{sign}")
            st.markdown(_against_random(agent.card))
