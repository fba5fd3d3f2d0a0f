"""What the buttons and cells of the play page do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards
from ttt_core.game.solution import best_move
from ttt_core.game.walk import walk
from ttt_core.learning.agent import Agent, untrained
from ttt_core.learning.training import learn_from_games
from ttt_ui.play import state
from ttt_ui.play.state import (
    MODES,
    SIDES,
    Exhibition,
    Game,
    LearnedMove,
    Mode,
    PlayState,
    Score,
    play_state,
)
from ttt_ui.shared.board_component import read_command, read_play
from ttt_ui.shared.opponents import (
    LEVELS,
    Strength,
    brain_policy,
    choose,
    plays_itself,
    strength_policy,
)
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import Session, session
from ttt_ui.shared.widgets import Control, held

BOARD_KEY = "play_board"
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
    show_brain
        The name of the exhibition's opponent.
    learns
        Whether the agent learns from the games.
    others
        Agents beside the present one, by name.
    """

    mode: Mode
    strength: Strength
    show_brain: str
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
        show_brain=state.SHOW_BRAIN.value,
        learns=bool(state.LEARNS.value),
        others=roster().agents,
    )


def _share(control: Control[float]) -> float:
    return min(max(float(control.value), 0.0), 1.0)


def new_game(*, swap: bool = False) -> None:
    """Begin a game by the chosen mode and side; where the agent is X, it has moved.

    Parameters
    ----------
    swap
        Change sides, whatever is chosen.
    """
    visitor, play, chosen = session(), play_state(), setup()
    with visitor.lock:
        _new_game(play, visitor, chosen, swap=swap)


def _new_game(play: PlayState, visitor: Session, chosen: Setup, *, swap: bool = False) -> None:
    play.game = Game(play.game.number + 1, _next_person(play, chosen.mode, swap=swap))
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
        _new_game(play, visitor, chosen)


def swap_sides() -> None:
    """Change sides and begin a new game; the choice of side follows."""
    visitor, play, chosen = session(), play_state(), setup()
    with visitor.lock:
        _new_game(play, visitor, chosen, swap=True)
        if play.side != "Alternate" and play.game.person is not None:
            play.side = play.game.person
            play.swaps += 1


def change_mode() -> None:
    """Begin a game of the chosen mode; the agent by itself waits for its start."""
    visitor, play, chosen = session(), play_state(), setup()
    with visitor.lock:
        play.exhibition.running = False
        _new_game(play, visitor, chosen)


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
        chances = strength_policy(chosen.strength, visitor.agent, chosen.others)
        game.play(choose(chances, game.board, play.random))


def _finish(play: PlayState, visitor: Session, *, learns: bool) -> None:
    game = play.game
    if game.person is not None:
        play.score.count(game.result, rules.other(game.person))
    if learns and _can_teach(game, visitor.agent):
        if visitor.training_under_way:
            visitor.say("The agent has learned from your game; its training ends where it was.")
        before = visitor.agent
        visitor.learn(learn_from_games(before, [game.moves]), visitor.claim())
        play.lesson = _lesson(before, visitor.agent, game.moves)


def _can_teach(game: Game, agent: Agent) -> bool:
    """Whether an agent can learn from an ended game: not where another brain has resigned."""
    return not game.resigned or agent.resigns(game.board)


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
    """Begin all counts of games at 0 again."""
    play = play_state()
    play.score = Score()
    play.exhibition.score = Score()


def reset_memory() -> None:
    """Let the agent forget everything; the one before can be brought back on the train page."""
    visitor, play = session(), play_state()
    with visitor.lock:
        agent = visitor.agent
        visitor.adopt(replace(untrained(agent.name, agent.kind), level=agent.level))
        play.score = Score()
        play.lesson = ()
        visitor.say("The agent has forgotten everything. The train page can bring it back.")


def change_opponent() -> None:
    """Begin the exhibition's counts at 0 again, against another opponent."""
    play_state().exhibition.score = Score()


def toggle_exhibition() -> None:
    """Let the agent play by itself, or pause it."""
    visitor, show, chosen = session(), play_state().exhibition, setup()
    with visitor.lock:
        show.running ^= True
        _announce_learning(show, visitor, chosen)


def change_learning() -> None:
    """Follow the switch for learning in an exhibition under way."""
    visitor, show, chosen = session(), play_state().exhibition, setup()
    with visitor.lock:
        if show.running:
            _announce_learning(show, visitor, chosen)


def step_exhibition() -> None:
    """Let the agent by itself make one move."""
    visitor, play, chosen = session(), play_state(), setup()
    with visitor.lock:
        _announce_learning(play.exhibition, visitor, chosen)
        _play_on(play, visitor, chosen, 1)


def _announce_learning(show: Exhibition, visitor: Session, chosen: Setup) -> None:
    if chosen.learns:
        show.claim = visitor.claim()


def play_on(moves: int) -> None:
    """Let the exhibition go on by a number of moves; the agent learns from the games that end.

    Where the agent was changed by anything else meanwhile, the exhibition pauses instead.
    """
    visitor, play, chosen = session(), play_state(), setup()
    with visitor.lock:
        if chosen.learns and not visitor.holds(play.exhibition.claim):
            play.exhibition.running = False
        else:
            _play_on(play, visitor, chosen, moves)


def _play_on(play: PlayState, visitor: Session, chosen: Setup, moves: int) -> None:
    show = play.exhibition
    own = strength_policy(
        Strength("Intermediate", explore=chosen.strength.explore), visitor.agent, chosen.others
    )
    if plays_itself(chosen.show_brain, chosen.others):
        other = own
    else:
        other = brain_policy(chosen.show_brain, visitor.agent, chosen.others)
    finished = []
    for _ in range(moves):
        if show.game.over:
            show.game = Game(show.game.number + 1, None)
        chances = own if show.game.side == show.agent_side else other
        show.game.play(choose(chances, show.game.board, play.random))
        if show.game.over:
            if _can_teach(show.game, visitor.agent):
                finished.append(show.game.moves)
            show.score.count(show.game.result, show.agent_side)
            if show.score.games % show.SWAP_EVERY == 0:
                show.agent_side = rules.other(show.agent_side)
    if finished and chosen.learns:
        learned = learn_from_games(visitor.agent, finished, in_play=False)
        visitor.learn(learned, show.claim)
