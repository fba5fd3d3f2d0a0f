"""What the exhibition says about the game, the agent, its opponent and its pace."""

from collections.abc import Mapping

import ttt_core as ttt
from ttt_core.game import N_GAMES, position_of
from ttt_core.game import board as rules
from ttt_core.learning import Exploration, LearningCurve
from ttt_ui.language import localised, tr
from ttt_ui.play.exhibition.pace import Pace, Speed
from ttt_ui.play.exhibition.state import Exhibition
from ttt_ui.play.state import Game
from ttt_ui.wording import counted, knowledge, percent

_EXPLORATORY_MOVE: Mapping[Exploration, str] = {
    "epsilon": "An exploratory move takes a random free cell.",
    "least-visited": "An exploratory move is one that it has tried least often.",
    "experience": "An exploratory move takes a random free cell. The more games the agent has "
    "seen, the less it explores.",
}


def status(show: Exhibition) -> str:
    """Say whose turn it is or how the game ended, and whether the last move was exploratory."""
    game = show.game
    if game.resigned:
        return f"{game.side} resigns, so {game.result} wins"
    if game.result:
        return "A draw" if game.result == "draw" else f"{game.result} wins"
    if game.moves and show.explored:
        return f"{game.side} to move · {rules.other(game.side)} explored"
    return f"{game.side} to move"


def familiarity(agent: ttt.Agent, game: Game) -> str:
    """Say whether the agent knows the position on the board."""
    if game.over:
        return "the game is over"
    if agent.resigns(game.board):
        return "its box is empty, so it resigns"
    return "known" if agent.known[position_of(game.board)] else "new"


def exploring(agent: ttt.Agent, epsilon: float, *, self_play: bool) -> str:
    """Say who explores, how often and how; empty if nobody does."""
    if epsilon == 0:
        return ""
    share = percent(epsilon)
    if self_play:
        who = (
            "Both sides explore in every move."
            if epsilon == 1
            else f"Both sides explore in {share} of their moves."
        )
    else:
        who = (
            "The agent explores in every move; its opponent never does."
            if epsilon == 1
            else f"The agent explores in {share} of its moves; its opponent never does."
        )
    return f"{who} {_EXPLORATORY_MOVE[agent.config.exploration]}"


def facts(show: Exhibition, agent: ttt.Agent, *, self_play: bool) -> dict[str, str]:
    """Return more facts about the agent and its games, by name."""
    known, tally = knowledge(agent), show.tally
    by_side = {
        f"As {side}": f"{tally.results[side, side]:,} won, {tally.results[side, 'draw']:,} drawn, "
        f"{tally.results[side, rules.other(side)]:,} lost"
        for side in rules.SIDES
    }
    return ({} if self_play else by_side) | {
        "Distinct games": f"{agent.stats.distinct_games:,} of {N_GAMES:,}",
        known.label: f"{known.number:,} of {known.total:,}",
        "This position": familiarity(agent, show.game),
        "Exploratory moves": f"{tally.explorations:,} of {tally.moves:,}",
    }


def curve_in_words(curve: LearningCurve) -> str:
    """Say what a curve shows at its end."""
    return (
        f"Learning curve over {counted(int(curve.games[-1]), 'game', 'games')}. Worst-case losses: "
        f"{percent(curve.worst_case_as_x[-1, 2])} as X, {percent(curve.worst_case_as_o[-1, 2])} as "
        f"O. Losses vs random: {percent(curve.vs_random_as_x[-1, 2])} as X, "
        f"{percent(curve.vs_random_as_o[-1, 2])} as O."
    )


def pace(reached: Pace, speed: Speed) -> str:
    """Say how fast it plays if that is slower than the visitor has set."""
    number = reached.reached()
    if number is None or not reached.falls_short_of(speed):
        return ""
    said = localised(f"{number:.0f}" if number >= 10 else f"{number:.1f}")
    if speed.unit == "game":
        set_to = counted(speed.per_second, "game", "games")
    else:
        set_to = counted(speed.per_second, "move", "moves")
    return tr("Set to {set_to} a second; reaching {reached} here.", set_to=set_to, reached=said)
