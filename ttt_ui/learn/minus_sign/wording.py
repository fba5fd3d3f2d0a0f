"""The words of the chapter."""

import ttt_core as ttt
from ttt_ui.learn.boards import shown
from ttt_ui.learn.minus_sign.lessons import BLOCK, CONFIG, Update, best_moves
from ttt_ui.wording import cell_name, coloured, counted, percent, verdict

AIM = (
    "This is the rule from the grid, two moves before a game ends. Here the opponent moves next, "
    "so their best value is **subtracted**. Step through the updates, then add it instead."
)

TO_MOVE = "**O to move**"
NO_BLOCK = "**If O does not block, X moves**"
A_BLOCK = "**If O blocks, X moves**"

QUESTION = (
    f"An agent, a player that learns, plays {CONFIG.games:,} games against itself (self-play) and "
    "always adds. Who can beat it?"
)
ANSWERS = ("Nobody", "An opponent on one side only", "An opponent on either side")

WATCH = (
    "**Watch both train:** drag the slider. Each verdict covers every possible game, with the "
    "agent playing the move it values most."
)

_NOTHING_KNOWN = (
    "Nothing is known yet, so O would toss a coin. $\\max Q'$ is the opponent's best value after "
    f"the move, $\\alpha$ = {CONFIG.alpha:g} and $\\gamma$ = {CONFIG.gamma:g}."
)


def last_update(made: tuple[Update, ...]) -> str:
    """Say what the last update was about, and what O would play now."""
    if not made:
        return _NOTHING_KNOWN
    return f"{_update(made[-1])} {_choice(best_moves(made))}"


def _update(update: Update) -> str:
    reward = shown(update.reward)
    if update.ahead is not None:
        ahead = shown(update.ahead)
        return f"Now O's move before it: $\\max Q'$, X's best value there, is {ahead}."
    if update.reward:
        return f"X completes a line: the reward $r$ is {reward}, and the game is over."
    return f"X takes the last cell for a draw: the reward $r$ is {reward}, and the game is over."


def _choice(best: list[int]) -> str:
    if len(best) > 1:
        return "So far O would toss a coin."
    if best == [BLOCK]:
        return "**O would block** and draw."
    return "**O would let X complete its line.**"


def announcement(update: Update) -> str:
    """Say which value has changed, for a screen reader."""
    return f"{cell_name(update.cell)} changes from {shown(update.old)} to {shown(update.new)}."


def reason(adds: ttt.ReportCard) -> str:
    """Say why an agent that adds is beatable."""
    return coloured(
        "It plays as if both sides were one team, so it does not block. Its *worst-case opponent*, "
        f"which knows it completely, beats it in {percent(adds.worst_case_as_x.loss)} of its games "
        f"as X and {percent(adds.worst_case_as_o.loss)} as O. The agent that subtracts is "
        "unbeatable."
    )


def against_random(card: ttt.ReportCard) -> str:
    """Return how often an agent loses to a random player."""
    return coloured(
        f"Losses vs random: {percent(card.vs_random_as_x.loss)} as X, "
        f"{percent(card.vs_random_as_o.loss)} as O"
    )


def trained_so_far(sign: str, games: int, card: ttt.ReportCard) -> str:
    """Say how good an agent is by now, for a screen reader."""
    return f"{sign}, {counted(games, 'game')}: {verdict(card)}"
