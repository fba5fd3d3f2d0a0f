"""What the buttons and cells of Play do."""

from dataclasses import replace

import numpy as np
import streamlit as st

from ttt_core.game import N_OPEN, Side, best_move, boards, symmetry_class, walk
from ttt_core.game import board as rules
from ttt_core.learning import Agent, Level, erased, learn_from_games, new_pupil
from ttt_ui.drawing.board_component import read_command, read_play
from ttt_ui.language import tr
from ttt_ui.moves.values import values_of
from ttt_ui.play import state
from ttt_ui.play.state import (
    MODE,
    LearnedMove,
    Mode,
    PlayState,
    Score,
    SideChoice,
    play_state,
)
from ttt_ui.play.story import Challenge, Story
from ttt_ui.replay.game import Decision, Game
from ttt_ui.visit import messages
from ttt_ui.visit.attached import EarlierAgent, Frozen, HowRead
from ttt_ui.visit.players import NamedPlayer, even_share, opponent, share_after
from ttt_ui.visit.roster import is_the_same, roster
from ttt_ui.visit.session import Message, MessageIf, Session, session
from ttt_ui.widgets import rerun_fragments_if_alone

BOARD_KEY = "play_board"
NEW_GAME_KEY = "play_new_game"
"""The same for an open and an ended game, so that a click at the change from one to the other
counts.
"""
GAME_AREA = "play_game_area"
"""The fragment with everything about the game; the board in it has a fragment of its own."""
MORE = "play_more"
"""Key of the menu in which an agent is reset."""
SHORTCUTS = {"n": "new", "u": "undo", "h": "hint"}


def rival() -> NamedPlayer:
    """Return who plays the person in the present game, by the page's settings."""
    agent, play, random_share = session().agent, play_state(), state.RANDOM_SHARE.value
    if agent.level == "Adaptive" and play.game.person is not None:
        random_share = even_share(play.random_share, play.game.person)
    return opponent(
        agent.level,
        agent,
        roster(),
        explores=state.EXPLORES.value,
        random_share=random_share,
        epsilon=state.EPSILON.value,
        name=state.CUSTOM_PLAYER.value,
        expert=state.EXPERT.value,
    )


def new_game() -> None:
    """Start a game with the chosen mode and side."""
    former = play_state().game
    begin_next()
    if former.over:
        rerun_fragments_if_alone(GAME_AREA)


def begin_next() -> None:
    """Start the next game with the page's settings."""
    play = play_state()
    with session().lock:
        begin(Game(play.game.number + 1, _next_person(play)))


def begin(game: Game) -> None:
    """Put a game on the board and let the agent move if it is its turn."""
    play = play_state()
    with session().lock:
        play.game, play.hint, play.learned = game, None, ()
        if MODE.value != "Agent by itself":  # watching has its own game
            _let_agent_move(game)
            if game.over:
                _finish(game)


def _next_person(play: PlayState) -> Side | None:
    if MODE.value == "Two people":
        return None
    if play.side == "Alternate":
        return rules.other(play.game.person or rules.O)
    return play.side


def choose_side(side: SideChoice) -> None:
    """Start a game with the side that was chosen; to alternate, go on until the next game."""
    play = play_state()
    with session().lock:
        play.side = side
        if side not in ("Alternate", play.game.person):
            begin_next()


def change_mode() -> None:
    """Start a game in the chosen mode; watching waits for its Play button."""
    play_state().shows_welcome = False
    begin_next()


def choose_level(level: Level) -> None:
    """Write the chosen level into the agent, so that its file contains it."""
    session().relabel(level=level)


def take_cell() -> None:
    """Take the cell that was clicked, then let the agent reply.

    A click on another position or against the rules changes nothing.
    """
    click = read_play(BOARD_KEY)
    if click is not None:
        play_cell(*click)


