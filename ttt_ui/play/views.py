"""The parts of Play: the board and its controls, the opponent, the score, and what was learned."""

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import EvaluationBar, board
from ttt_ui.drawing.board_tables import board_image, picture_of_board
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.language import tr
from ttt_ui.moves.certainty import DASH
from ttt_ui.moves.values import TRUE_VALUE_SCALE, reward_scale
from ttt_ui.play import actions, state, wording
from ttt_ui.play.earlier_agents import way_back
from ttt_ui.play.opponent_analysis import opponent_analysis
from ttt_ui.play.pupil.actions import is_champion
from ttt_ui.play.pupil.story import Challenge
from ttt_ui.play.state import MODE_LABELS, MODES, PARTS, PlayState, Score
from ttt_ui.replay.game import Game
from ttt_ui.replay.wording import announcement
from ttt_ui.visit.opponents import EXPLORING_LEVELS, LEVELS, playing_epsilon
from ttt_ui.visit.players import player_label, player_names
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, session
from ttt_ui.widgets import segmented, show_control
from ttt_ui.wording import knowledge, number, percent

GAMES_BEFORE_SCORES = 3


def mode_choice() -> None:
    if PARTS.hides("mode"):
        return
    segmented(
        state.MODE,
        tr("Mode"),
        MODES,
        format_func=lambda mode: tr(MODE_LABELS[mode]),
        label_visibility="collapsed",
        on_change=actions.change_mode,
    )


def game_board(play: PlayState, visitor: Session) -> None:
    """Show the board of the game for the person whose turn it is."""
    game = play.game
    noted = on_the_board(game, visitor, hint=play.hint)
    board(
        game.board,
        key=actions.BOARD_KEY,
        token=game.token,
        playable=game.persons_turn,
        mark=game.side if game.persons_turn else None,
        last_move=game.moves[-1] if game.moves else None,
        hint=play.hint,
        notes=noted.notes,
        announcement=announcement(game)
        if play.hint is None
        else wording.hint_reason(game.board, play.hint),
        bar=_chances(play, visitor),
        caption=None if play.is_bare else noted.caption,
        celebrate=state.celebration(visitor),
        shortcuts=actions.SHORTCUTS,
        on_play=actions.take_cell,
        on_command=actions.take_command,
    )


def shows_chances() -> bool:
    return state.BAR.value and not PARTS.hides("chances")


def _chances(play: PlayState, visitor: Session) -> EvaluationBar | None:
    """Return the bar with the chances; a challenge is not answered before the first move."""
    is_open = visitor.belongings.get(Challenge) is None or play.is_underway
    if not shows_chances() or play.is_bare or not is_open:
        return None
    return wording.evaluation(play.game, opponent_analysis(actions.rival()))


def on_the_board(
    game: Game, visitor: Session, *, values: bool = True, hint: int | None = None
) -> wording.BoardNotes:
    """Return what the switches show on the board of a game.

    With `values` False, the players' values are left out even if they are switched on.
    """
    return wording.game_notes(
        game,
        visitor.agent,
        actions.rival(),
        values=values and state.SHOWN_VALUES.value and not PARTS.hides("why"),
        true_values=state.SHOWN_TRUE_VALUES.value,
        hint=hint,
    )


def game_buttons(game: Game) -> None:
    # Without icons, they fit into one row on the narrowest phone.
    with st.container(horizontal=True, horizontal_alignment="center", gap="xsmall"):
        st.button(
            tr("New game"),
            key=actions.NEW_GAME_KEY,
            on_click=actions.new_game,
            help=tr("Key {key}", key="N"),
        )
        st.button(
            tr("Undo move"),
            disabled=not game.can_undo,
            on_click=actions.undo_move,
            help=tr("Key {key}", key="U"),
        )
        if not PARTS.hides("hint"):
            st.button(
                tr("Hint"),
                disabled=not game.persons_turn,
                on_click=actions.give_hint,
                help=tr("Key {key}", key="H"),
            )


def board_switches(game: Game) -> None:
    """Let values be shown on the board, and the bar under it be hidden."""
    two_players = game.person is None
    with st.container(horizontal=True, horizontal_alignment="center", gap="xsmall"):
        if not PARTS.hides("why"):
            show_control(
                state.SHOWN_VALUES,
                st.toggle,
                tr("Show its values") if two_players else tr("Why that move?"),
                help=wording.values_help(two_players=two_players),
            )
        if not PARTS.hides("chances"):
            about = wording.TWO_PLAYERS_CHANCES_HELP if two_players else wording.YOUR_CHANCES_HELP
            show_control(state.BAR, st.toggle, tr("Show chances"), help=tr(about))


def menu(play: PlayState, visitor: Session) -> None:
    """Show what a newcomer does not need yet: further switches, and ways back."""
    if PARTS.hides("more"):
        return
    with st.popover(tr("More"), icon=":material/more_horiz:", type="tertiary", key="play_more"):
        show_control(
            state.SHOWN_TRUE_VALUES,
            st.toggle,
            tr("Show true values"),
            help=tr(wording.TRUE_VALUES_HELP),
        )
        download_button(
            tr("Save the board"),
            tr("board.svg"),
            lambda: picture_of_board(play.game.board),
            key="play_board_svg",
            type="tertiary",
        )
        if play.game.person is not None:
            st.toggle(
                tr("Alternate sides"),
                value=play.side == "Alternate",
                help=tr("You play X and O in turn, from the next game on."),
                **play.key.control("alternate", actions.alternate),
            )
            way_back()
            st.button(
                tr("Reset score"),
                icon=":material/ink_eraser:",
                type="tertiary",
                on_click=actions.reset_score,
            )
        reset_buttons(visitor)


