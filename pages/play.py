"""Play: against the agent, two people at one screen, or the agent by itself."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui import play_parts, playing
from ttt_ui.board_component import board
from ttt_ui.opponents import LEVELS, brain_names, strength_policy
from ttt_ui.session import session, widget_value

SPEEDS = {
    "1 move a second": (1.0, 1),
    "4 moves a second": (0.25, 1),
    "20 games a second": (0.5, 80),
    "200 games a second": (0.5, 800),
}

LEVEL_HELP = {
    "Beginner": "Seven moves in ten are random, the others as at Intermediate.",
    "Intermediate": "The agent as it is. Where it explores, a move in ten or fewer is random.",
    "Expert": "Minimax: looks to the end of the game before every move.",
    "Custom": "Your own mixture.",
}

visitor = session()


@st.fragment
def game_area() -> None:
    if visitor.sidebar_stale:
        visitor.sidebar_stale = False
        st.rerun()
    game = visitor.game
    left, right = st.columns([5, 4], gap="large")
    with left:
        st.markdown(f"### {play_parts.status(game)}")
        board(
            game.board,
            key=playing.BOARD_KEY,
            token=game.token,
            playable=game.persons_turn,
            mark=game.side if game.persons_turn else None,
            last_move=game.moves[-1] if game.moves else None,
            winning_line=rules.winning_line(game.board),
            hint=visitor.hint,
            notes=play_parts.notes(
                visitor.agent,
                game.board,
                thoughts=widget_value("play_thoughts", False),
                truth=widget_value("play_truth", False),
            ),
            announcement=play_parts.announcement(game),
            shortcuts=playing.SHORTCUTS,
            on_play=playing.take_cell,
            on_command=playing.take_command,
        )
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button(
                "New game",
                icon=":material/restart_alt:",
                on_click=playing.new_game,
                help="Key N",
            )
            st.button(
                "Take back",
                icon=":material/undo:",
                disabled=not game.can_take_back,
                on_click=playing.take_back,
                help="Key U",
            )
            st.button(
                "Hint",
                icon=":material/lightbulb:",
                disabled=not game.persons_turn,
                on_click=playing.give_hint,
                help="Key H",
            )
            if game.person is not None:
                st.button(
                    "Swap sides",
                    icon=":material/swap_horiz:",
                    on_click=playing.swap_sides,
                    help="Begins a new game with the other side.",
                )
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.toggle(
                "See its thoughts",
                key="play_thoughts",
                persist_state="session",
                help="The agent's value of every free cell, from red (lowest) to green (highest).",
            )
            st.toggle(
                "See the truth",
                key="play_truth",
                persist_state="session",
                help="What every free cell is worth under best play.",
            )
    with right:
        if game.person is not None:
            opponent_settings()
        learning_settings(explores=game.person is not None)
        if game.person is not None:
            play_parts.show_figures(visitor.score, "Your wins")
        else:
            st.caption("The agent watches, and learns from both of you.")
        reset_buttons(figures=game.person is not None)
    if game.over:
        review, lesson = st.columns([5, 4], gap="large")
        with review:
            play_parts.show_review(game)
        if visitor.lesson:
            with lesson:
                play_parts.show_lesson(visitor.lesson)


def opponent_settings() -> None:
    st.segmented_control(
        "You play",
        playing.SIDES,
        key="play_side",
        required=True,
        persist_state="session",
        on_change=playing.new_game,
        help="X always begins. A change begins a new game.",
    )
    st.segmented_control(
        "Level",
        LEVELS,
        key="play_level",
        required=True,
        wrap=True,
        persist_state="session",
        on_change=playing.keep_level,
    )
    level = playing.strength().level
    st.caption(LEVEL_HELP[level])
    if level == "Custom":
        st.slider(
            "Random moves",
            0.0,
            1.0,
            key="play_random_share",
            format="percent",
            persist_state="session",
        )
        st.slider("ε of the brain", 0.0, 1.0, key="play_epsilon", persist_state="session")
        st.selectbox(
            "Brain", brain_names(visitor.rivals), key="play_brain", persist_state="session"
        )
    policy = strength_policy(playing.strength(), visitor.agent, visitor.rivals)
    st.caption(play_parts.chance_of_random(ttt.evaluate(policy)))


def learning_settings(*, explores: bool) -> None:
    with st.container(horizontal=True):
        st.toggle(
            "Learns while you play",
            value=True,
            key="play_learn",
            persist_state="session",
            help="After each game the moves of both sides go into the agent's table.",
        )
        if explores:
            st.toggle(
                "Explores",
                value=True,
                key="play_explore",
                persist_state="session",
                help="Off: the agent always plays what it thinks best.",
            )


def reset_buttons(*, figures: bool) -> None:
    with st.container(horizontal=True):
        if figures:
            st.button(
                "Reset figures",
                icon=":material/exposure_zero:",
                type="tertiary",
                on_click=playing.reset_figures,
            )
        with st.popover("Reset memory", icon=":material/delete:", type="tertiary"):
            st.markdown("The agent forgets **everything** it has learned.")
            st.button("Forget everything", on_click=playing.reset_memory)


def exhibition() -> None:
    show = visitor.exhibition
    interval, moves = SPEEDS[widget_value("show_speed", next(iter(SPEEDS)))]

    @st.fragment(run_every=interval if show.running else None)
    def stage() -> None:
        if show.running:
            playing.play_on(moves)
        left, right = st.columns([5, 4], gap="large")
        with left:
            board(
                show.game.board,
                key="show_board",
                token=show.game.token,
                playable=False,
                last_move=show.game.moves[-1] if show.game.moves else None,
                winning_line=rules.winning_line(show.game.board),
                notes=play_parts.notes(
                    visitor.agent,
                    show.game.board,
                    thoughts=widget_value("play_thoughts", False),
                    truth=False,
                ),
            )
        with right:
            play_parts.show_figures(show.score, "Other wins")
            st.caption(
                f"The present agent is {show.agent_side}; sides change every {show.SWAP_EVERY} "
                f"games. {play_parts.familiarity(visitor.agent, show.game.board)} Its opponent "
                "never explores. The sidebar follows when you pause."
            )

    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button(
            "Pause" if show.running else "Play",
            icon=":material/pause:" if show.running else ":material/play_arrow:",
            on_click=playing.toggle_exhibition,
        )
        st.button(
            "Step",
            icon=":material/skip_next:",
            disabled=show.running,
            on_click=playing.play_on,
            args=(1,),
        )
        st.selectbox("Speed", list(SPEEDS), key="show_speed", persist_state="session", width=220)
        st.selectbox(
            "Opponent",
            brain_names(visitor.rivals),
            key="show_brain",
            persist_state="session",
            width=220,
            on_change=playing.change_exhibition,
        )
    with st.container(horizontal=True):
        learning_settings(explores=True)
        st.toggle("See its thoughts", key="play_thoughts", persist_state="session")
        reset_buttons(figures=True)
    stage()


playing.prepare()
st.title("Play", anchor=False)
chosen = st.segmented_control(
    "Who plays",
    playing.MODES,
    key="play_mode",
    default=playing.MODES[0],
    required=True,
    label_visibility="collapsed",
    persist_state="session",
    on_change=playing.change_mode,
)
if chosen == "Agent by itself":
    exhibition()
else:
    game_area()
