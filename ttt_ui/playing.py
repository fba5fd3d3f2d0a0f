"""What the buttons and cells of the play page do to the session."""

from dataclasses import replace
from typing import Literal, get_args

from ttt_core import learn_from_games
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards
from ttt_core.game.solution import best_move
from ttt_core.game.walk import walk
from ttt_core.learning.agent import Agent, untrained
from ttt_ui.board_component import read_command, read_play
from ttt_ui.game import Game, LearnedMove, Score
from ttt_ui.opponents import LEVELS, PRESENT_AGENT, Strength, brain_policy, choose, strength_policy
from ttt_ui.session import Session, session, set_widget, widget_value

Mode = Literal["Against the agent", "Two people", "Agent by itself"]
SideChoice = Literal["X", "O", "Alternate"]
MODES: tuple[Mode, ...] = get_args(Mode)
SIDES: tuple[SideChoice, ...] = get_args(SideChoice)

BOARD_KEY = "play_board"
SHORTCUTS = {"n": "new", "u": "undo", "h": "hint"}


def prepare() -> None:
    """Give the level and the side their first values; the level is that of the agent."""
    if widget_value("play_level") not in LEVELS:
        set_widget("play_level", session().agent.level)
    if widget_value("play_side") not in SIDES:
        set_widget("play_side", "X")


def mode() -> Mode:
    """Return who plays whom."""
    chosen = widget_value("play_mode")
    return next((mode for mode in MODES if mode == chosen), MODES[0])


def learns() -> bool:
    """Whether the agent learns from the games on the page."""
    return bool(widget_value("play_learn", True))


def strength() -> Strength:
    """Return how the opponent plays, as the widgets say."""
    chosen = widget_value("play_level")
    return Strength(
        level=next((level for level in LEVELS if level == chosen), session().agent.level),
        explore=bool(widget_value("play_explore", True)),
        random_share=_share("play_random_share"),
        epsilon=_share("play_epsilon"),
        brain=widget_value("play_brain", PRESENT_AGENT),
    )


def new_game(*, swap: bool = False) -> None:
    """Begin a game by the chosen mode and side; where the agent is X, it has moved.

    Parameters
    ----------
    swap
        Change sides, whatever is chosen.
    """
    visitor = session()
    visitor.game = Game(visitor.game.number + 1, _next_person(visitor.game, swap=swap))
    visitor.hint = None
    visitor.lesson = ()
    _let_agent_move(visitor)


def swap_sides() -> None:
    """Change sides and begin a new game; the choice of side follows."""
    new_game(swap=True)
    if widget_value("play_side") in ("X", "O"):
        set_widget("play_side", session().game.person)


def change_mode() -> None:
    """Begin a game of the chosen mode; the agent by itself waits for its start."""
    session().exhibition.running = False
    new_game()


def keep_level() -> None:
    """Write the chosen level into the agent, so that its file brings it along."""
    visitor = session()
    visitor.agent = replace(visitor.agent, level=strength().level)


def change_exhibition() -> None:
    """Count from nought against another opponent."""
    session().exhibition.score = Score()


def toggle_exhibition() -> None:
    """Let the agent play by itself, or pause it."""
    session().exhibition.running ^= True


def take_cell() -> None:
    """Play the cell that was clicked on, then let the agent reply.

    A click that belongs to another position, or breaks the rules, changes nothing.
    """
    visitor, click = session(), read_play(BOARD_KEY)
    if click is not None:
        with visitor.lock:
            _take_cell(visitor, *click)


def _take_cell(visitor: Session, cell: int, token: str) -> None:
    game = visitor.game
    if token != game.token or not game.persons_turn or game.board[cell] != rules.EMPTY:
        return
    game.play(cell)
    visitor.hint = None
    _let_agent_move(visitor)
    if game.over:
        _finish(visitor)


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
    visitor = session()
    if visitor.game.can_take_back:
        visitor.game.take_back()
        visitor.game.number += 1  # clicks on the position taken back are stale
        visitor.hint = None


def give_hint() -> None:
    """Point the person to the best move."""
    visitor = session()
    if visitor.game.persons_turn:
        visitor.hint = best_move(visitor.game.board)


def reset_figures() -> None:
    """Count games from nought."""
    session().score = Score()
    session().exhibition.score = Score()


def reset_memory() -> None:
    """Let the agent forget everything; the one before can be brought back on the train page."""
    visitor = session()
    visitor.adopt(untrained(visitor.agent.name, visitor.agent.kind))
    visitor.score = Score()
    visitor.lesson = ()
    visitor.say("The agent has forgotten everything. The train page can bring it back.")
    visitor.sidebar_stale = True


def _share(key: str) -> float:
    return min(max(float(widget_value(key, 0.0)), 0.0), 1.0)


def _next_person(game: Game, *, swap: bool) -> Side | None:
    if mode() == "Two people":
        return None
    choice = widget_value("play_side", "X")
    if swap or choice == "Alternate":
        return rules.other(game.person or rules.O)
    return rules.O if choice == "O" else rules.X


def _let_agent_move(visitor: Session) -> None:
    game = visitor.game
    if not game.over and not game.persons_turn:
        chances = strength_policy(strength(), visitor.agent, visitor.rivals)
        game.play(choose(chances, game.board, visitor.random))


def _finish(visitor: Session) -> None:
    game = visitor.game
    if game.person is not None:
        visitor.score.count(game.board, rules.other(game.person))
    if learns():
        taught = learn_from_games(visitor.agent, [game.moves])
        visitor.lesson = _lesson(visitor.agent, taught, game.moves)
        if visitor.training_under_way:
            visitor.say("The agent has learned from your game; its training ends where it was.")
        visitor.agent = taught
        visitor.sidebar_stale = True


def _lesson(before: Agent, after: Agent, moves: list[int]) -> tuple[LearnedMove, ...]:
    return tuple(
        LearnedMove(
            boards()[position],
            cell,
            float(before.q[position, cell]),
            float(after.q[position, cell]),
        )
        for position, cell in zip(walk(moves), moves, strict=False)
    )


def play_on(moves: int) -> None:
    """Let the exhibition go on by a number of moves; the agent learns from the games that end."""
    visitor = session()
    with visitor.lock:
        _play_on(visitor, moves)


def _play_on(visitor: Session, moves: int) -> None:
    show = visitor.exhibition
    own = strength_policy(
        Strength("Intermediate", explore=strength().explore), visitor.agent, visitor.rivals
    )
    other = brain_policy(widget_value("show_brain", PRESENT_AGENT), visitor.agent, visitor.rivals)
    finished = []
    for _ in range(moves):
        if show.game.over:
            show.game = Game(show.game.number + 1, None)
        chances = own if show.game.side == show.agent_side else other
        show.game.play(choose(chances, show.game.board, visitor.random))
        if show.game.over:
            finished.append(show.game.moves)
            show.score.count(show.game.board, show.agent_side)
            if show.score.games % show.SWAP_EVERY == 0:
                show.agent_side = rules.other(show.agent_side)
    if finished and learns():
        visitor.agent = learn_from_games(visitor.agent, finished)
