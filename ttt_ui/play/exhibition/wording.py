"""What the exhibition says about the game, the agent, its opponent and its pace."""

from collections.abc import Mapping

import ttt_core as ttt
from ttt_core.game import N_GAMES, position_of
from ttt_core.game import board as rules
from ttt_core.learning import Exploration, LearningCurve
from ttt_core.sentences import tr_noop
from ttt_ui.language import localised, tr, tr_in
from ttt_ui.play.exhibition.pace import Pace, Speed
from ttt_ui.play.exhibition.state import Exhibition
from ttt_ui.replay.game import Game
from ttt_ui.replay.wording import status
from ttt_ui.wording import counted, knowledge, percent

_EXPLORATORY_MOVE: Mapping[Exploration, str] = {
    "epsilon": tr_noop("An exploratory move takes a random free cell."),
    "least-visited": tr_noop("An exploratory move is one that the agent has tried least often."),
    "experience": tr_noop(
        "An exploratory move takes a random free cell. The more games the agent has seen, the less "
        "it explores."
    ),
}


def headline(show: Exhibition) -> str:
    """Say whose turn it is or how the game ended, and whether the last move was exploratory."""
    game = show.game
    if game.moves and show.explored and not game.over:
        return tr("{side} to move · {other} explored", side=game.side, other=rules.other(game.side))
    return status(game)


def familiarity(agent: ttt.Agent, game: Game) -> str:
    """Say whether the agent knows the position on the board."""
    if game.over:
        return tr("the game is over")
    if agent.resigns(game.board):
        return tr("its box is empty, so it resigns")
    if agent.known[position_of(game.board)]:
        return tr_in("position", "known")
    return tr_in("position", "new")


def exploring(agent: ttt.Agent, epsilon: float, *, self_play: bool) -> str:
    """Say who explores, how often and how; empty if nobody does."""
    if epsilon == 0:
        return ""
    share = percent(epsilon)
    if self_play:
        who = (
            tr("Both sides explore in every move.")
            if epsilon == 1
            else tr("Both sides explore in {share} of their moves.", share=share)
        )
    else:
        who = (
            tr("The agent explores in every move; its opponent never does.")
            if epsilon == 1
            else tr(
                "The agent explores in {share} of its moves; its opponent never does.", share=share
            )
        )
    return f"{who} {tr(_EXPLORATORY_MOVE[agent.config.exploration])}"


def facts(show: Exhibition, agent: ttt.Agent, *, self_play: bool) -> dict[str, str]:
    """Return more facts about the agent and its games, by name."""
    known, tally = knowledge(agent), show.tally
    by_side = {
        tr("As {side}", side=side): tr(
            "{won:,} won, {drawn:,} drawn, {lost:,} lost",
            won=tally.results[side, side],
            drawn=tally.results[side, "draw"],
            lost=tally.results[side, rules.other(side)],
        )
        for side in rules.SIDES
    }
    return ({} if self_play else by_side) | {
        tr("Distinct games"): _of(agent.stats.distinct_games, N_GAMES),
        known.label: _of(known.number, known.total),
        tr("This position"): familiarity(agent, show.game),
        tr("Exploratory moves"): _of(tally.explorations, tally.moves),
    }


def _of(number: int, total: int) -> str:
    return tr("{n:,} of {total:,}", n=number, total=total)


def curve_in_words(curve: LearningCurve) -> str:
    """Say what a curve shows at its end."""
    return tr(
        "Learning curve over {games}. Worst-case losses: {worst_as_x} as X, {worst_as_o} as O. "
        "Losses vs random: {random_as_x} as X, {random_as_o} as O.",
        games=counted(int(curve.games[-1]), "game", "games"),
        worst_as_x=percent(curve.worst_case_as_x[-1, 2]),
        worst_as_o=percent(curve.worst_case_as_o[-1, 2]),
        random_as_x=percent(curve.vs_random_as_x[-1, 2]),
        random_as_o=percent(curve.vs_random_as_o[-1, 2]),
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