def play_cell(cell: int, token: str) -> None:
    play, visitor = play_state(), session()
    with visitor.lock:
        if play.shows_welcome and token == play.first_board.token:
            begin_teaching()
        game = play.game
        if token != game.token or not game.persons_turn or game.board[cell] != rules.EMPTY:
            return
        game.play(cell)
        play.hint, play.shows_welcome = None, False
        _let_agent_move(game)
        if game.over:
            _finish(game)


def _let_agent_move(game: Game) -> None:
    if not game.over and not game.persons_turn:
        player = rival()
        given = values_of(player, game.board)
        game.decide(Decision(given, *player.move(game.board, play_state().random)))


def _finish(game: Game) -> None:
    """Count an ended game, and let the agent learn from it."""
    visitor = session()
    before, story = visitor.agent, visitor.attached.get(Story)
    teaches = state.learns(visitor) and game.can_teach(before)
    if game.person is not None:
        _count(game, game.person)
        if story is not None:
            story.record_game(
                *(game.person, game.moves, game.result, before),
                resigned=game.resigned,
                teaches=teaches,
            )
    if teaches:
        _learn(game, before)
        if story is not None:
            _continue_story(story, before)


def _count(game: Game, person: Side) -> None:
    play = play_state()
    play.score.count(game.result, rules.other(person))
    play.ended.append(game)
    if not game.start:
        play.random_share = share_after(play.random_share, rival().policy(), person, game.result)


def _learn(game: Game, before: Agent) -> None:
    visitor, play = session(), play_state()
    if visitor.training_under_way:
        visitor.say(tr("The agent has learned from your game, so its training has been stopped."))
    visitor.learn(learn_from_games(before, [game.moves]), visitor.version)
    play.learned = _learned_moves(before, visitor.agent, game.moves)
    play.newly_met = _newly_met(before, visitor.agent, game.moves)


def _continue_story(story: Story, before: Agent) -> None:
    visitor = session()
    if story.arrive(before, visitor):
        story.practice = None
    elif story.practice is not None:
        story.practise(story.practice.left, visitor)


def _learned_moves(before: Agent, after: Agent, moves: list[int]) -> tuple[LearnedMove, ...]:
    return tuple(
        LearnedMove(
            boards()[position],
            cell,
            float(before.q[position, cell]),
            float(after.q[position, cell]),
            bool(before.visits[position, cell]),
        )
        for position, cell in zip(walk(moves), moves, strict=False)
    )


def _newly_met(before: Agent, after: Agent, moves: list[int]) -> tuple[int, int]:
    new = after.known & ~before.known
    classes = symmetry_class()
    in_the_game = np.isin(classes[:N_OPEN], classes[walk(moves)])
    return int((new & in_the_game).sum()), int((new & ~in_the_game).sum())


def take_command() -> None:
    match read_command(BOARD_KEY, SHORTCUTS.values()):
        case "new":
            new_game()
        case "undo":
            undo_move()
        case "hint":
            give_hint()


def undo_move() -> None:
    """Undo the person's last move and the reply to it."""
    play = play_state()
    if play.game.can_undo:
        play.game.undo()
        play.game.number += 1  # clicks on the undone position are stale
        play.hint = None


def give_hint() -> None:
    play = play_state()
    if play.game.persons_turn and not state.PARTS.hides("hint"):
        play.hint = best_move(play.game.board)


def reset_score() -> None:
    play_state().score = Score()


def reset_agent() -> None:
    """Replace the agent by an untrained one with its name, rule and settings."""
    visitor, play = session(), play_state()
    with visitor.lock:
        agent = visitor.agent
        if agent.is_blank:
            return
        was_pupil = visitor.attached.get(Story)
        play.put_aside(visitor)
        blank = erased(agent)  # a new pupil does not show the level
        visitor.adopt(
            replace(blank, level="Intermediate") if was_pupil else blank, message_if="never"
        )
        kept = tr(
            "Your agent is untrained now. **Earlier agents**, under **File**, keeps it as it was."
        )
        messages.answer(MORE, Message("info", kept))
        if was_pupil:
            play.begin_story(visitor)
        play.learned = ()


