"""The parts of the play page: the board with what is under it, and the opponent."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ttt_core.game import board as rules
from ttt_ui.play import actions, state, wording
from ttt_ui.play.opponent_analysis import opponent_analysis
from ttt_ui.play.state import MODES, SIDES, Game, PlayState, Score
from ttt_ui.shared.board_component import EvaluationBar, board
from ttt_ui.shared.opponents import (
    EXPLORING_LEVELS,
    LEVELS,
    brain_names,
    opponent,
    playing_epsilon,
)
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import Session, session
from ttt_ui.shared.wording import counted, knowledge, percent

LEVEL_HELP = {
    "Beginner": "Seven moves in ten are random, the others as at Intermediate.",
    "Intermediate": "The agent as it is.",
    "Expert": "Minimax: looks to the end of the game before every move.",
    "Custom": "Your own mixture.",
}


def mode_choice() -> None:
    """Let the visitor choose who plays whom."""
    state.MODE.settle()
    st.segmented_control(
        "Who plays",
        MODES,
        key=state.MODE.key,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
        on_change=actions.change_mode,
    )


def game_board(play: PlayState, visitor: Session) -> None:
    """Show the board of the game, for the person whose turn it is to play on."""
    game = play.game
    laid_over, bar = laid_out(game, visitor)
    board(
        game.board,
        key=actions.BOARD_KEY,
        token=game.token,
        playable=game.persons_turn,
        mark=game.side if game.persons_turn else None,
        last_move=game.moves[-1] if game.moves else None,
        winning_line=rules.winning_line(game.board),
        hint=play.hint,
        notes=laid_over.notes,
        announcement=wording.announcement(game, play.hint),
        bar=bar,
        caption=laid_over.caption,
        celebrate=play.celebration(visitor),
        shortcuts=actions.SHORTCUTS,
        on_play=actions.take_cell,
        on_command=actions.take_command,
    )


def laid_out(
    game: Game, visitor: Session, *, thoughts: bool = True
) -> tuple[wording.Overlay, EvaluationBar | None]:
    """Return what the switches lay over the board of a game, and the bar under it.

    Without thoughts where there is no place for them.
    """
    chosen = actions.setup()
    rival = opponent(chosen.strength, visitor.agent, chosen.others)
    overlay = wording.overlay(
        game,
        visitor.agent,
        rival,
        thoughts=thoughts and state.SHOWN_VALUES.value,
        true_values=state.SHOWN_TRUE_VALUES.value,
    )
    bar = wording.evaluation(game, opponent_analysis(rival)) if state.BAR.value else None
    return overlay, bar


def game_buttons(game: Game) -> None:
    """Show what can be done with the game beside playing on."""
    # Without icons, and with "Swap sides" elsewhere, they stay in one row on the narrowest phone.
    with st.container(horizontal=True, horizontal_alignment="center", gap="xsmall"):
        st.button("New game", key=actions.NEW_GAME_KEY, on_click=actions.new_game, help="Key N")
        st.button(
            "Take back",
            disabled=not game.can_take_back,
            on_click=actions.take_back,
            help="Key U",
        )
        st.button("Hint", disabled=not game.persons_turn, on_click=actions.give_hint, help="Key H")


def overlay_switches(game: Game) -> None:
    """Let values and truth be laid over the board, and the bar under it be hidden."""
    with _centred():
        st.toggle(
            "See its thoughts" if game.person is None else "Why did it move there?",
            key=state.SHOWN_VALUES.key,
            persist_state="session",
            help="What the agent holds each move to be worth, in the colours of the Inspect page: "
            "green is good for the side that moves, purple is bad, and grey is a draw. Beads are "
            "one colour, the more the deeper. Hatched: a move that it has never tried. Framed: a "
            "draw for sure, proven by the moves that it has tried. Against the agent they are its "
            "values before its last move; the cell that it took is outlined, with a die where the "
            "move was random.",
        )
        state.BAR.settle()
        with _pair():
            st.toggle(
                "See the truth",
                key=state.SHOWN_TRUE_VALUES.key,
                persist_state="session",
                help="What each move is worth for its side under best play. Together with the "
                "agent's values it speaks of the same position as they do.",
            )
            st.toggle(
                "Chances",
                key=state.BAR.key,
                persist_state="session",
                help="How often the game ends in which way from here, exactly. You play perfectly: "
                "you never risk a loss that can be avoided, and then win as often as can be "
                "against this opponent as it plays now, its random moves included. Where two "
                "people play, both play perfectly.",
            )


def _centred() -> DeltaGenerator:
    return st.container(horizontal=True, horizontal_alignment="center", gap="xsmall")


def _pair() -> DeltaGenerator:
    """Return a place for what stays together where a row is too long for the page."""
    return st.container(horizontal=True, wrap=False, width="content", gap="xsmall")


def side_settings(play: PlayState) -> None:
    """Let the side be chosen."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
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
        st.button(
            "Swap sides",
            icon=":material/swap_horiz:",
            type="tertiary",
            on_click=actions.swap_sides,
            help="Begins a new game with the other side.",
        )


