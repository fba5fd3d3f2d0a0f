"""What the agent learned from an ended game: the moves whose values changed, as small boards."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_core.learning import Agent
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.drawing.insights import value_scale
from ttt_ui.drawing.standing import DASH
from ttt_ui.drawing.thumbnails import board_image
from ttt_ui.language import tr
from ttt_ui.play.state import LearnedMove, PlayState
from ttt_ui.play.wording import learned_move, learned_sentence
from ttt_ui.visit.session import Session


def show_lesson(play: PlayState, visitor: Session) -> None:
    """Show what the agent learned from the last game."""
    written = [
        (move, _written(move.before, visitor.agent), _written(move.after, visitor.agent))
        for move in play.lesson
    ]
    changed = [entry for entry in written if entry[1] != entry[2]]
    st.subheader(tr("What the agent learned"), anchor=False)
    st.markdown(learned_sentence(play.newly_met, len(changed)))
    with st.container(horizontal=True, gap="medium"):
        for move, before, after in changed:
            is_new = not move.tried and visitor.agent.kind != "matchboxes"
            _small_board(move, None if is_new else before, after)


def _written(value: float, agent: Agent) -> str:
    return f"{value:.0f}" if agent.kind == "matchboxes" else value_text(value, value_scale(agent))


def _small_board(move: LearnedMove, before: str | None, after: str) -> None:
    with st.container(width=112, gap="xsmall"):
        st.image(
            board_image(rules.play(move.board, move.cell), move.cell),
            width=96,
            alt=learned_move(move, before, after),
        )
        st.caption(f"{before or DASH} → **{after}**")
