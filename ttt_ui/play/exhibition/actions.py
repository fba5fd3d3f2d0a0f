"""What the buttons of the exhibition do, and how it continues."""

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import N_OPEN, position_of, walk
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.jobs import ThreadJob
from ttt_ui.language import tr
from ttt_ui.play.exhibition import state
from ttt_ui.play.exhibition.exploration import (
    ExploringPolicy,
    exploring,
    never_exploring,
)
from ttt_ui.play.exhibition.growing_curve import GrowingCurve
from ttt_ui.play.exhibition.pace import SPEEDS, Pace
from ttt_ui.play.exhibition.state import Exhibition, ExhibitionSetup, Tally, exhibition
from ttt_ui.play.state import MODE
from ttt_ui.replay.game import Game
from ttt_ui.visit.players import choose, player
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, session

_LESSONS_PER_STEP = 10


def setup() -> ExhibitionSetup:
    return ExhibitionSetup(
        speed=SPEEDS[state.SPEED.value],
        opponent=state.OPPONENT.value,
        explores=state.EXPLORES.value,
        learns=state.LEARNS.value,
        others=roster(),
    )


def reset_statistics() -> None:
    """Clear the board, and start the statistics and the curve again."""
    visitor, show, chosen = session(), exhibition(), setup()
    with visitor.lock:
        show.chosen = chosen  # another opponent is counted from its first game
        _start_statistics(show, visitor)


def _start_statistics(show: Exhibition, visitor: Session) -> None:
    show.replacements = visitor.replacements
    show.game = Game(show.game.number + 1, None)
    show.agent_side = rules.X
    show.tally = Tally()
    show.curve = GrowingCurve(visitor.agent)


def change_speed() -> None:
    """Measure the pace again."""
    exhibition().pace = Pace()


def start() -> None:
    visitor, show, chosen = session(), exhibition(), setup()
    with visitor.lock:
        show.running, show.chosen = True, chosen
        show.pace = Pace()
        _announce(show, visitor, chosen)


def pause() -> None:
    """Pause the exhibition.

    Not a toggle: while the page reruns on its own, browsers may report a click twice.
    """
    visitor, show = session(), exhibition()
    with visitor.lock:  # after this, the agent stays as it is
        show.running = False
        show.rest()


def change_learning() -> None:
    """Follow the switch for learning while the exhibition is running."""
    visitor, show, chosen = session(), exhibition(), setup()
    with visitor.lock:
        if show.running:
            show.chosen = chosen
            _announce(show, visitor, chosen)


def step() -> None:
    visitor, show, chosen = session(), exhibition(), setup()
    with visitor.lock:
        _announce(show, visitor, chosen)
        _play_move(show, visitor, chosen)
        _measure(show, visitor)


def _announce(show: Exhibition, visitor: Session, chosen: ExhibitionSetup) -> None:
    show.interrupted = ""
    if chosen.learns:
        if visitor.training_under_way:
            visitor.say(tr("The agent is playing, so its training has been stopped."))
        show.basis = visitor.end_work()
    _measure(show, visitor)


def go_on() -> ThreadJob | None:
    """Return the job that plays on with the page's settings; None if nothing is to be played."""
    visitor, show = session(), exhibition()
    if not show.running or MODE.value != "Agent by itself":
        show.rest()
        return None
    show.chosen = setup()
    show.job = jobs.going_on(show.job, lambda job: _play(job, visitor, show))
    return show.job


def _play(job: ThreadJob, visitor: Session, show: Exhibition) -> None:
    while show.running and show.chosen is not None:
        with job.turn(), visitor.lock:
            if job.running:
                play_on(visitor, show, show.chosen, time.monotonic())
        job.rest(show.chosen.speed.interval)


