"""Explore or exploit: three agents look for a fork, and differ only in ε."""

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import legal, position_of, threatened_cells
from ttt_ui.drawing.board_component import board, read_play
from ttt_ui.learn.boards import shown
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.trained import GAMES, Trained, agent_board, choose_games, train_on
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import cell_name, coloured, counted

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


@st.cache_resource(show_spinner=False, max_entries=len(EPSILONS) * len(GAMES))
def trained(epsilon: float, games: int) -> Trained:
    """Train with an exploration rate."""
    return train_on(replace(CONFIG, epsilon=epsilon), games, BOARD)


def threats_after(cell: int) -> list[int]:
    """Return the cells in which X could complete a line after its move to `cell`."""
    return np.flatnonzero(threatened_cells()[position_of(rules.play(BOARD, cell))]).tolist()


FORK = next(cell for cell in rules.legal_moves(BOARD) if len(threats_after(cell)) > 1)


# The words

_AIM = "To *exploit* is to play the best move you know. To *explore* is to try another."
_FIND_IT = "**Find the fork**, the move by X that makes two threats."
_FOUND = "The fork! Two threats, and O can block only one."
_ONE_THREAT = "That makes one threat, and O blocks it. Try another cell."
_NO_THREAT = "That makes no threat. Try another cell."
_THREE_AGENTS = (
    f"Three agents looked for it in {GAMES[-1]:,} games of self-play. Their exploration rate **ε** "
    "is the share of random moves."
)
_QUESTION = "Which of them is unbeatable once it stops exploring?"
_ANSWERS = (
    f"ε = {EPSILONS[0]:g}: always the best move it knows",
    f"ε = {EPSILONS[1]:g}: sometimes a random move",
    f"ε = {EPSILONS[2]:g}: always a random move",
)
_RULE = (
    "They learn by **Q-learning**, from the replies really made; the minus sign assumes perfect "
    f"ones. Untried moves start at {shown(CONFIG.initial_value)}, below a draw."
)
_WATCH = "**Drag the slider** to see how. Outlines mark their moves."


def found(cell: int) -> str:
    """Say what the visitor's move does."""
    if cell == FORK:
        return _FOUND
    return _ONE_THREAT if threats_after(cell) else _NO_THREAT


def _reason() -> str:
    return (
        f"With ε = {EPSILONS[0]:g} it repeats what worked first, and never finds the fork. With "
        f"ε = {EPSILONS[-1]:g} it meets only random replies, and hopes for mistakes."
    )


def _effect(agent: Trained) -> str:
    return "It plays the fork." if agent.plays == [FORK] else "It does not play the fork."


def progress(agent: Trained) -> str:
    """Say in Markdown whether an agent plays the fork, and how many moves it has tried."""
    tried = f"{agent.moves_tried:,} of {counted(N_MOVES, 'move', 'moves')} tried"
    return f"**{_effect(agent)}**  \n{tried}"


# The visitor's search


@dataclass
class Search:
    """The visitor's move, and how many they have tried."""

    cell: int | None = None
    tries: int = 0


def try_cell() -> None:
    """Try the clicked move instead of the one before."""
    search, clicked = per_visitor(Search), read_play(_KEY)
    if clicked is None:
        return
    cell, token = clicked
    if token == str(search.tries) and cell in rules.legal_moves(BOARD) and cell != search.cell:
        search.cell, search.tries = cell, search.tries + 1


# The page


@st.fragment
def _show() -> None:
    search = per_visitor(Search)
    cell = search.cell
    st.markdown(coloured(_FIND_IT if cell is None else f"**{found(cell)}**"))
    left, right = st.columns((2, 3), gap="medium", vertical_alignment="center")
    with left:
        board(
            BOARD if cell is None else rules.play(BOARD, cell),
            key=_KEY,
            token=str(search.tries),
            mark="X",
            last_move=cell,
            rings=[] if cell is None else threats_after(cell),
            announcement="" if cell is None else f"{cell_name(cell)}: {found(cell)}",
            size="small",
            on_play=try_cell,
        )
    with right:
        st.markdown(_THREE_AGENTS)


def _right() -> int:
    unbeatable = [trained(epsilon, GAMES[-1]).card.unbeatable for epsilon in EPSILONS]
    return unbeatable.index(True)


@st.fragment
def _reveal() -> None:
    st.markdown(_RULE)
    st.markdown(_WATCH)
    games = choose_games("exploring_games")
    for column, epsilon in zip(st.columns(3, gap="medium"), EPSILONS, strict=True):
        agent = trained(epsilon, games)
        with column:
            key = f"exploring_agent_{epsilon:g}"
            agent_board(f"ε = {epsilon:g}", agent, games, key=key, effect=_effect(agent))
            st.markdown(progress(agent))


CHAPTER = Chapter(
    title="Explore or exploit",
    minutes=3,
    aim=_AIM,
    show=_show,
    question=Question(text=_QUESTION, answers=_ANSWERS, right=_right, reason=_reason),
    reveal=_reveal,
    words=("Exploitation",),
)
