"""What Play says about a pupil and what it has learned so far."""

from collections.abc import Mapping, Sequence

import ttt_core as ttt
from ttt_core.game import N_OPEN
from ttt_ui.language import tr
from ttt_ui.play.pupil.story import Ending, Lesson, PlanState, Story
from ttt_ui.wording import counted, listed, percent, plain

WELCOME = "Your agent is a program that learns tic-tac-toe"

STORY_BOARD = "XO--O---X"
STORY = (
    "O threatens to win in row 3, column 2. Compare your agent's value for the move that blocks "
    "with the others."
)

CHALLENGE = "Anyone who opens this link plays your pupil. The link contains all its lessons."
FIGURES_HELP = (
    "Your plan: the cells of your win, in order, completing lines and blocking where you can. "
    "A mistake: a move that gives up a win or a draw. All figures are exact."
)
PLAN, ANYONE = "Your plan wins", "The worst-case opponent wins"

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


def line(story: Story, card: ttt.ReportCard, chance: float | None) -> str:
    """Tell the story in one line: how the visitor's plan does, or that there is none yet."""
    if card.unbeatable and story.unbeatable_after is not None:
        return f"Unbeatable after {counted(story.unbeatable_after[1], 'game', 'games')}."
    if story.plan is None or chance is None:
        return "Can you beat it?"
    return f"Your plan wins: {percent(story.plan.before)} → **{percent(chance)}**"


def figures(known: int, mistakes: float) -> str:
    """Say how many positions the agent knows, and in how many it makes a mistake."""
    return (
        f"It knows {known:,} of {N_OPEN:,} positions, and makes a mistake in {percent(mistakes)} "
        "of those its games can reach."
    )


def lesson(number: int, one: Lesson) -> str:
    """Say when a dot of the picture was measured."""
    return f"Before game {number}" if one.ending else "Before a practice"


def picture(plan: Sequence[float | None], anyone: Sequence[float]) -> str:
    """Describe the picture of the story."""
    said = f"{ANYONE}: {', '.join(map(percent, anyone))}."
    chances = [percent(chance) for chance in plan if chance is not None]
    return f"{PLAN}: {', '.join(chances)}. {said}" if chances else said


def success(after: tuple[int, int]) -> str:
    """Say how many games with the visitor, and on its own, made the pupil unbeatable."""
    yours, all_games = after
    practised = all_games - yours
    games = counted(yours, "game", "games")
    if practised:
        alone = counted(practised, "game", "games")
        return tr("It took {games} with you and {alone} on its own.", games=games, alone=alone)
    return tr("It took {games} with you.", games=games)
