"""The parts of the exhibition: its board, its controls and the agent's statistics."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui import jobs
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.language import tr
from ttt_ui.play.exhibition import actions, state, wording
from ttt_ui.play.exhibition.exploration import training_epsilon
from ttt_ui.play.exhibition.growing_curve import curve_figure
from ttt_ui.play.exhibition.pace import SPEEDS
from ttt_ui.play.exhibition.state import Exhibition, ExhibitionSetup
from ttt_ui.play.wording import BoardNotes, agents_view, learning_help
from ttt_ui.visit.players import player_label, player_names
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session
from ttt_ui.widgets import show_control
from ttt_ui.wording import coloured, number, plain

_SECONDS_BETWEEN_UPDATES = 1.0


def stage(show: Exhibition, visitor: Session) -> None:
    speed = actions.setup().speed
    every = speed.interval if speed.unit == "game" else speed.interval / 2
    jobs.follow(show.job, lambda: _scene(show, visitor), every=every)


def _scene(show: Exhibition, visitor: Session) -> None:
    with visitor.lock:  # the job changes the game
        st.header(coloured(wording.headline(show)), anchor=False)
        shows_values = state.SHOWN_VALUES.value and not show.game.over
        view = agents_view(visitor.agent, show.game.board) if shows_values else BoardNotes({}, "")
        board(
            show.game.board,
            key="show_board",
            token=show.game.token,
            last_move=show.game.moves[-1] if show.game.moves else None,
            notes=view.notes,
            caption=view.caption,
        )


def controls(show: Exhibition, visitor: Session) -> None:
    with st.container(horizontal=True, horizontal_alignment="center", gap="xsmall", wrap=False):
        label, icon, key, act = (
            (tr("Pause"), ":material/pause:", "show_pause", actions.pause)
            if show.running
            else (tr("Play"), ":material/play_arrow:", "show_play", actions.start)
        )
        # The same width for both, so that the controls next to them do not move.
        st.button(label, icon=icon, key=key, on_click=act, width=92)
        st.button(
            tr("Step"),
            disabled=show.running,
            on_click=actions.step,
            help=tr("Makes one move."),
        )
        show_control(
            state.SPEED,
            st.selectbox,
            tr("Speed"),
            list(SPEEDS),
            format_func=tr,
            label_visibility="collapsed",
            on_change=actions.change_speed,
        )
        with st.popover("", icon=":material/settings:", help=tr("Settings"), key="show_settings"):
            _settings(visitor)
    if show.interrupted:
        st.caption(f":material/pause_circle: {tr(show.interrupted)}")


def _settings(visitor: Session) -> None:
    show_control(
        state.LEARNS,
        st.toggle,
        tr("Learn from these games"),
        on_change=actions.change_learning,
        help=learning_help(visitor.agent, people=False),
    )
    if training_epsilon(visitor.agent):
        show_control(
            state.EXPLORES,
            st.toggle,
            tr("Explore"),
            help=tr(
                "Plays exploratory moves, as in training. When off, the agent always plays the "
                "move it values most."
            ),
        )
    show_control(state.SHOWN_VALUES, st.toggle, tr("Show its values"))
    st.button(
        tr("Reset statistics"),
        icon=":material/restart_alt:",
        type="tertiary",
        on_click=actions.reset_statistics,
        help=tr("Clears the board and restarts the statistics and the curve of this view."),
    )


def opponent() -> None:
    show_control(
        state.OPPONENT,
        st.selectbox,
        tr("Opponent"),
        player_names(roster()),
        format_func=player_label,
        on_change=actions.reset_statistics,
    )


def statistics(show: Exhibition, visitor: Session) -> None:
    """Show the agent's verdict, its learning curve and the results of its games."""
    chosen = actions.setup()
    jobs.follow(show.job, lambda: _numbers(show, visitor, chosen), every=_SECONDS_BETWEEN_UPDATES)


def _numbers(show: Exhibition, visitor: Session, chosen: ExhibitionSetup) -> None:
    with visitor.lock:  # the job changes the statistics
        verdict_badge(ttt.evaluate(visitor.agent))
        _curve(show)
        _results(show, chosen)
        epsilon = chosen.epsilon(visitor.agent)
        st.caption(
            "  \n".join(
                tr("{name}: {fact}", name=name, fact=fact)
                for name, fact in wording.facts(
                    show, visitor.agent, self_play=chosen.self_play
                ).items()
            )
        )
        sentences = (
            wording.exploring(visitor.agent, epsilon, self_play=chosen.self_play),
            wording.pace(show.pace, chosen.speed) if show.running else "",
        )
        st.caption(" ".join(filter(None, sentences)))


def _curve(show: Exhibition) -> None:
    if show.curve is None or not show.curve.begun:
        st.caption(tr("The learning curve starts with the first game."))
        return
    st.caption(
        tr("Losses as it learns"),
        help=tr(
            "How often it loses to its worst-case opponent and to a random player, as X and as O, "
            "after each game played here. Exact, and without exploration."
        ),
    )
    st.plotly_chart(
        curve_figure(show.curve.curve),
        key="show_curve",
        config={"displayModeBar": False},
        alt=wording.curve_in_words(show.curve.curve),
    )


def _results(show: Exhibition, chosen: ExhibitionSetup) -> None:
    tally = show.tally
    with st.grid(4, min_column_width=72, gap="xsmall"):
        st.metric(tr("Games"), number(tally.games))
        if chosen.self_play:
            st.metric(tr("X wins"), number(tally.ended("X")))
            st.metric(tr("O wins"), number(tally.ended("O")))
        else:
            st.metric(tr("Agent's wins"), number(tally.agent_wins))
            st.metric(tr("Agent's losses"), number(tally.agent_losses))
        st.metric(tr("Draws"), number(tally.ended("draw")))
    if not chosen.self_play:
        st.caption(
            tr(
                "The agent plays {side}, {opponent} plays {other}. They swap sides every {games} "
                "games.",
                side=show.agent_side,
                opponent=plain(player_label(chosen.opponent)),
                other=rules.other(show.agent_side),
                games=show.SWAP_EVERY,
            )
        )