def side_settings(play: PlayState) -> None:
    st.segmented_control(
        tr("Your side"),
        rules.SIDES,
        default=None if play.side == "Alternate" else play.side,
        required=play.side != "Alternate",
        help=tr("X moves first. Changing sides starts a new game."),
        **play.key.control("side", actions.choose_side),
    )


def opponent_settings(play: PlayState, visitor: Session) -> None:
    """Let side and level be chosen, and say who plays; the trap setter has no levels."""
    if PARTS.hides("opponent"):
        return
    side_settings(play)
    agent, rival = visitor.agent, actions.rival()
    level, champion = agent.level, is_champion(agent)
    how = wording.how_it_plays(level, rival, agent, opponent_analysis(rival).card)
    epsilon = playing_epsilon(agent) if state.EXPLORES.value else 0.0
    if not champion:
        st.pills(
            tr("Level"),
            LEVELS,
            default=level,
            required=True,
            format_func=lambda level: tr(wording.LEVEL_NAMES[level]),
            wrap=True,
            help=how,
            **visitor.key.control("level", actions.choose_level),
        )
    st.caption(
        wording.adapting(play.random_share, rival.random_share)
        if level == "Adaptive"
        else wording.who_plays(level, agent, epsilon, is_champion=champion),
        help=how if champion else None,
    )
    if level == "Custom":
        _custom_level()


def _custom_level() -> None:
    show_control(
        state.RANDOM_SHARE,
        st.slider,
        tr("Random moves"),
        *(0.0, 1.0),
        format="percent",
        help=tr("Sets the share of moves made without looking at the board."),
    )
    show_control(
        state.EPSILON,
        st.slider,
        tr("Exploration rate ε"),
        *(0.0, 1.0),
        format="localized",
        help=tr("Sets the share of the remaining moves that are exploratory, as in training."),
    )
    show_control(
        state.CUSTOM_PLAYER,
        st.selectbox,
        tr("Other moves by"),
        player_names(roster()),
        format_func=player_label,
        help=tr("Sets the player that chooses the moves that are not random."),
    )


def learning_settings(visitor: Session, *, explores: bool) -> None:
    """Let learning be switched off and, with `explores`, exploring if the agent may explore."""
    if PARTS.hides("learning"):
        return
    agent = visitor.agent
    with st.container(horizontal=True):
        show_control(
            state.LEARNS,
            st.toggle,
            tr("Learn from these games"),
            help=wording.learning_help(agent, people=True),
        )
        if explores and agent.level in EXPLORING_LEVELS and playing_epsilon(agent):
            show_control(
                state.EXPLORES,
                st.toggle,
                tr("Explore"),
                help=wording.exploring_help(agent.level, playing_epsilon(agent)),
            )


def reset_buttons(visitor: Session) -> None:
    if not visitor.agent.is_blank:
        with st.expander(tr("Reset agent"), icon=":material/delete:"):
            st.markdown(wording.resetting(visitor.agent))
            st.button(tr("Erase what it has learned"), on_click=actions.reset_agent)


def score_table(score: Score) -> None:
    """Show the score after a few games: the six numbers that the published adaptive AI shows."""
    if score.games < GAMES_BEFORE_SCORES or PARTS.hides("score"):
        return
    with st.grid(3, min_column_width=96, gap="xsmall"):
        st.metric(tr("Games"), number(score.games))
        st.metric(tr("Agent's wins"), number(score.agent_wins))
        st.metric(tr("Your wins"), number(score.other_wins))
        st.metric(tr("Draws"), number(score.draws))
        known = knowledge(session().agent)
        st.metric(known.label, number(known.number))
        st.metric(tr("Agent's win rate"), percent(score.agent_win_rate) if score.games else "–")


def learned(play: PlayState, visitor: Session) -> None:
    """Show what the agent learned from the last game, if it did."""
    if not play.learned or PARTS.hides("learned"):
        return
    written = [
        (move, _written(move.before, visitor.agent), _written(move.after, visitor.agent))
        for move in play.learned
    ]
    changed = [entry for entry in written if entry[1] != entry[2]]
    st.subheader(tr("What the agent learned"), anchor=False)
    st.markdown(wording.learned_sentence(play.newly_met, len(changed)))
    with st.container(horizontal=True, gap="medium"):
        for move, before, after in changed:
            is_new = not move.tried and visitor.agent.kind != "matchboxes"
            _small_board(move, None if is_new else before, after)


def _written(value: float, agent: ttt.Agent) -> str:
    if agent.kind == "matchboxes":
        return f"{value:.0f}"
    return value_text(float(reward_scale(agent).reading(np.array(value))), TRUE_VALUE_SCALE)


def _small_board(move: state.LearnedMove, before: str | None, after: str) -> None:
    with st.container(width=112, gap="xsmall"):
        st.image(
            board_image(rules.play(move.board, move.cell), move.cell),
            width=96,
            alt=wording.learned_move(move, before, after),
        )
        st.caption(f"{before or DASH} → **{after}**")
