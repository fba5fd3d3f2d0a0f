"""What Play says about a pupil and what it has learned so far."""

from collections.abc import Mapping

import ttt_core as ttt
from ttt_ui.play.pupil.story import Ending, PlanState, Story
from ttt_ui.wording import counted, listed, percent, plain

WELCOME = "**Your agent is a program that learns tic-tac-toe.** Where would you like to start?"
BARS_HELP = (
    "Your plan: the cells of your win, in order, completing lines and blocking where you can. "
    "A mistake: a move that gives up a win or a draw. All figures are exact."
)

_START = (
    "{name} is your own agent. It knows the rules and nothing else. "
    "**Win a game and see what it learns.**"
)
_UNBEATABLE = "**Nobody can beat it any more**, not even a perfect player. Well taught!"

_HEADLINES: Mapping[PlanState, Mapping[Ending | None, str]] = {
    "no plan": {
        "lost": "You lost, but the agent can learn even from that. **Try to beat it.**",
        "drawn": "It was a draw, but the agent can learn even from that. **Try to beat it.**",
        None: "You have not beaten it yet. **Try to win a game.**",
    },
    "as before": {
        "won": "You won, and your plan still works. **Play the same plan again.**",
        "resigned": "The agent resigned, and your plan still works. **Play the same plan again.**",
        "lost": "You lost, but your plan still works. **Try it again.**",
        "drawn": "It was a draw, but your plan still works. **Try it again.**",
        None: "Your plan still works. **Play it again.**",
    },
    "less often": {
        "won": "You won, but your plan now works less often than at first. **Play it again.**",
        "resigned": "The agent resigned, but your plan now works less often than at first. "
        "**Play it again.**",
        "lost": "You lost, and your plan now works less often than at first. **Play it again.**",
        "drawn": "It was a draw, and your plan now works less often than at first. "
        "**Play it again.**",
        None: "Your plan now works less often than at first. **Play it again.**",
    },
    "no longer": {
        "won": "You won, but your plan no longer works. The agent is still beatable as {sides}. "
        "**Find another plan, or let it practise.**",
        "resigned": "The agent resigned, but your plan no longer works. It is still beatable as "
        "{sides}. **Find another plan, or let it practise.**",
        "lost": "You lost, and your plan no longer works. The agent is still beatable as {sides}. "
        "**Find another plan, or let it practise.**",
        "drawn": "A draw: your plan no longer works. The agent is still beatable as {sides}. "
        "**Find another plan, or let it practise.**",
        None: "Your plan no longer works. The agent is still beatable as {sides}. "
        "**Find another plan, or let it practise.**",
    },
    "again": {
        "won": "You won, and your plan works again. **Play it once more.**",
        "resigned": "The agent resigned, and your plan works again. **Play it once more.**",
        "lost": "You lost, but your plan works again. **Try it once more.**",
        "drawn": "It was a draw, but your plan works again. **Try it once more.**",
        None: "Your plan works again. **Play it once more.**",
    },
}
"""By how the plan works now and how the last game ended; None after a practice.

A game that was won always leaves a plan.
"""


def headline(story: Story, agent: ttt.Agent, card: ttt.ReportCard, chance: float | None) -> str:
    """Say how the teaching is going, and what to do next.

    Parameters
    ----------
    story, agent
    card
        The agent's.
    chance
        How often the visitor's plan wins now; None before the first win.
    """
    if card.unbeatable:
        return _UNBEATABLE
    if not story.games and not agent.stats.games:
        return _START.format(name=plain(agent.name))
    beatable = {"X": card.beatable_as_x, "O": card.beatable_as_o}
    sides = listed([side for side, loses in beatable.items() if loses])
    return _HEADLINES[story.plan_state(chance)][story.ending].format(sides=sides)


def plan_text(before: float, now: float) -> str:
    """Say how often the visitor's plan won at first, and how often it wins now."""
    return f"Your plan wins: {percent(before)} → **{percent(now)}**"


def mistakes_text(share: float) -> str:
    """Say in how many positions the agent makes a mistake."""
    return f"Makes a mistake in **{percent(share)}** of all positions"


def success(after: tuple[int, int]) -> str:
    """Say how many games with the visitor, and on its own, made the pupil unbeatable."""
    yours, all_games = after
    practised = all_games - yours
    if practised:
        return (
            f"It took {counted(yours, 'game')} with you and {counted(practised, 'game')} on its "
            "own."
        )
    return f"It took {counted(yours, 'game')} with you."
