"""The parts of Play: the board and its controls, the opponent, the score, and what was learned."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.drawing.board_component import EvaluationBar, board
from ttt_ui.drawing.board_tables import board_image, picture_of_board
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.frame.sidebar import file_menu
from ttt_ui.language import tr
from ttt_ui.moves.values import DASH, value_scale
from ttt_ui.play import actions, board_notes, state, wording
from ttt_ui.play.actions import go_back
from ttt_ui.play.state import PARTS, PlayState, opponent_analysis
from ttt_ui.play.story import Challenge, Story
from ttt_ui.replay.game import Game
from ttt_ui.replay.views import announcement
from ttt_ui.train.why import what_repairs_it
from ttt_ui.visit import messages
from ttt_ui.visit.players import EXPLORING_LEVELS, playing_epsilon
from ttt_ui.visit.session import MAX_EARLIER, Session, session
from ttt_ui.wording import agent_name, counted, knowledge, number, plain


def game_board(play: PlayState, visitor: Session) -> None:
    """Show the board of the game for the person whose turn it is.

    Cells that can be clicked show only what is true of clicking them; see `what_it_saw`.
    """
    game = play.game
    noted = on_the_board(game, visitor, values=game.person is None, hint=play.hint)
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
        else board_notes.hint_reason(game.board, play.hint),
        bar=_chances(play, visitor),
        caption=noted.caption,
        celebrate=state.celebration(visitor),
        shortcuts=actions.SHORTCUTS,
        on_play=actions.take_cell,
        on_command=actions.take_command,
    )


def what_it_saw(game: Game, visitor: Session) -> None:
    """Show on a second, smaller board what the person's opponent saw before its last move."""
    if game.person is None or not state.SHOWN_VALUES.value or state.SHOWN_VALUES.hidden:
        return
    noted, decision = on_the_board(game, visitor), game.last_decision
    board(
        game.board if decision is None else decision.given.board,
        key="play_seen",
        token=game.token,
        playable=False,
        notes=noted.notes,
        caption=noted.caption,
        label=tr("What the agent saw before its move"),
        size="small",
    )


def shows_chances() -> bool:
    return state.BAR.value and not state.BAR.hidden


def _chances(play: PlayState, visitor: Session) -> EvaluationBar | None:
    """Return the bar with the chances; a challenge is not answered before the first move."""
    is_open = visitor.attached.get(Challenge) is None or play.is_underway
    if not shows_chances() or not is_open:
        return None
    return board_notes.evaluation(play.game, opponent_analysis(actions.rival()))


def on_the_board(
    game: Game, visitor: Session, *, values: bool = True, hint: int | None = None
) -> board_notes.BoardNotes:
    """Return what the switches show on the board of a game.

    With `values` False, the players' values are left out even if they are switched on.
    """
    return board_notes.game_notes(
        game,
        visitor.agent,
        actions.rival(),
        values=values and state.SHOWN_VALUES.value and not state.SHOWN_VALUES.hidden,
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


def shows_levels(visitor: Session) -> bool:
    """Return whether the level can be chosen: in every game but those with a pupil."""
    story = visitor.attached.get(Story)
    return not PARTS.hides("opponent") and (story is None or story.is_over)


def levels(visitor: Session) -> None:
    """Let the level be chosen in one row, and at Expert the minimax player."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        state.LEVEL.ask(
            visitor.agent.level,
            actions.choose_level,
            format_func=lambda level: wording.level_name(level, visitor),
        )
        if visitor.agent.level == "Expert":
            state.EXPERT.show(format_func=wording.minimax_name)


def opponent(play: PlayState, visitor: Session) -> None:
    """Say who plays, and let an agent be opened or saved."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="play_opponent"
    ):
        if play.game.person is not None and shows_levels(visitor):
            agent, rival = visitor.agent, actions.rival()
            level, card = agent.level, opponent_analysis(rival).card
            epsilon = playing_epsilon(agent) if state.EXPLORES.value else 0.0
            st.caption(
                wording.adapting(play.random_share, rival.random_share)
                if level == "Adaptive"
                else wording.who_plays(level, agent, epsilon, expert=rival.name),
                help=wording.how_it_plays(level, rival, agent, card),
                width="content",
            )
        file_menu(go_back)
    if play.game.person is not None and shows_levels(visitor) and visitor.agent.level == "Custom":
        for field in (state.RANDOM_SHARE, state.EPSILON, state.CUSTOM_PLAYER):
            field.show()


def settings(play: PlayState, visitor: Session) -> None:
    """Show in one place what a newcomer does not need yet: side, learning, and what is shown."""
    people = play.game.person is None
    with st.expander(
        tr("Settings"),
        icon=":material/tune:",
        expanded=not play.is_newcomer,
    ):
        if not people:
            state.SIDE.ask(play.side, actions.choose_side)
        _learning(visitor, explores=not people and shows_levels(visitor))
        _shown_on_the_board(people=people)


def _learning(visitor: Session, *, explores: bool) -> None:
    agent = visitor.agent
    if not visitor.frozen:
        state.LEARNS.show(help=wording.learning_help(agent, people=True))
    if explores and agent.level in EXPLORING_LEVELS and playing_epsilon(agent):
        state.EXPLORES.show(help=wording.exploring_help(agent.level, playing_epsilon(agent)))


