"""Explore or exploit: three agents look for a fork, and differ only in ε."""

from dataclasses import replace

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import legal, position_of, threatened_cells
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import board, clicked_cell
from ttt_ui.frame.field import Field
from ttt_ui.language import localised, tr
from ttt_ui.learn.trained import (
    GAMES,
    Trained,
    agent_board,
    choose_games,
    draw_fronts,
    train_on,
    value_text,
)
from ttt_ui.wording import cell_name, coloured, percent

BOARD = "-X--OX-O-"
"""X to move; one of its moves is a fork."""
EPSILONS = (0.0, 0.4, 1.0)
N_MOVES = int(legal().sum())
CONFIG = ttt.TrainingConfig(
    rule="q-learning",
    games=GAMES[-1],
    seed=4,
    alpha=0.15,
    epsilon_decay=1.0,
    initial_value=-0.1,
)
"""With most seeds, the agents end up as with this one."""
_KEY = "exploring_board"
RATES = (1.0, 0.1, 0.0)
"""Exploration rates of the agents whose fronts are shown."""
_IN_THE_MIDDLE = 4
"""Marks on the board."""


@st.cache_resource(show_spinner=False, max_entries=len(EPSILONS) * len(GAMES))
def trained(epsilon: float, games: int) -> Trained:
    return train_on(replace(CONFIG, epsilon=epsilon), games, BOARD)


@st.cache_resource(show_spinner=False, max_entries=len(RATES))
def fronts(epsilon: float) -> ttt.Fronts:
    """Return how knowledge rises with an exploration rate."""
    return ttt.fronts(replace(CONFIG, epsilon=epsilon))


def frozen_since(shown: ttt.Fronts) -> int:
    """Return after how many games no share has changed any more."""
    changes = (np.diff(shown.played_right, axis=0) != 0).any(axis=1)
    return int(shown.games[1:][changes].max(initial=0))


def threats_after(cell: int) -> list[int]:
    """Return the cells in which X could complete a line after its move to `cell`."""
    return np.flatnonzero(threatened_cells()[position_of(rules.play(BOARD, cell))]).tolist()


FORK = next(cell for cell in rules.legal_moves(BOARD) if len(threats_after(cell)) > 1)


# The words

TITLE = tr_noop("Explore or exploit")
MINUTES = 3
WORDS = ("Exploitation",)
AIM = tr_noop("To *exploit* is to play the best move you know. To *explore* is to try another.")
QUESTION = tr_noop("Which of them is unbeatable once it stops exploring?")
ANSWERS = (
    tr_noop("ε = 0: always the best move it knows"),
    tr_noop("ε = 0.4: sometimes a random move"),
    tr_noop("ε = 1: always a random move"),
)


def share_text(cell: int) -> str:
    """Say what the visitor's move does."""
    if cell == FORK:
        return tr("The fork! Two threats, and O can block only one.")
    if threats_after(cell):
        return tr("That makes one threat, and O blocks it. Try another cell.")
    return tr("That makes no threat. Try another cell.")


def reason() -> str:
    return tr(
        "With ε = {low:g} it repeats what worked first, and never finds the fork. With "
        "ε = {high:g} it meets only random replies, and hopes for mistakes.",
        low=EPSILONS[0],
        high=EPSILONS[-1],
    )


def rising() -> str:
    """Say in Markdown how knowledge rises with each exploration rate."""
    middle = [percent(fronts(epsilon).played_right[-1, _IN_THE_MIDDLE - 1]) for epsilon in RATES]
    return tr(
        "With ε = {none:g} the picture is frozen after {games:,} games: the agent repeats what it "
        "knows. With ε = {some:g} it stays near its best games, and plays {near} of the positions "
        "with {marks} marks right. With ε = {all:g} it gets everywhere, and plays {far} of them "
        "right.",
        none=RATES[2],
        games=frozen_since(fronts(RATES[2])),
        some=RATES[1],
        near=middle[1],
        marks=_IN_THE_MIDDLE,
        all=RATES[0],
        far=middle[0],
    )


def _effect(agent: Trained) -> str:
    if agent.plays == [FORK]:
        return tr("It plays the fork.")
    return tr("It does not play the fork.")


def progress(agent: Trained) -> str:
    """Say in Markdown whether an agent plays the fork, and how many moves it has tried."""
    tried = tr("{tried:,} of {moves:,} moves tried", tried=agent.moves_tried, moves=N_MOVES)
    return f"**{_effect(agent)}**  \n{tried}"


# The page

TRIED: Field[int | None] = Field(
    "exploring_cell", None, lambda cell: type(cell) is int and cell in rules.legal_moves(BOARD)
)
"""The visitor's move."""


def try_cell() -> None:
    """Try the clicked move instead of the one before."""
    cell = clicked_cell(_KEY, str(TRIED.value), BOARD)
    if cell is not None:
        TRIED.set(cell)


@st.fragment
def show() -> None:
    cell = TRIED.value
    find_it = tr("**Find the fork**, the move by X that makes two threats.")
    st.markdown(coloured(find_it if cell is None else f"**{share_text(cell)}**"))
    left, right = st.columns((2, 3), gap="medium", vertical_alignment="center")
    with left:
        board(
            BOARD if cell is None else rules.play(BOARD, cell),
            key=_KEY,
            token=str(cell),
            mark="X",
            last_move=cell,
            rings=[] if cell is None else threats_after(cell),
            announcement=""
            if cell is None
            else tr("{name}: {value}", name=cell_name(cell), value=share_text(cell)),
            size="small",
            on_play=try_cell,
        )
    with right:
        st.markdown(
            tr(
                "Three agents looked for it in {games:,} games of self-play. Their exploration "
                "rate **ε** is the share of random moves.",
                games=GAMES[-1],
            )
        )


def right() -> int:
    unbeatable = [trained(epsilon, GAMES[-1]).card.unbeatable for epsilon in EPSILONS]
    return unbeatable.index(True)


@st.fragment
def reveal() -> None:
    st.markdown(
        tr(
            "They learn by **Q-learning**, from the replies really made; the minus sign assumes "
            "perfect ones. Untried moves start at {value}, below a draw.",
            value=value_text(CONFIG.initial_value),
        )
    )
    st.markdown(tr("**Drag the slider** to see how. Outlines mark their moves."))
    games = choose_games("exploring_games")
    for column, epsilon in zip(st.columns(3, gap="medium"), EPSILONS, strict=True):
        agent = trained(epsilon, games)
        with column:
            key = f"exploring_agent_{epsilon:g}"
            name = f"ε = {localised(f'{epsilon:g}')}"
            agent_board(name, agent, games, key=key, effect=_effect(agent))
            st.markdown(progress(agent))
    st.markdown(tr("**What each exploration rate leads to**, from the ends of games upwards:"))
    for column, epsilon in zip(st.columns(3, gap="medium"), RATES, strict=True):
        with column:
            draw_fronts(f"ε = {localised(f'{epsilon:g}')}", fronts(epsilon), "exploring_fronts")
    st.markdown(rising())
