"""The parts of the exhibition: its board, its controls and the agent's statistics."""

from functools import partial

import streamlit as st

import ttt_core as ttt
from ttt_core.game import N_GAMES
from ttt_ui import jobs
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.map_component import game_map
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.inspect.actions import open_from_map
from ttt_ui.language import tr
from ttt_ui.play.exhibition import actions, state, wording
from ttt_ui.play.exhibition.state import Exhibition
from ttt_ui.play.exhibition.work import SWAP_EVERY, Tally, training_epsilon
from ttt_ui.play.views import reset_buttons
from ttt_ui.play.wording import BoardNotes, agents_view, learning_help
from ttt_ui.visit.session import Session
from ttt_ui.wording import coloured, number

_MAP = "show_map"
_SECONDS_BETWEEN_UPDATES = 1.0


def stage(exhibition: Exhibition, visitor: Session) -> None:
    every = actions.settings().seconds_between_steps
    jobs.follow(exhibition.job, lambda: _scene(exhibition, visitor), every=every)


def _scene(exhibition: Exhibition, visitor: Session) -> None:
    with visitor.lock:  # the job changes the game
        game, agent = exhibition.game, visitor.agent
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.title(coloured(wording.headline(exhibition)), anchor=False, width="content")
        st.markdown(wording.sides(exhibition.stage, agent, state.OPPONENT.value), width="content")
    shows_values = state.SHOWN_VALUES.value and not game.over
    view = agents_view(agent, game.board) if shows_values else BoardNotes({}, "")
    board(
        game.board,
        key="show_board",
        token=game.token,
        last_move=game.moves[-1] if game.moves else None,
        notes=view.notes,
        caption=view.caption,
    )


def controls(exhibition: Exhibition) -> None:
    with st.container(horizontal=True, horizontal_alignment="center", gap="xsmall", wrap=False):
        label, icon, key, act = (
            (tr("Pause"), ":material/pause:", "show_pause", actions.pause)
            if exhibition.running
            else (tr("Start"), ":material/play_arrow:", "show_play", actions.start)
        )
        # The same width for both, so that the controls next to them do not move.
        st.button(label, icon=icon, key=key, on_click=act, width=92)
        st.button(
            tr("Step"),
            disabled=exhibition.running,
            on_click=actions.step,
            help=tr("Makes one move."),
        )
    state.SPEED.show()
    if exhibition.interrupted:
        st.caption(f":material/pause_circle: {tr(exhibition.interrupted)}")


def settings(visitor: Session) -> None:
    """Show what is learned and shown, and what can be reset."""
    if not visitor.frozen:
        state.LEARNS.show(
            on_change=actions.change_learning, help=learning_help(visitor.agent, people=False)
        )
    if training_epsilon(visitor.agent):
        state.EXPLORES.show()
    state.SHOWN_VALUES.show()
    st.button(
        tr("Reset statistics"),
        icon=":material/restart_alt:",
        type="tertiary",
        on_click=actions.reset_statistics,
        help=tr("Clears the board and restarts the statistics of this view."),
    )
    reset_buttons(visitor)


def opponent() -> None:
    state.OPPONENT.show(on_change=actions.reset_statistics)


def statistics(exhibition: Exhibition, visitor: Session) -> None:
    """Show the agent's verdict and the results of its games."""
    jobs.follow(
        exhibition.job, lambda: _numbers(exhibition, visitor), every=_SECONDS_BETWEEN_UPDATES
    )


def _numbers(exhibition: Exhibition, visitor: Session) -> None:
    with visitor.lock:  # the job changes them
        agent, played = visitor.agent, exhibition.stage
    self_play = actions.is_self_play()
    verdict_badge(ttt.evaluate(agent))
    game_map(agent, key=_MAP, on_open=partial(open_from_map, _MAP))
    _results(played.tally, self_play=self_play)
    lines = (
        tr("Distinct games: {n:,} of {total:,}", n=agent.stats.distinct_games, total=N_GAMES),
        tr(
            "Exploratory moves: {n:,} of {total:,}",
            n=played.tally.explorations,
            total=played.tally.moves,
        ),
    )
    st.caption("  \n".join(lines))
    if not self_play:
        st.caption(tr("They swap sides every {games} games.", games=SWAP_EVERY))
    epsilon = training_epsilon(agent) if state.EXPLORES.value else 0.0
    st.caption(wording.exploring(agent, epsilon, self_play=self_play))


def _results(tally: Tally, *, self_play: bool) -> None:
    with st.grid(4, min_column_width=72, gap="xsmall"):
        st.metric(tr("Games"), number(tally.games))
        if self_play:
            st.metric(tr("X wins"), number(tally.ended("X")))
            st.metric(tr("O wins"), number(tally.ended("O")))
        else:
            st.metric(tr("Agent's wins"), number(tally.agent_wins))
            st.metric(tr("Agent's losses"), number(tally.agent_losses))
        st.metric(tr("Draws"), number(tally.ended("draw")))
