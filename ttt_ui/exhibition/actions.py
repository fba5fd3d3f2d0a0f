"""What the buttons of the exhibition do, and how it goes on."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, position_of
from ttt_core.game.walk import walk
from ttt_core.learning.agent import Agent
from ttt_ui.exhibition import state
from ttt_ui.exhibition.growing_curve import GrowingCurve
from ttt_ui.exhibition.pace import SPEEDS, Pace, Speed
from ttt_ui.exhibition.players import Player, exploring, never_exploring, training_epsilon
from ttt_ui.exhibition.state import Exhibition, Tally, exhibition
from ttt_ui.play.state import Game
from ttt_ui.shared.cores import cores
from ttt_ui.shared.opponents import brain_policy, choose, plays_itself
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import Session, session

_LESSONS_PER_LOOK = 10


class Setup(NamedTuple):
    """What the exhibition is set to, read as a whole: see `ttt_ui.play.actions.Setup`.

    Attributes
    ----------
    speed
        How fast it goes.
    brain
        The name of the opponent.
    explores, learns
        Whether the agent explores, and learns from the games.
    others
        Agents beside the present one, by name.
    """

    speed: Speed
    brain: str
    explores: bool
    learns: bool
    others: Mapping[str, Agent]

    @property
    def against_itself(self) -> bool:
        """Whether the agent plays both sides."""
        return plays_itself(self.brain, self.others)

    def epsilon(self, agent: Agent) -> float:
        """Return the chance that the agent explores with its next move."""
        return training_epsilon(agent) if self.explores else 0.0


def setup() -> Setup:
    """Return what the exhibition is set to."""
    return Setup(
        speed=SPEEDS.get(str(state.SPEED.value), SPEEDS[state.SPEED.default]),
        brain=state.BRAIN.value,
        explores=bool(state.EXPLORES.value),
        learns=bool(state.LEARNS.value),
        others=roster().agents,
    )


def reset_figures() -> None:
    """Clear the board, and begin the counts and the curve anew."""
    visitor, show = session(), exhibition()
    with visitor.lock:
        _begin_figures(show, visitor)


def _begin_figures(show: Exhibition, visitor: Session) -> None:
    show.replacements = visitor.replacements
    show.game = Game(show.game.number + 1, None)
    show.agent_side = rules.X
    show.tally = Tally()
    show.curve = GrowingCurve(visitor.agent)


def change_speed() -> None:
    """Measure the pace anew."""
    exhibition().pace = Pace()


def start() -> None:
    """Let the agent play by itself."""
    visitor, show, chosen = session(), exhibition(), setup()
    with visitor.lock:
        show.running = True
        show.pace = Pace()
        _announce(show, visitor, chosen)


def pause() -> None:
    """Let it pause.

    Not a toggle: while the page runs by itself, a browser may report a click twice.
    """
    exhibition().running = False


def change_learning() -> None:
    """Follow the switch for learning in an exhibition under way."""
    visitor, show, chosen = session(), exhibition(), setup()
    with visitor.lock:
        if show.running:
            _announce(show, visitor, chosen)


def step() -> None:
    """Let the agent by itself make one move."""
    visitor, show, chosen = session(), exhibition(), setup()
    with visitor.lock:
        _announce(show, visitor, chosen)
        _play_move(show, visitor, chosen)
        _measure(show, visitor)


def _announce(show: Exhibition, visitor: Session, chosen: Setup) -> None:
    show.interrupted = ""
    if chosen.learns:
        if visitor.training_under_way:
            visitor.say("The agent plays by itself; its training ends where it was.")
        show.claim = visitor.claim()
    _measure(show, visitor)


def play_on(now: float) -> None:
    """Let the exhibition go on by what is due now; the agent learns from the games that end.

    Where the agent was changed by anything else meanwhile, the exhibition pauses instead.

    Parameters
    ----------
    now
        The time in seconds, of a clock that never goes back.
    """
    visitor, show, chosen = session(), exhibition(), setup()
    with cores().turn(), visitor.lock:
        if not show.running:
            return
        if chosen.learns and not visitor.holds(show.claim):
            show.running = False
            show.interrupted = (
                "Paused, because you have another agent now. Play goes on with it."
                if visitor.replacements != show.replacements
                else "Paused, because your agent has learned elsewhere meanwhile. Play goes on."
            )
            return
        due = show.pace.due(chosen.speed, now)
        if chosen.speed.unit == "move":
            for _ in range(due):
                _play_move(show, visitor, chosen)
        else:
            _play_games(show, visitor, chosen, due)
        _measure(show, visitor)


def _play_move(show: Exhibition, visitor: Session, chosen: Setup) -> None:
    if show.game.over:
        show.game = Game(show.game.number + 1, None)
    game = show.game
    side, position = rules.SIDES.index(game.side), position_of(game.board)
    player = _players(show, visitor, chosen)[side]
    cell = choose(player.policy, game.board, show.random)
    game.play(cell)
    show.explored = cell is not None and show.random.random() < player.explored[position, cell]
    if cell is not None:
        show.tally.moves += chosen.against_itself or rules.SIDES[side] == show.agent_side
        show.tally.explorations += show.explored
    if game.over:
        _end(show, visitor, chosen, [game])


def _play_games(show: Exhibition, visitor: Session, chosen: Setup, games: int) -> None:
    """Play whole games; the agent learns from a few at a time, so as to keep up."""
    while show.game.moves and not show.game.over:
        _play_move(show, visitor, chosen)
    most = -(-games // _LESSONS_PER_LOOK)
    while games > 0:
        before_swap = show.SWAP_EVERY - show.tally.games % show.SWAP_EVERY
        number = min(most, games, before_swap)
        players = _players(show, visitor, chosen)
        played = ttt.play_games(players[0].policy, players[1].policy, number, show.random)
        explored = _explored(players, played, show.random)
        own = rules.SIDES if chosen.against_itself else (show.agent_side,)
        show.tally.moves += sum(
            len(moves[rules.SIDES.index(side) :: 2]) for moves in played for side in own
        )
        show.tally.explorations += int(explored.sum())
        show.explored = bool(explored[-1:].any())
        ended = [
            Game(number, None, moves, resigned=walk(moves)[-1] < N_OPEN)
            for number, moves in enumerate(played, show.game.number + 1)
        ]
        show.game = ended[-1]
        _end(show, visitor, chosen, ended)
        games -= number


def _players(show: Exhibition, visitor: Session, chosen: Setup) -> tuple[Player, Player]:
    """Return who plays X and who plays O."""
    agent = visitor.agent
    own = exploring(agent, chosen.epsilon(agent))
    if chosen.against_itself:
        return own, own
    other = never_exploring(brain_policy(chosen.brain, agent, chosen.others))
    return (own, other) if show.agent_side == rules.X else (other, own)


def _explored(
    players: tuple[Player, Player], games: Sequence[Sequence[int]], random: np.random.Generator
) -> NDArray[np.bool_]:
    """Say of each move of some games, in order, whether it was made to explore."""
    position = np.array([p for moves in games for p in walk(moves)[:-1]], np.intp)
    cell = np.array([c for moves in games for c in moves], np.intp)
    ply = np.array([ply for moves in games for ply in range(len(moves))], np.intp)
    chances = (player.explored[position, cell] for player in players)
    return np.asarray(random.random(ply.size) < np.choose(ply % 2, list(chances)))


def _end(show: Exhibition, visitor: Session, chosen: Setup, games: Sequence[Game]) -> None:
    """Count games that have ended, and let the agent learn from them."""
    for game in games:
        if game.result is not None:
            show.tally.results[show.agent_side, game.result] += 1
    if show.tally.games % show.SWAP_EVERY == 0:
        show.agent_side = rules.other(show.agent_side)
    lessons = [game.moves for game in games if game.can_teach(visitor.agent)]
    if lessons and chosen.learns:
        learned = ttt.learn_from_games(visitor.agent, lessons, in_play=False)
        visitor.learn(learned, show.claim)


def _measure(show: Exhibition, visitor: Session) -> None:
    if show.curve is None or show.replacements != visitor.replacements:
        _begin_figures(show, visitor)
    else:
        show.curve.follow(visitor.agent)
