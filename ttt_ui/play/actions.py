"""What the buttons and cells of the play page do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards, symmetry_class
from ttt_core.game.solution import best_move
from ttt_core.game.walk import walk
from ttt_core.learning.agent import Agent, untrained
from ttt_core.learning.packed_agent import PackedAgent
from ttt_core.learning.training import learn_from_games, newborn
from ttt_ui.play import state
from ttt_ui.play.shown_values import Decision, shown_values_of
from ttt_ui.play.state import (
    MODES,
    SIDES,
    Earlier,
    Game,
    LearnedMove,
    Mode,
    NewlyMet,
    PlayState,
    Score,
    play_state,
)
from ttt_ui.play.story import Story
from ttt_ui.shared.board_component import read_command, read_play
from ttt_ui.shared.opponents import (
    LEVELS,
    Strength,
    opponent,
)
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import Session, session
from ttt_ui.shared.widgets import Control, held, redraw

BOARD_KEY = "play_board"
NEW_GAME_KEY = "play_new_game"
"""Of the button beside a game and beside an ended one: a click at the change from one to the other
counts.
"""
GAME_AREA = "play_game_area"
"""Of the fragment with all that speaks of the game; the table in it runs by itself."""
SHORTCUTS = {"n": "new", "u": "undo", "h": "hint"}


class Setup(NamedTuple):
    """What the page is set to. Read as a whole before anything is done.

    A run of the script can be cut short wherever it looks at what the visitor's widgets hold, by
    their next click: what comes after that would not be done.

    Attributes
    ----------
    mode
        Who plays whom.
    strength
        How the opponent plays: the agent's level, and what the widgets say.
    learns
        Whether the agent learns from the games.
    others
        Agents beside the present one, by name.
    """

    mode: Mode
    strength: Strength
    learns: bool
    others: Mapping[str, Agent]


def setup() -> Setup:
    """Return what the page is set to."""
    mode = state.MODE.value
    return Setup(
        mode=next((known for known in MODES if known == mode), MODES[0]),
        strength=Strength(
            level=session().agent.level,
            explore=bool(state.EXPLORES.value),
            random_share=_share(state.RANDOM_SHARE),
            epsilon=_share(state.EPSILON),
            brain=state.BRAIN.value,
        ),
        learns=bool(state.LEARNS.value),
        others=roster().agents,
    )


def _share(control: Control[float]) -> float:
    value: object = control.value
    if not isinstance(value, int | float) or value != value:
        return control.default
    return float(min(max(value, 0), 1))


def new_game(*, swap: bool = False) -> None:
    """Begin a game by the chosen mode and side; where the agent is X, it has moved.

    Parameters
    ----------
    swap
        Change sides, whatever is chosen.
    """
    visitor, play, chosen = session(), play_state(), setup()
    former = play.game
    with visitor.lock:
        new_game_with(play, visitor, chosen, swap=swap)
    if former.over:
        redraw(GAME_AREA)


def new_game_with(play: PlayState, visitor: Session, chosen: Setup, *, swap: bool = False) -> None:
    """Begin a game by what the page is set to. The visitor's lock is held."""
    person = _next_person(play, chosen.mode, swap=swap)
    begin(play, visitor, chosen, Game(play.game.number + 1, person))


def begin(play: PlayState, visitor: Session, chosen: Setup, game: Game) -> None:
    """Put a game on the board; where the agent is to move, it has moved.

    The visitor's lock is held.
    """
    play.game = game
    play.hint = None
    play.lesson = ()
    if chosen.mode != "Agent by itself":  # which has a game of its own
        _let_agent_move(play, visitor, chosen)
        if play.game.over:
            _finish(play, visitor, learns=chosen.learns)


def _next_person(play: PlayState, mode: Mode, *, swap: bool) -> Side | None:
    if mode == "Two people":
        return None
    if swap or play.side == "Alternate":
        return rules.other(play.game.person or rules.O)
    return play.side


def choose_side(key: str) -> None:
    """Take over the side that was chosen, and begin a game with it."""
    visitor, play, chosen, side = session(), play_state(), setup(), held(key)
    if key != play.side_key or side not in SIDES or side == play.side:
        return  # a browser also reports controls that have just come or gone
    with visitor.lock:
        play.side = side
        new_game_with(play, visitor, chosen)


def swap_sides() -> None:
    """Change sides and begin a new game; the choice of side follows."""
    visitor, play, chosen = session(), play_state(), setup()
    with visitor.lock:
        new_game_with(play, visitor, chosen, swap=True)
        if play.side != "Alternate" and play.game.person is not None:
            play.side = play.game.person
            play.swaps += 1


def change_mode() -> None:
    """Begin a game of the chosen mode; the agent by itself waits for its start."""
    visitor, play, chosen = session(), play_state(), setup()
    with visitor.lock:
        play.at_the_door = False
        new_game_with(play, visitor, chosen)


def choose_level(key: str) -> None:
    """Write the chosen level into the agent, so that its file brings it along."""
    visitor, chosen = session(), held(key)
    if key == state.level_key(visitor) and chosen in LEVELS:
        visitor.relabel(level=chosen)


def take_cell() -> None:
    """Play the cell that was clicked on, then let the agent reply.

    A click that belongs to another position, or breaks the rules, changes nothing.
    """
    visitor, play, chosen, click = session(), play_state(), setup(), read_play(BOARD_KEY)
    if click is not None:
        with visitor.lock:
            _take_cell(play, visitor, chosen, *click)


