"""The parts of the exhibition: its board, its controls, and what is to be seen of the agent."""

import time

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.exhibition import actions, state, wording
from ttt_ui.exhibition.growing_curve import curve_figure
from ttt_ui.exhibition.pace import SPEEDS
from ttt_ui.exhibition.players import training_epsilon
from ttt_ui.exhibition.state import Exhibition
from ttt_ui.play.wording import Overlay, agents_view, taught
from ttt_ui.shared.board_component import board
from ttt_ui.shared.opponents import brain_names
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import Session
from ttt_ui.shared.verdict_badge import verdict_badge
from ttt_ui.shared.wording import coloured, plain

_SECONDS_BETWEEN_FIGURES = 1.0
_WIDTH_OF_PLAY_AND_PAUSE = 92
"""One for both, or what stands beside them would move."""


def stage(show: Exhibition, visitor: Session) -> None:
    """Show the board, and go on playing while it runs."""

    @st.fragment(run_every=actions.setup().speed.interval if show.running else None)
    def scene() -> None:
        st.header(coloured(wording.status(show)), anchor=False)
        thinks = state.SHOWN_VALUES.value and not show.game.over
        view = agents_view(visitor.agent, show.game.board) if thinks else Overlay({}, "")
        board(
            show.game.board,
            key="show_board",
            token=show.game.token,
            playable=False,
            last_move=show.game.moves[-1] if show.game.moves else None,
            winning_line=rules.winning_line(show.game.board),
            notes=view.notes,
            caption=view.caption,
        )
        # Last: what is drawn late, the browser takes for something that is gone.
        if show.running:
            actions.play_on(time.monotonic())
            if not show.running:
                st.rerun()

    scene()


def controls(show: Exhibition, visitor: Session) -> None:
    """Let it be started, paused, made faster or slower, and set."""
    with st.container(horizontal=True, horizontal_alignment="center", gap="xsmall", wrap=False):
        if show.running:
            st.button(
                "Pause",
                icon=":material/pause:",
                key="show_pause",
                on_click=actions.pause,
                width=_WIDTH_OF_PLAY_AND_PAUSE,
            )
        else:
            st.button(
                "Play",
                icon=":material/play_arrow:",
                key="show_play",
                on_click=actions.start,
                width=_WIDTH_OF_PLAY_AND_PAUSE,
            )
        st.button(
            "Step",
            disabled=show.running,
            on_click=actions.step,
            help="One move.",
        )
        st.selectbox(
            "Speed",
            list(SPEEDS),
            key=state.SPEED.key,
            persist_state="session",
            label_visibility="collapsed",
            on_change=actions.change_speed,
        )
        with st.popover("", icon=":material/settings:", help="Settings", key="show_settings"):
            _settings(visitor)
    if show.interrupted:
        st.caption(f":material/pause_circle: {show.interrupted}")


def _settings(visitor: Session) -> None:
    state.LEARNS.settle()
    st.toggle(
        "Learns while it plays",
        key=state.LEARNS.key,
        persist_state="session",
        on_change=actions.change_learning,
        help=taught(visitor.agent, people=False),
    )
    if training_epsilon(visitor.agent):
        state.EXPLORES.settle()
        st.toggle(
            "Explores",
            key=state.EXPLORES.key,
            persist_state="session",
            help="As in its training. Off: the agent always plays what it thinks best.",
        )
    st.toggle("See its thoughts", key=state.SHOWN_VALUES.key, persist_state="session")
    st.button(
        "Reset figures",
        icon=":material/restart_alt:",
        type="tertiary",
        on_click=actions.reset_figures,
        help="Clears the board; the figures and the curve of the agent by itself begin anew.",
    )


def opponent() -> None:
    """Let the opponent be chosen."""
    st.selectbox(
        "The agent plays against",
        brain_names(roster().agents),
        key=state.BRAIN.key,
        persist_state="session",
        on_change=actions.reset_figures,
    )


def figures(show: Exhibition, visitor: Session) -> None:
    """Show what the agent is now, how it came there, and the counts of its games."""
    chosen = actions.setup()

    @st.fragment(run_every=_SECONDS_BETWEEN_FIGURES if show.running else None)
    def numbers() -> None:
        verdict_badge(ttt.evaluate(visitor.agent))
        _curve(show)
        _results(show, chosen)
        epsilon = chosen.epsilon(visitor.agent)
        st.caption(
            "  \n".join(
                f"{name}: {fact}"
                for name, fact in wording.facts(
                    show, visitor.agent, against_itself=chosen.against_itself
                ).items()
            )
        )
        sentences = (
            wording.exploring(visitor.agent, epsilon, against_itself=chosen.against_itself),
            wording.pace(show.pace, chosen.speed) if show.running else "",
        )
        st.caption(" ".join(filter(None, sentences)))

    numbers()


def _curve(show: Exhibition) -> None:
    if show.curve is None or not show.curve.begun:
        st.caption("Its learning curve begins with its first game.")
        return
    st.caption(
        "Share of games it loses, as it learns",
        help="To best play and to a random player, from either side; over the games played here. "
        "Worked out exactly, for the agent as it plays when it does not explore.",
    )
    st.plotly_chart(
        curve_figure(show.curve.curve),
        key="show_curve",
        config={"displayModeBar": False},
        alt=wording.curve_in_words(show.curve.curve),
    )


def _results(show: Exhibition, chosen: actions.Setup) -> None:
    tally = show.tally
    with st.grid(4, min_column_width=72, gap="xsmall"):
        st.metric("Games", f"{tally.games:,}")
        if chosen.against_itself:
            st.metric("X wins", f"{tally.ended('X'):,}")
            st.metric("O wins", f"{tally.ended('O'):,}")
        else:
            st.metric("Agent wins", f"{tally.agent_wins:,}")
            st.metric("Agent loses", f"{tally.agent_losses:,}")
        st.metric("Draws", f"{tally.ended('draw'):,}")
    if not chosen.against_itself:
        st.caption(
            f"The agent is {show.agent_side}, {plain(chosen.brain)} is "
            f"{rules.other(show.agent_side)}; sides change every {show.SWAP_EVERY} games."
        )
