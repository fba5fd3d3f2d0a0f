"""What the agent learned from an ended game: the moves whose value has changed, as small boards."""

import streamlit as st

from ttt_core.game import board as rules
from ttt_core.learning.agent import Agent
from ttt_ui.play.state import LearnedMove, PlayState
from ttt_ui.play.wording import learned_sentence
from ttt_ui.shared.heatmap import value_text
from ttt_ui.shared.insights import value_scale
from ttt_ui.shared.session import Session
from ttt_ui.shared.standing import DASH
from ttt_ui.shared.thumbnails import board_image
from ttt_ui.shared.wording import cell_name


def show_lesson(play: PlayState, visitor: Session) -> None:
    """Show what the last game changed in the agent."""
    written = [
        (move, _written(move.before, visitor.agent), _written(move.after, visitor.agent))
        for move in play.lesson
    ]
    changed = [entry for entry in written if entry[1] != entry[2]]
    st.subheader("What the agent learned", anchor=False)
    st.markdown(learned_sentence(play.newly_met, len(changed)))
    with st.container(horizontal=True, gap="medium"):
        for move, before, after in changed:
            is_new = not move.tried and visitor.agent.kind != "matchboxes"
            _small_board(move, DASH if is_new else before, after)


def _written(value: float, agent: Agent) -> str:
    return f"{value:.0f}" if agent.kind == "matchboxes" else value_text(value, value_scale(agent))


def _small_board(move: LearnedMove, before: str, after: str) -> None:
    side = rules.side_to_move(move.board)
    with st.container(width=112, gap="xsmall"):
        true_value = "not tried" if before == DASH else f"worth {before}"
        st.image(
            board_image(rules.play(move.board, move.cell), move.cell),
            width=96,
            alt=f"Board {rules.pattern(move.board)}, {side} takes {cell_name(move.cell)}: "
            f"{true_value} before the game, {after} now",
        )
        st.caption(f"{before} → **{after}**")