def _take_cell(play: PlayState, visitor: Session, chosen: Setup, cell: int, token: str) -> None:
    game = play.game
    if token != game.token or not game.persons_turn or game.board[cell] != rules.EMPTY:
        return
    game.play(cell)
    play.hint = None
    _let_agent_move(play, visitor, chosen)
    if game.over:
        _finish(play, visitor, learns=chosen.learns)


def _let_agent_move(play: PlayState, visitor: Session, chosen: Setup) -> None:
    game = play.game
    if not game.over and not game.persons_turn:
        rival = opponent(chosen.strength, visitor.agent, chosen.others)
        thoughts = shown_values_of(rival, game.board)
        game.decide(Decision(thoughts, *rival.move(game.board, play.random)))


def _finish(play: PlayState, visitor: Session, *, learns: bool) -> None:
    game, before, story = play.game, visitor.agent, play.present_story(visitor)
    if game.person is not None:
        play.score.count(game.result, rules.other(game.person))
        play.ended.append(game)
        play.at_the_door = False
        if story is not None:
            story.take(game.person, game.moves, game.result, before)
    if learns and game.can_teach(visitor.agent):
        if visitor.training_under_way:
            visitor.say("The agent has learned from your game; its training ends where it was.")
        visitor.learn(learn_from_games(before, [game.moves]), visitor.claim())
        play.lesson = _lesson(before, visitor.agent, game.moves)
        play.newly_met = _newly_met(before, visitor.agent, game.moves)
        if story is not None:
            if story.arrive(visitor.agent):
                story.practice = None
            elif story.practice is not None:
                story.practise(story.practice.left, visitor)


def _lesson(before: Agent, after: Agent, moves: list[int]) -> tuple[LearnedMove, ...]:
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


def _newly_met(before: Agent, after: Agent, moves: list[int]) -> NewlyMet:
    new = after.known & ~before.known
    classes = symmetry_class()
    in_the_game = np.isin(classes[:N_OPEN], classes[walk(moves)])
    return NewlyMet(
        in_the_game=int((new & in_the_game).sum()),
        thinking=int((new & ~in_the_game).sum()),
        with_equivalents=after.config.symmetry,
    )


def take_command() -> None:
    """Carry out a shortcut key."""
    match read_command(BOARD_KEY, SHORTCUTS.values()):
        case "new":
            new_game()
        case "undo":
            take_back()
        case "hint":
            give_hint()


def take_back() -> None:
    """Take the person's last move back, and the reply to it."""
    play = play_state()
    if play.game.can_take_back:
        play.game.take_back()
        play.game.number += 1  # clicks on the position taken back are stale
        play.hint = None


def give_hint() -> None:
    """Point the person to the best move."""
    play = play_state()
    if play.game.persons_turn:
        play.hint = best_move(play.game.board)


def reset_figures() -> None:
    """Begin the count of games at 0 again."""
    play_state().score = Score()


def reset_memory() -> None:
    """Let the agent forget everything: a newborn, or an empty machine of its kind, takes its place.

    `bring_back` undoes it.
    """
    visitor, play = session(), play_state()
    with visitor.lock:
        agent = visitor.agent
        if agent.is_blank:
            return  # a browser may report a click twice, and the first is to be undone
        blank = newborn() if agent.kind == "q-table" else untrained("Newborn", agent.kind)
        story, door = play.present_story(visitor), play.way_back(visitor)
        visitor.adopt(replace(blank, level=agent.level))
        now = visitor.replacements
        play.before_reset = Earlier(PackedAgent(agent), play.score, story, now)
        play.before_door = door and replace(door, replacements=now)
        play.story = story and Story(story.number + 1, now)
        play.score, play.lesson = Score(), ()


def bring_back() -> None:
    """Undo the reset of the memory; the agent of now can be brought back on the train page."""
    visitor, play = session(), play_state()
    with visitor.lock:
        earlier, door = play.undo_of_reset(visitor), play.way_back(visitor)
        if earlier is not None:
            restore(play, visitor, earlier)
            play.before_door = door and replace(door, replacements=visitor.replacements)


def restore(play: PlayState, visitor: Session, earlier: Earlier) -> None:
    """Bring an agent of before back, with its figures and its story. The visitor's lock is held."""
    visitor.adopt(earlier.agent)
    play.score, play.lesson = earlier.score, ()
    play.story = earlier.story
    if play.story is not None:
        play.story.replacements = visitor.replacements


def begin_against(play: PlayState, visitor: Session, chosen: Setup, agent: Agent) -> None:
    """Begin a first game against an agent that takes the place of the visitor's.

    The visitor's lock is held.
    """
    put_in_place(play, visitor, agent)
    new_game_with(play, visitor, chosen)


def put_in_place(play: PlayState, visitor: Session, agent: Agent) -> None:
    """Put an agent in the place of the visitor's, which can be gone back to with its figures.

    The visitor's lock is held.
    """
    earlier = play.way_back(visitor) or Earlier(
        PackedAgent(visitor.agent), play.score, play.present_story(visitor), 0
    )
    visitor.adopt(agent)
    play.before_door = replace(earlier, replacements=visitor.replacements)
    play.score = Score()
    play.at_the_door = False