def play_on(visitor: Session, show: Exhibition, chosen: ExhibitionSetup, now: float) -> None:
    """Play what is due at a time in seconds; the agent learns from the games that end.

    If anything else has changed the agent, the exhibition pauses instead.
    """
    with visitor.lock:
        if not show.running:
            return
        if chosen.learns and show.basis is not visitor.basis:
            show.running = False
            show.interrupted = (
                tr_noop(
                    "Paused, because your agent has changed. **Play** continues with the new one."
                )
                if visitor.replacements != show.replacements
                else tr_noop(
                    "Paused, because your agent has learned on another page. **Play** continues."
                )
            )
            return
        due = show.pace.due(chosen.speed, now)
        if chosen.speed.unit == "move":
            for _ in range(due):
                _play_move(show, visitor, chosen)
        else:
            _play_games(show, visitor, chosen, due)
        _measure(show, visitor)


def _play_move(show: Exhibition, visitor: Session, chosen: ExhibitionSetup) -> None:
    if show.game.over:
        show.game = Game(show.game.number + 1, None)
    game = show.game
    side, position = rules.SIDES.index(game.side), position_of(game.board)
    player = _players(show, visitor, chosen)[side]
    cell = choose(player.policy, game.board, show.random)
    game.play(cell)
    show.explored = cell is not None and show.random.random() < player.explored[position, cell]
    if cell is not None:
        show.tally.moves += chosen.self_play or rules.SIDES[side] == show.agent_side
        show.tally.explorations += show.explored
    if game.over:
        _end(show, visitor, chosen, [game])


def _play_games(show: Exhibition, visitor: Session, chosen: ExhibitionSetup, games: int) -> None:
    """Play whole games; the agent learns from a few at a time, to keep up the speed."""
    while show.game.moves and not show.game.over:
        _play_move(show, visitor, chosen)
    most = -(-games // _LESSONS_PER_STEP)
    while games > 0:
        before_swap = show.SWAP_EVERY - show.tally.games % show.SWAP_EVERY
        number = min(most, games, before_swap)
        players = _players(show, visitor, chosen)
        played = ttt.play_games(players[0].policy, players[1].policy, number, show.random)
        explored = _explored(players, played, show.random)
        own = rules.SIDES if chosen.self_play else (show.agent_side,)
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


def _players(
    show: Exhibition, visitor: Session, chosen: ExhibitionSetup
) -> tuple[ExploringPolicy, ExploringPolicy]:
    """Return who plays X and who plays O."""
    agent = visitor.agent
    own = exploring(agent, chosen.epsilon(agent))
    if chosen.self_play:
        return own, own
    other = never_exploring(player(chosen.opponent, agent, chosen.others).policy())
    return (own, other) if show.agent_side == rules.X else (other, own)


def _explored(
    players: tuple[ExploringPolicy, ExploringPolicy],
    games: Sequence[Sequence[int]],
    random: np.random.Generator,
) -> NDArray[np.bool_]:
    """Return for each move of some games, in order, whether it was exploratory."""
    position = np.array([p for moves in games for p in walk(moves)[:-1]], np.intp)
    cell = np.array([c for moves in games for c in moves], np.intp)
    ply = np.array([ply for moves in games for ply in range(len(moves))], np.intp)
    chances = (player.explored[position, cell] for player in players)
    return np.asarray(random.random(ply.size) < np.choose(ply % 2, list(chances)))


def _end(
    show: Exhibition, visitor: Session, chosen: ExhibitionSetup, games: Sequence[Game]
) -> None:
    """Count games that have ended, and let the agent learn from them."""
    for game in games:
        if game.result is not None:
            show.tally.results[show.agent_side, game.result] += 1
    if show.tally.games % show.SWAP_EVERY == 0:
        show.agent_side = rules.other(show.agent_side)
    lessons = [game.moves for game in games if game.can_teach(visitor.agent)]
    if lessons and chosen.learns:
        learned = ttt.learn_from_games(visitor.agent, lessons, in_play=False)
        if visitor.learn(learned, show.basis):
            show.basis = learned


def _measure(show: Exhibition, visitor: Session) -> None:
    if show.curve is None or show.replacements != visitor.replacements:
        _start_statistics(show, visitor)
    else:
        show.curve.follow(visitor.agent)