def play_against(agent: Agent, how: HowRead | None = None) -> None:
    """Open Play with a game against an agent, which becomes the visitor's unless it is already.

    Of an agent from elsewhere, `how` says how its file was read.
    """
    with session().lock:
        if is_the_same(agent, session().agent):
            play_state().shows_welcome = False
            MODE.set("Against the agent")
            begin_next()
        else:
            begin_against(agent, how=how)
    st.switch_page("pages/play.py")


def begin_against(
    agent: Agent, mode: Mode = "Against the agent", how: HowRead | None = None
) -> None:
    """Replace the visitor's agent and start a first game against the new one."""
    with session().lock:
        put_in_place(agent, how)
        MODE.set(mode)
        begin_next()


def begin_teaching() -> None:
    """Replace the visitor's agent by a pupil, and start its first game: the visitor is X."""
    visitor, play = session(), play_state()
    with visitor.lock:
        if visitor.attached.get(Story) is None or not visitor.agent.is_blank:
            put_in_place(_next_pupil(visitor))
            play.begin_story(visitor)
        play.shows_welcome, play.side = False, rules.X
        begin(play.first_board)
    MODE.set("Against the agent")
    state.LEARNS.set(True)


def teach_from_scratch() -> None:
    """Give the visitor a pupil to teach, in place of their agent."""
    visitor, play = session(), play_state()
    with visitor.lock:
        begin_teaching()
        play.begun += 1


def challenge(agent: Agent, lessons: str = "", mode: Mode = "Against the agent") -> None:
    """Challenge the visitor with an agent that others have made; it learns no further."""
    visitor = session()
    with visitor.lock:
        begin_against(agent, mode)
        visitor.attached.put(Challenge(lessons, agent.stats.games))
        visitor.attached.put(Frozen())


def teach_more() -> None:
    """Let a frozen agent learn again; undo restores it as it was."""
    visitor = session()
    with visitor.lock:
        if visitor.frozen:
            visitor.keep_a_copy()
            visitor.attached.pop(Frozen)
            story = visitor.attached.get(Story)
            if story is not None:
                visitor.attached.put(replace(story))  # the copy's stays as it is
            state.LEARNS.set(True)


def _next_pupil(visitor: Session) -> Agent:
    """Return an untrained pupil, with the name of the pupil that it replaces, if it does."""
    return new_pupil(visitor.agent.name) if visitor.attached.get(Story) else new_pupil()


def show_welcome() -> None:
    """Show the start page; whatever the visitor has stays as it is."""
    play_state().shows_welcome = True


def hide_welcome() -> None:
    """Go on with what the visitor has."""
    play_state().shows_welcome = False


def put_in_place(
    agent: Agent, how: HowRead | None = None, *, message_if: MessageIf = "made"
) -> None:
    """Replace the visitor's agent, which can be restored together with its score.

    Of an agent from elsewhere, `how` says how its file was read. `message_if`: see `Session.adopt`.
    """
    visitor, play = session(), play_state()
    with visitor.lock:
        play.put_aside(visitor)
        visitor.adopt(agent, message_if=message_if)
        if how is not None:
            visitor.attached.put(how)
        play.shows_welcome = False


def go_back(earlier: EarlierAgent | None = None) -> None:
    """Restore the agent that undo leads to, or another earlier one.

    If Play had put its score and its open game aside, they come back with it.
    """
    visitor, play = session(), play_state()
    with visitor.lock:
        restored, former = earlier or visitor.agent_before, play.game
        if restored is None:
            return
        has_own_score = restored.attached.get(Score) is not None
        if has_own_score:
            play.put_aside(visitor)
        if earlier is None:
            visitor.undo()
        else:
            visitor.bring_back(earlier)
        play.take_back(visitor)
        if has_own_score and play.game is former:
            begin_next()
