"""An ended game looked at again, and what the agent learned from it."""

import pandas as pd
import streamlit as st

from ttt_core.evaluation.review import ReviewedMove, decisive_move, review
from ttt_core.game import board as rules
from ttt_ui.inspect.actions import show_board
from ttt_ui.play.state import Game, LearnedMove, play_state
from ttt_ui.shared.session import session
from ttt_ui.shared.widgets import held
from ttt_ui.shared.wording import WORTH_WORDS, cell_name

GRADES = {
    "best": "★ best",
    "good": "✓ good",
    "slip": "? slip",
    "blunder": "⚠ blunder",
}

_OPEN_KEY = "review_open"


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
                "Inspect", key=_OPEN_KEY, on_click=_open_reviewed, type="tertiary"
            ),
        },
    )


def _decision(game: Game, moves: list[ReviewedMove]) -> str:
    if game.resigned:
        return f"Decided by {game.side}, which resigned: its box for this board is empty."
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
    moves = review(play_state().game.moves)
    match held(_OPEN_KEY):
        case {"row": int(row)} if 0 <= row < len(moves):
            show_board(moves[row].board)
            st.switch_page("pages/inspect.py")


def show_lesson(lesson: tuple[LearnedMove, ...]) -> None:
    """Show which positions of the last game the agent learned from, before and after."""
    st.markdown("#### What the agent learned")
    if all(learned.before == learned.after for learned in lesson):
        st.markdown("Nothing new: every value was already what this game says.")
        return
    number = "%d" if session().agent.kind == "matchboxes" else "%.3f"
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
            "Before": st.column_config.NumberColumn(format=number),
            "After": st.column_config.NumberColumn(format=number),
        },
    )