def opponent_settings(play: PlayState, visitor: Session) -> None:
    """Let side and level be chosen."""
    side_settings(play)
    level, key = visitor.agent.level, state.level_key(visitor)
    st.segmented_control(
        "Level",
        LEVELS,
        key=key,
        default=level,
        required=True,
        wrap=False,
        on_change=actions.choose_level,
        args=(key,),
    )
    st.caption(LEVEL_HELP[level])
    if level == "Custom":
        _custom_level()


def how_strong(visitor: Session) -> None:
    """Say how strong the opponent is as it plays now."""
    chosen = actions.setup()
    rival = opponent(chosen.strength, visitor.agent, chosen.others)
    card = opponent_analysis(rival).card
    st.caption(wording.how_it_plays(chosen.strength.level, rival, visitor.agent, card))


def _custom_level() -> None:
    st.slider(
        "Random moves",
        0.0,
        1.0,
        key=state.RANDOM_SHARE.key,
        format="percent",
        persist_state="session",
        help="How many of all moves are made without looking at the board.",
    )
    st.slider(
        "Random tries of the brain (ε)",
        0.0,
        1.0,
        key=state.EPSILON.key,
        persist_state="session",
        help="How many of the other moves are tries at random, as an agent makes them to learn: "
        "its ε (epsilon).",
    )
    st.selectbox(
        "Brain",
        brain_names(roster().agents),
        key=state.BRAIN.key,
        persist_state="session",
        help="Who decides on the moves that are not random.",
    )


def learning_settings(visitor: Session, *, explores: bool) -> None:
    """Let learning be switched off and, where the agent plays and may explore, exploring.

    Parameters
    ----------
    visitor
    explores
        Whether the agent plays.
    """
    agent = visitor.agent
    with st.container(horizontal=True):
        state.LEARNS.settle()
        st.toggle(
            "Learns while you play",
            key=state.LEARNS.key,
            persist_state="session",
            help=wording.taught(agent, people=True),
        )
        if explores and agent.level in EXPLORING_LEVELS and playing_epsilon(agent):
            state.EXPLORES.settle()
            st.toggle(
                "Explores",
                key=state.EXPLORES.key,
                persist_state="session",
                help=f"It tries a random move now and then, {percent(playing_epsilon(agent))} of "
                "them, to find out what it does not know. Off: it always plays what it thinks "
                "best.",
            )


def reset_buttons(play: PlayState, visitor: Session, *, figures: bool) -> None:
    """Let figures and memory be reset."""
    if figures:
        st.button(
            "Reset figures",
            icon=":material/ink_eraser:",
            type="tertiary",
            on_click=actions.reset_figures,
        )
    if play.undo_of_reset(visitor) is not None:
        st.button(
            "Undo reset",
            icon=":material/undo:",
            type="tertiary",
            on_click=actions.bring_back,
            help="Brings the agent and the figures of before back.",
        )
    agent, known = visitor.agent, knowledge(visitor.agent)
    if not agent.is_blank:
        with st.popover("Reset memory", icon=":material/delete:", type="tertiary"):
            st.markdown(
                f"Wipes **{known.number:,} {known.label.lower()}**, learned in "
                f"{counted(agent.stats.games, 'game')}, and your figures. "
                "A newborn takes its place, and learns fast."
            )
            st.button("Forget everything", on_click=actions.reset_memory)


def figures(score: Score) -> None:
    """Show the six figures of the adaptive write-up."""
    with st.grid(3, min_column_width=96, gap="xsmall"):
        st.metric("Games", f"{score.games:,}")
        st.metric("Agent wins", f"{score.agent_wins:,}")
        st.metric("Your wins", f"{score.other_wins:,}")
        st.metric("Draws", f"{score.draws:,}")
        known = knowledge(session().agent)
        st.metric(known.label, f"{known.number:,}")
        st.metric("Agent win rate", percent(score.agent_win_rate) if score.games else "–")
