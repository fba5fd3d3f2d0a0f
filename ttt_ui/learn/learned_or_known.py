"""Learned or known: minimax and an agent on one board, and what each of them needed."""

from dataclasses import dataclass, field, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ttt_core.evaluation import Mistake
from ttt_core.game import (
    EMPTY_BOARD,
    N_OPEN,
    move_values,
    position_of,
    position_values,
)
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.drawing.move_notes import move_notes
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.inspect.state import Trail
from ttt_ui.language import tr
from ttt_ui.learn import ladder
from ttt_ui.learn.boards import value_notes
from ttt_ui.learn.trained import quick_study
from ttt_ui.moves.choices import choice, consequence
from ttt_ui.moves.insights import Insights
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import coloured

_ANSWERS = {
    50: tr_noop("About 50"),
    500: tr_noop("About 500"),
    2_000: tr_noop("About 2,000"),
}
ANSWERS = tuple(_ANSWERS.values())


@st.cache_resource(show_spinner=False)
def trained_agent() -> Insights:
    """Return what the agent knows and does; visitors share it, because agents never change."""
    return Insights(quick_study())


def mistakes() -> list[Mistake]:
    """Return its mistakes: first those that can arise in its games, and early positions first."""
    found = trained_agent().mistakes
    return sorted(found, key=lambda one: (not one.reachable, -one.board.count("-")))


# The words

TITLE = tr_noop("Learned or known")
MINUTES = 4
WORDS = ("Model-free", "Reward shaping")
AIM = tr_noop(
    "*Minimax* computes each move's result from the rules. The agent has only played. Outlines "
    "mark their moves."
)
_MOVE_COST = tr_noop(
    "Each move costs the agent 0.15, paid to the other side. A certain win is worth 0.85, and a "
    "draw −0.15 to X, which makes one move more."
)
_MINIMAX_NEEDED = tr_noop("**Minimax needed** one pass over all 5,478 positions.")
QUESTION = tr_noop("After how many games is such an agent first unbeatable?")
_MINIMAX = {
    1: tr_noop("**Minimax:** a win for {side}."),
    0: tr_noop("**Minimax:** a draw for {side}."),
    -1: tr_noop("**Minimax:** a loss for {side}."),
}
"""By true value."""


def choices(board: str) -> str:
    """Say in Markdown what minimax and the agent would do on a board."""
    outcome = rules.outcome(board)
    if outcome == "draw":
        return tr("**A draw.**")
    if outcome is not None:
        return coloured(tr("**{side} has won.**", side=outcome))
    side, value = rules.side_to_move(board), int(position_values()[position_of(board)])
    return "\n\n".join(
        (
            coloured(tr("**{side} to move.** Click a cell on either board.", side=side)),
            coloured(tr(_MINIMAX[value], side=side)),
            _agent(board, trained_agent().policy[position_of(board)]),
        )
    )


def _agent(board: str, chances: NDArray[np.float64]) -> str:
    plays = tr("**The agent** plays {move}.", move=choice(chances))
    return f"{plays} {consequence(board, chances)}"


def agent_needed() -> str:
    """Say in Markdown what the agent needed, and where it agrees with minimax."""
    taught = trained_agent()
    reaches = int(taught.reachable.sum())
    agrees = N_OPEN - len(taught.mistakes)
    agrees_in_play = reaches - sum(mistake.reachable for mistake in taught.mistakes)
    return tr(
        "**The agent played** {games:,} games. It agrees with minimax in {agrees:,} of {all:,} "
        "positions, and in {agrees_in_play:,} of the {reaches:,} that can arise when it plays. It "
        "is unbeatable.",
        games=taught.agent.stats.games,
        agrees=agrees,
        all=N_OPEN,
        agrees_in_play=agrees_in_play,
        reaches=reaches,
    )


def reason() -> str:
    games = ladder.median_of(len(ladder.RUNGS) - 1)
    return tr(
        "{games:,} games is the median of {runs} training runs.",
        games=games,
        runs=len(ladder.SEEDS),
    )


# The visitor's board


@dataclass
class BothBoards:
    """The board that both players show, and how many positions that differ were shown."""

    trail: Trail = field(default_factory=Trail)
    differing: int = 0

    def differ(self) -> None:
        """Show the next position in which the agent chooses a move minimax would not."""
        found = mistakes()
        self.trail.visit(found[self.differing % len(found)].board)
        self.differing += 1


MINIMAX, AGENT = (
    Explorer(f"learned_or_known_{name}", lambda: per_visitor(BothBoards).trail)
    for name in ("minimax", "agent")
)


# The page


@st.fragment
def show() -> None:
    state = per_visitor(BothBoards)
    shown = state.trail.board
    st.caption(tr(_MOVE_COST))
    known, learned, words = st.columns([3, 3, 4], gap="medium")
    with known:
        st.markdown(tr("**Minimax knows**"))
        _board(MINIMAX, minimax_notes(shown))
    with learned:
        st.markdown(tr("**The agent has learned**"))
        _board(AGENT, agent_notes(shown))
    with words:
        st.markdown(choices(shown))
        _buttons(state)
    with st.grid(2, min_column_width=300, gap="medium"):
        st.markdown(tr(_MINIMAX_NEEDED))
        st.markdown(agent_needed())


def _board(explorer: Explorer, notes: dict[int, CellNote]) -> None:
    trail = explorer.trail()
    board(
        trail.board,
        key=explorer.board_key,
        token=trail.key("board"),
        mark=rules.side_to_move(trail.board),
        notes=notes,
        size="small",
        on_play=explorer.play_clicked,
    )


def minimax_notes(shown: str) -> dict[int, CellNote]:
    """Return the true value of each move; the best are outlined."""
    position = position_of(shown)
    best = position_values()[position]
    return {
        cell: replace(note, choice="own") if move_values()[position, cell] == best else note
        for cell, note in move_notes(shown, None, true_values=True).items()
    }


def agent_notes(shown: str) -> dict[int, CellNote]:
    """Return the agent's value of each move; the one it chooses is outlined."""
    if rules.outcome(shown) is not None:
        return {}
    taught = trained_agent()
    tried = np.flatnonzero(taught.agent.visit_counts(shown))
    return value_notes(taught.agent.q_values(shown), tried, taught.best_cells(shown))


def _buttons(state: BothBoards) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            tr("Back"),
            key="learned_or_known_back",
            on_click=state.trail.step,
            args=(-1,),
            disabled=not state.trail.can_step(-1),
        )
        st.button(
            tr("Empty board"),
            key="learned_or_known_clear",
            on_click=state.trail.visit,
            args=(EMPTY_BOARD,),
        )
        st.button(
            tr("Where they differ"),
            key="learned_or_known_differ",
            on_click=state.differ,
            help=tr(
                "Steps through the {positions:,} positions in which the agent chooses a move that "
                "minimax would not.",
                positions=len(mistakes()),
            ),
        )


def right() -> int:
    median = ladder.median_of(len(ladder.RUNGS) - 1)
    return list(_ANSWERS).index(min(_ANSWERS, key=lambda games: abs(games - median)))


reveal = ladder.show