def _shown_on_the_board(*, people: bool) -> None:
    state.SHOWN_VALUES.show(
        label=tr("Show its values") if people else "",
        help=wording.values_help(two_players=people),
    )
    about = wording.TWO_PLAYERS_CHANCES_HELP if people else wording.YOUR_CHANCES_HELP
    state.BAR.show(help=tr(about))
    state.SHOWN_TRUE_VALUES.show()


def menu(play: PlayState, visitor: Session) -> None:
    """Show the ways back and what replaces the agent."""
    if PARTS.hides("more"):
        return
    with st.popover(tr("More"), icon=":material/more_horiz:", type="tertiary", key=actions.MORE):
        download_button(
            tr("Save the board"),
            tr("board.svg"),
            lambda: picture_of_board(play.game.board),
            key="play_board_svg",
            type="tertiary",
        )
        if play.game.person is not None:
            way_back()
        st.button(
            tr("A new Pupil"),
            icon=":material/smart_toy:",
            type="tertiary",
            on_click=actions.teach_from_scratch,
            help=tr("Begins a lesson with an untrained agent that learns fast, in place of yours."),
        )
        reset_buttons(visitor)
        messages.answer_in(actions.MORE)


def reset_buttons(visitor: Session) -> None:
    if not visitor.agent.is_blank:
        with st.expander(tr("Reset agent"), icon=":material/delete:"):
            st.markdown(wording.resetting(visitor.agent))
            st.button(tr("Erase what it has learned"), on_click=actions.reset_agent)


def score_line(play: PlayState, visitor: Session) -> None:
    """Show the six numbers that the published adaptive AI shows; a pupil has its own figures."""
    score = play.score
    if PARTS.hides("score") or not shows_levels(visitor):
        return
    agent = visitor.agent
    epsilon = playing_epsilon(agent) if state.EXPLORES.value else 0.0
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="play_score"):
        st.markdown(
            wording.figures(score, knowledge(agent).number, epsilon),
            width="content",
            help=tr(wording.FIGURES_HELP),
        )
        if score.games:
            st.button(
                tr("Reset score"),
                icon=":material/ink_eraser:",
                type="tertiary",
                on_click=actions.reset_score,
            )


def repair(visitor: Session) -> None:
    """Offer to train a beatable agent from elsewhere until it is unbeatable."""
    if visitor.agent.trained_elsewhere is None or PARTS.hides("learned"):
        return
    what_repairs_it()


def learned(play: PlayState, visitor: Session) -> None:
    """Show what the agent learned from the last game, if it did."""
    if not play.learned or PARTS.hides("learned"):
        return
    written = [
        (move, _written(move.before, visitor.agent), _written(move.after, visitor.agent))
        for move in play.learned
    ]
    in_beads = visitor.agent.kind == "matchboxes"
    changed = [entry for entry in written if entry[1] != entry[2]]
    st.header(tr("What the agent learned"), anchor=False)
    st.markdown(wording.learned_sentence(play.newly_met, len(changed), visitor.agent))
    with st.container(horizontal=True, gap="medium"):
        for move, before, after in changed:
            is_new = not move.tried and not in_beads
            _small_board(move, None if is_new else before, after)


def _written(value: float, agent: ttt.Agent) -> str:
    if agent.kind == "matchboxes":
        return f"{value:.0f}"
    if agent.kind == "policy":
        return number(value, 2)
    return value_text(value, value_scale(agent))


def _small_board(move: state.LearnedMove, before: str | None, after: str) -> None:
    with st.container(width=112, gap="xsmall"):
        st.image(
            board_image(rules.play(move.board, move.cell), move.cell),
            width=96,
            alt=wording.learned_move(move, before, after),
        )
        st.caption(f"{before or DASH} → **{after}**")


def way_back() -> None:
    """Offer to restore the agent that undo leads to."""
    messages.undo_button(
        go_back,
        "way_back",
        icon=":material/arrow_back:",
        type="tertiary",
        help=tr(
            "Restores your previous agent and its score. This one stays under **Earlier "
            "agents**, in **File**."
        ),
    )


def earlier_agents() -> None:
    """List the agents before the present one; a click restores one."""
    visitor = session()
    earlier = visitor.earlier_agents
    if not earlier:
        return
    with st.expander(tr("Earlier agents"), icon=":material/history:", key="earlier_agents"):
        st.caption(
            tr(
                "A click brings an agent back with its score. The {most} latest are kept; those "
                "that one training run gives again go first.",
                most=MAX_EARLIER,
            )
        )
        for place, agent in reversed([*enumerate(earlier)]):
            games = counted(agent.packed.stats.games, "game", "games")
            st.button(
                tr(
                    "{agent}, {games}",
                    agent=plain(agent_name(agent.packed)),
                    games=games,
                ),
                key=visitor.key(f"earlier_{place}"),
                width="stretch",
                on_click=_bring_back,
                args=(place, visitor.replacements),
            )


def _bring_back(place: int, replacements: int) -> None:
    visitor = session()
    if visitor.replacements == replacements:
        go_back(visitor.earlier_agents[place])
