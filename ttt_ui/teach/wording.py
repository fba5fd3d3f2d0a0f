"""What is said of a newborn and of what it has learned so far."""

import ttt_core as ttt
from ttt_ui.play.story import Story
from ttt_ui.shared.wording import counted, percent

WELCOME = "**A machine learns tic-tac-toe while you watch.** Where would you like to begin?"
BARS_HELP = (
    "Your plan: the cells of your win in their order, completing lines and blocking. "
    "An error: a move that throws a win or a draw away. All of it is worked out, not tried out."
)


def stage(story: Story, agent: ttt.Agent, card: ttt.ReportCard, chance: float | None) -> str:
    """Say where the teaching stands, and what to do next.

    Parameters
    ----------
    story, agent
    card
        The agent's.
    chance
        How often the visitor's winning plan still works; None before the first win.
    """
    if card.unbeatable:
        return "**Nobody can beat it any more**, not even perfect play. You have taught it."
    if agent.stats.games == 0:
        return "It knows the rules, and nothing else. **Win a game, and see what it makes of it.**"
    if chance is None:
        return "It learns from every game, also from those you do not win. **Try to beat it.**"
    if chance > 0 and story.plan is not None and chance >= story.plan.before:
        return "It has not seen through you yet. **Play the same again.**"
    if chance > 0:
        return "It begins to see through you. **Play the same again.**"
    beatable = (("X", card.beatable_as_x), ("O", card.beatable_as_o))
    sides = " and as ".join(side for side, loses in beatable if loses)
    return (
        f"Your plan wins no more; perfect play still does, where it is {sides}. "
        "**Find another plan, or let it practise.**"
    )


def plan_text(before: float, now: float) -> str:
    """Say how often the visitor's plan won at first, and how often it wins now."""
    return f"Falls for your plan: {percent(before)} → **{percent(now)}**"


def errors_text(share: float) -> str:
    """Say on how many boards the agent errs."""
    return f"Errs on **{percent(share)}** of all boards"


def success(after: tuple[int, int]) -> str:
    """Say after how many games with the visitor, and in all, nobody could beat it any more."""
    yours, all_games = after
    by_itself = all_games - yours
    said = f"It took {counted(yours, 'game')} with you"
    return f"{said} and {counted(by_itself, 'game')} by itself." if by_itself else f"{said}."
