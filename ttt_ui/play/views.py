"""The parts of the play page that need more than a line: status, overlay, figures, review."""

import numpy as np
import pandas as pd
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.review import ReviewedMove, decisive_move, review
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_ui.play.state import Game, LearnedMove, Score
from ttt_ui.shared.board_component import CellNote
from ttt_ui.shared.session import session, widget_value
from ttt_ui.shared.wording import WORTH_WORDS, cell_name, percent

GRADES = {
    "best": "★ best",
    "good": "✓ good",
    "slip": "? slip",
    "blunder": "⚠ blunder",
}


def status(game: Game) -> str:
    """Say whose turn it is, or how the game ended."""
    result = rules.outcome(game.board)
    if result == "draw":
        return "A draw"
    if game.person is None:
        return f"{result} wins" if result else f"{game.side} to move"
    if result:
        return "You win" if result == game.person else "The agent wins"
    return f"Your turn, you are {game.person}"


def announcement(game: Game) -> str:
    """Say the last moves and the state of the game, for screen readers."""
    said = []
    for ply in range(max(0, len(game.moves) - 2), len(game.moves)):
        side = "XO"[ply % 2]
        who = side if game.person is None else "You" if side == game.person else "Agent"
        said.append(f"{who} took {cell_name(game.moves[ply])}.")
    return " ".join([*said, f"{status(game)}."])


def notes(agent: ttt.Agent, board: str, *, thoughts: bool, truth: bool) -> dict[int, CellNote]:
    """Lay Q-values and true worth over the free cells.

    The colour of a Q-value goes from the lowest to the highest on the board; where all are equal
    it is neutral.
    """
    free = rules.legal_moves(board)
    if not free or not (thoughts or truth):
        return {}
    values = agent.q_values(board)
    low, high = np.nanmin(values), np.nanmax(values)
    worth = move_values()[position_of(board)]
    result = {}
    for cell in free:
        spoken = []
        if thoughts:
            spoken.append(
                f"{'score' if agent.kind == 'reward-memory' else 'Q-value'} {values[cell]:.2f}"
            )
        if truth:
            spoken.append(f"truly a {WORTH_WORDS[int(worth[cell])]}")
        result[cell] = CellNote(
            text=number(values[cell], agent) if thoughts else "",
            tone=float((values[cell] - low) / (high - low)) if thoughts and high > low else None,
            worth=WORTH_WORDS[int(worth[cell])] if truth else None,
            spoken=", ".join(spoken),
        )
    return result


def familiarity(agent: ttt.Agent, board: str) -> str:
    """Say whether the agent knows a board."""
    if rules.outcome(board) is not None:
        return "The game is over."
    known = agent.known[position_of(board)]
    return "It knows this position." if known else "It has not met this position before."


def number(value: float, agent: ttt.Agent) -> str:
    """Write a Q-value with its sign, or the score of a reward memory."""
    if agent.kind == "reward-memory":
        return f"{value:.1f}"
    return f"{value:+.2f}".replace("+0.00", "0.00").replace("-0.00", "0.00")


def chance_of_random(card: ttt.ReportCard) -> str:
    """Say how often a random player beats an opponent."""
    as_x, as_o = card.vs_random_as_o.loss, card.vs_random_as_x.loss
    if as_x == as_o == 0:
        return "A random player never beats it."
    return (
        f"A random player beats it in exactly {percent((as_x + as_o) / 2)} of games: "
        f"{percent(as_x)} when random is X, {percent(as_o)} when it is O."
    )


def show_figures(score: Score, other: str) -> None:
    """Show the six figures of the adaptive write-up."""
    agent = session().agent
    with st.grid(3, min_column_width=96, gap="xsmall"):
        st.metric("Games", f"{score.games:,}")
        st.metric("Agent wins", f"{score.agent_wins:,}")
        st.metric(other, f"{score.other_wins:,}")
        st.metric("Draws", f"{score.draws:,}")
        st.metric("Positions known", f"{agent.positions_known:,}")
        st.metric("Agent win rate", percent(score.agent_win_rate))


def show_review(game: Game) -> None:
    """Show every move of an ended game with its grade, and the moment that decided it."""
    moves = review(game.moves)
    st.markdown("#### The game again")
    st.markdown(_decision(game, moves))
    table = pd.DataFrame(
        {
            "Move": [f"{ply}. {move.side}" for ply, move in enumerate(moves, 1)],
            "Cell": [f"row {move.cell // 3 + 1}, column {move.cell % 3 + 1}" for move in moves],
            "Grade": [GRADES[move.grade] for move in moves],
            "Worth": [f"{WORTH_WORDS[move.before]} → {WORTH_WORDS[move.after]}" for move in moves],
            "Position": [":material/search_insights: Open" for _ in moves],
        }
    )
    st.dataframe(
        table,
        hide_index=True,
        key="review_table",
        alt="The moves of the game, each with its grade and what it was worth to its side",
        column_config={
            "Worth": st.column_config.TextColumn(
                help="For the side that moved, under best play: before the move → after it."
            ),
            "Position": st.column_config.ButtonColumn(
                "Inspect", key="review_open", on_click=_open_reviewed, type="tertiary"
            ),
        },
    )


def _decision(game: Game, moves: list[ReviewedMove]) -> str:
    move = decisive_move(moves)
    if move is None:
        return "Nobody slipped: with best play on both sides it is a draw."
    ply = moves.index(move) + 1
    who = move.side if game.person is None else "you" if move.side == game.person else "the agent"
    effect = "gave the win away" if move.grade == "slip" else "lost the game"
    return (
        f"Decided by move {ply}: at {cell_name(move.cell)} {who} {effect} "
        f"({WORTH_WORDS[move.before]} → {WORTH_WORDS[move.after]})."
    )


def _open_reviewed() -> None:
    click = widget_value("review_open")
    moves = review(session().game.moves)
    if click is not None and 0 <= click["row"] < len(moves):
        session().inspected = moves[click["row"]].board
        st.switch_page("pages/inspect.py")


def show_lesson(lesson: tuple[LearnedMove, ...]) -> None:
    """Show which positions of the last game the agent learned from, before and after."""
    st.markdown("#### What the agent learned")
    if all(learned.before == learned.after for learned in lesson):
        st.markdown("Nothing new: every value was already what this game says.")
        return
    st.dataframe(
        pd.DataFrame(
            {
                "Position": [rules.pattern(learned.board) for learned in lesson],
                "Move": [cell_name(learned.cell) for learned in lesson],
                "Before": [learned.before for learned in lesson],
                "After": [learned.after for learned in lesson],
            }
        ),
        hide_index=True,
        alt="Values that the last game changed, before and after",
        column_config={
            "Before": st.column_config.NumberColumn(format="%.3f"),
            "After": st.column_config.NumberColumn(format="%.3f"),
        },
    )
