"""The parts of the play page: the board with what is under it, the opponent, the exhibition."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.play import actions, state, wording
from ttt_ui.play.state import MODES, SIDES, SPEEDS, Exhibition, Game, PlayState, Score
from ttt_ui.shared.board_component import board
from ttt_ui.shared.opponents import LEVELS, brain_names, strength_policy
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import Session, session
from ttt_ui.shared.wording import knowledge, percent

LEVEL_HELP = {
    "Beginner": "Seven moves in ten are random, the others as at Intermediate.",
    "Intermediate": "The agent as it is. Where it explores, a few of its moves are random.",
    "Expert": "Minimax: looks to the end of the game before every move.",
    "Custom": "Your own mixture.",
}


def mode_choice() -> None:
    """Let the visitor choose who plays whom."""
    st.segmented_control(
        "Who plays",
        MODES,
        key=state.MODE.key,
        default=state.MODE.default,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
        on_change=actions.change_mode,
    )


def game_board(play: PlayState, visitor: Session) -> None:
    """Show the board of the game, for the person whose turn it is to play on."""
    game = play.game
    board(
        game.board,
        key=actions.BOARD_KEY,
        token=game.token,
        playable=game.persons_turn,
        mark=game.side if game.persons_turn else None,
        last_move=game.moves[-1] if game.moves else None,
        winning_line=rules.winning_line(game.board),
        hint=play.hint,
        notes=wording.notes(
            visitor.agent, game.board, thoughts=state.THOUGHTS.value, truth=state.TRUTH.value
        ),
        announcement=wording.announcement(game),
        shortcuts=actions.SHORTCUTS,
        on_play=actions.take_cell,
        on_command=actions.take_command,
    )


def game_buttons(game: Game) -> None:
    """Show what can be done with the game beside playing on."""
    with st.container(horizontal=True, horizontal_alignment="center"):
        st.button(
            "New game", icon=":material/restart_alt:", on_click=actions.new_game, help="Key N"
        )
        st.button(
            "Take back",
            icon=":material/undo:",
            disabled=not game.can_take_back,
            on_click=actions.take_back,
            help="Key U",
        )
        st.button(
            "Hint",
            icon=":material/lightbulb:",
            disabled=not game.persons_turn,
            on_click=actions.give_hint,
            help="Key H",
        )
        if game.person is not None:
            st.button(
                "Swap sides",
                icon=":material/swap_horiz:",
                on_click=actions.swap_sides,
                help="Begins a new game with the other side.",
            )


def overlay_switches() -> None:
    """Let values and truth be laid over the board."""
    with st.container(horizontal=True, horizontal_alignment="center"):
        st.toggle(
            "See its thoughts",
            key=state.THOUGHTS.key,
            persist_state="session",
            help="The agent's value of every free cell, or its beads, from red (lowest) to green "
            "(highest).",
        )
        st.toggle(
            "See the truth",
            key=state.TRUTH.key,
            persist_state="session",
            help="What every free cell is worth under best play.",
        )


def opponent_settings(play: PlayState, visitor: Session) -> None:
    """Let side and level be chosen, and say how strong the opponent is."""
    st.segmented_control(
        "You play",
        SIDES,
        key=play.side_key,
        default=play.side,
        required=True,
        on_change=actions.choose_side,
        args=(play.side_key,),
        help="X always begins. A change begins a new game.",
    )
    level, key = visitor.agent.level, state.level_key(visitor)
    st.segmented_control(
        "Level",
        LEVELS,
        key=key,
        default=level,
        required=True,
        wrap=True,
        on_change=actions.choose_level,
        args=(key,),
    )
    st.caption(LEVEL_HELP[level])
    if level == "Custom":
        _custom_level()
    chosen = actions.setup()
    policy = strength_policy(chosen.strength, visitor.agent, chosen.others)
    st.caption(wording.chance_of_random(ttt.evaluate(policy)))


def _custom_level() -> None:
    st.slider(
        "Random moves",
        0.0,
        1.0,
        key=state.RANDOM_SHARE.key,
        format="percent",
        persist_state="session",
    )
    st.slider("ε of the brain", 0.0, 1.0, key=state.EPSILON.key, persist_state="session")
    st.selectbox(
        "Brain", brain_names(roster().agents), key=state.BRAIN.key, persist_state="session"
    )


def learning_settings(*, explores: bool, taught: str) -> None:
    """Let learning be switched off and, where the agent plays, exploring.

    Parameters
    ----------
    explores
        Whether the agent plays, so that it may explore.
    taught
        What it learns from a game.
    """
    st.toggle(
        "Learns while you play",
        value=state.LEARNS.default,
        key=state.LEARNS.key,
        persist_state="session",
        on_change=actions.change_learning,
        help=taught,
    )
    if explores:
        st.toggle(
            "Explores",
            value=state.EXPLORES.default,
            key=state.EXPLORES.key,
            persist_state="session",
            help="Off: the agent always plays what it thinks best.",
        )


def reset_buttons(*, figures: bool) -> None:
    """Let figures and memory be reset."""
    if figures:
        st.button(
            "Reset figures",
            icon=":material/exposure_zero:",
            type="tertiary",
            on_click=actions.reset_figures,
        )
    with st.popover("Reset memory", icon=":material/delete:", type="tertiary"):
        st.markdown("The agent forgets **everything** it has learned.")
        st.button("Forget everything", on_click=actions.reset_memory)


def figures(score: Score, other: str) -> None:
    """Show the six figures of the adaptive write-up."""
    with st.grid(3, min_column_width=96, gap="xsmall"):
        st.metric("Games", f"{score.games:,}")
        st.metric("Agent wins", f"{score.agent_wins:,}")
        st.metric(other, f"{score.other_wins:,}")
        st.metric("Draws", f"{score.draws:,}")
        known = knowledge(session().agent)
        st.metric(known.label, f"{known.number:,}")
        st.metric("Agent win rate", percent(score.agent_win_rate))


def exhibition_controls(show: Exhibition) -> None:
    """Let the agent by itself be started, paused, slowed down and given another opponent."""
    st.button(
        "Pause" if show.running else "Play",
        icon=":material/pause:" if show.running else ":material/play_arrow:",
        key="show_toggle",
        on_click=actions.toggle_exhibition,
    )
    st.button(
        "Step",
        icon=":material/skip_next:",
        disabled=show.running,
        on_click=actions.step_exhibition,
    )
    st.selectbox("Speed", list(SPEEDS), key=state.SPEED.key, persist_state="session", width=220)
    st.selectbox(
        "Opponent",
        brain_names(roster().agents),
        key=state.SHOW_BRAIN.key,
        persist_state="session",
        width=220,
        on_change=actions.change_opponent,
    )


def exhibition_board(show: Exhibition, visitor: Session) -> None:
    """Show the board of the agent by itself."""
    board(
        show.game.board,
        key="show_board",
        token=show.game.token,
        playable=False,
        last_move=show.game.moves[-1] if show.game.moves else None,
        winning_line=rules.winning_line(show.game.board),
        notes=wording.notes(
            visitor.agent, show.game.board, thoughts=state.THOUGHTS.value, truth=False
        ),
    )
