"""What the exhibition says of the game, the agent, its opponent and its pace."""

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.graph import N_GAMES, position_of
from ttt_core.learning.curve import LearningCurve
from ttt_ui.exhibition.pace import Pace, Speed
from ttt_ui.exhibition.state import Exhibition
from ttt_ui.play.state import Game
from ttt_ui.shared.wording import counted, knowledge, percent


def status(show: Exhibition) -> str:
    """Say how the game stands, and whether the last move was made to explore."""
    game = show.game
    if game.resigned:
        return f"{game.side} resigns: {game.result} wins"
    if game.result:
        return "A draw" if game.result == "draw" else f"{game.result} wins"
    explored = f" · {rules.other(game.side)} explored" if game.moves and show.explored else ""
    return f"{game.side} to move{explored}"


def familiarity(agent: ttt.Agent, game: Game) -> str:
    """Say whether the agent knows the position on the board."""
    if game.over:
        return "the game is over"
    if agent.resigns(game.board):
        return "its box here is empty: it resigns"
    return "known" if agent.known[position_of(game.board)] else "new to it"


def exploring(agent: ttt.Agent, epsilon: float, *, against_itself: bool) -> str:
    """Say who explores, how often and how, as the agent does in its training."""
    if epsilon == 0:
        return ""
    who = "Both sides explore" if against_itself else "The agent explores, its opponent never does"
    if epsilon == 1:
        often = "with every move"
    else:
        often = f"with a chance of {percent(epsilon)} at every move"
    match agent.config.exploration:
        case "least-visited":
            how = "by a move that has been tried least often"
        case "experience":
            how = "by a free cell at random; the more games it has seen, the less"
        case _:
            how = "by a free cell at random"
    return f"{who}: {often}, {how}."


def facts(show: Exhibition, agent: ttt.Agent, *, against_itself: bool) -> dict[str, str]:
    """Return what else is known of the agent and its games, by name."""
    known, tally = knowledge(agent), show.tally
    by_side = {
        f"As {side}": f"{tally.results[side, side]:,} won, {tally.results[side, 'draw']:,} drawn, "
        f"{tally.results[side, rules.other(side)]:,} lost"
        for side in rules.SIDES
    }
    return ({} if against_itself else by_side) | {
        "Distinct games seen": f"{agent.stats.distinct_games:,} of {N_GAMES:,}",
        known.label: f"{known.number:,} of {known.total:,}",
        "This position": familiarity(agent, show.game),
        "Explored": f"{tally.explorations:,} of {counted(tally.moves, 'move')}",
    }


def curve_in_words(curve: LearningCurve) -> str:
    """Say what a curve comes to at its end."""
    return (
        f"Learning curve over {counted(int(curve.games[-1]), 'game')}. By now it loses to best "
        f"play {percent(curve.worst_case_as_x[-1, 2])} of games as X and "
        f"{percent(curve.worst_case_as_o[-1, 2])} as O, to a random player "
        f"{percent(curve.vs_random_as_x[-1, 2])} as X and {percent(curve.vs_random_as_o[-1, 2])} "
        "as O."
    )


def pace(reached: Pace, speed: Speed) -> str:
    """Say how fast it goes where that is less than promised."""
    number = reached.reached()
    if number is None or not reached.falls_short_of(speed):
        return ""
    said = f"{number:.0f}" if number >= 10 else f"{number:.1f}"
    return f"Promised {counted(speed.per_second, speed.unit)} a second, reached {said} here."
