"""What Play says about a pupil and what it has learned so far."""

from collections.abc import Mapping, Sequence

import ttt_core as ttt
from ttt_core.game import N_OPEN
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.play.pupil.story import Ending, Lesson, PlanState, Story
from ttt_ui.wording import agent_name, counted, listed, percent, plain

WELCOME = tr_noop("Your agent is a program that learns tic-tac-toe")

STORY_BOARD = "XO--O---X"
STORY = tr_noop(
    "O threatens to win at the bottom. Compare your agent's value for the move that blocks with "
    "the others."
)

CHALLENGE = tr_noop(
    "Anyone who opens this link plays your pupil. The link contains all its lessons."
)
FIGURES_HELP = tr_noop(
    "Your plan: the cells of your win, in order, completing lines and blocking where you can. "
    "A mistake: a move that gives up a win or a draw. All figures are exact."
)
PLAN, ANYONE = tr_noop("Your plan wins"), tr_noop("The worst-case opponent wins")

_START = tr_noop(
    "The agent {name} is yours. It knows the rules and nothing else. "
    "**Win a game and see what it learns.**"
)
_UNBEATABLE = tr_noop("**Nobody can beat it any more**, not even a perfect player. Well taught!")

_HEADLINES: Mapping[PlanState, Mapping[Ending | None, str]] = {
    "no plan": {
        "lost": tr_noop("You lost, but the agent can learn even from that. **Try to beat it.**"),
        "drawn": tr_noop(
            "It was a draw, but the agent can learn even from that. **Try to beat it.**"
        ),
        None: tr_noop("You have not beaten it yet. **Try to win a game.**"),
    },
    "as before": {
        "won": tr_noop("You won, and your plan still works. **Play the same plan again.**"),
        "resigned": tr_noop(
            "The agent resigned, and your plan still works. **Play the same plan again.**"
        ),
        "lost": tr_noop("You lost, but your plan still works. **Try it again.**"),
        "drawn": tr_noop("It was a draw, but your plan still works. **Try it again.**"),
        None: tr_noop("Your plan still works. **Play it again.**"),
    },
    "less often": {
        "won": tr_noop(
            "You won, but your plan now works less often than at first. **Play it again.**"
        ),
        "resigned": tr_noop(
            "The agent resigned, but your plan now works less often than at first. "
            "**Play it again.**"
        ),
        "lost": tr_noop(
            "You lost, and your plan now works less often than at first. **Play it again.**"
        ),
        "drawn": tr_noop(
            "It was a draw, and your plan now works less often than at first. **Play it again.**"
        ),
        None: tr_noop("Your plan now works less often than at first. **Play it again.**"),
    },
    "no longer": {
        "won": tr_noop(
            "You won, but your plan no longer works. The agent is still beatable as {sides}. "
            "**Find another plan, or let it practise.**"
        ),
        "resigned": tr_noop(
            "The agent resigned, but your plan no longer works. It is still beatable as "
            "{sides}. **Find another plan, or let it practise.**"
        ),
        "lost": tr_noop(
            "You lost, and your plan no longer works. The agent is still beatable as {sides}. "
            "**Find another plan, or let it practise.**"
        ),
        "drawn": tr_noop(
            "A draw: your plan no longer works. The agent is still beatable as {sides}. "
            "**Find another plan, or let it practise.**"
        ),
        None: tr_noop(
            "Your plan no longer works. The agent is still beatable as {sides}. "
            "**Find another plan, or let it practise.**"
        ),
    },
    "again": {
        "won": tr_noop("You won, and your plan can win again. **Play it once more.**"),
        "resigned": tr_noop(
            "The agent resigned, and your plan can win again. **Play it once more.**"
        ),
        "lost": tr_noop("You lost, but your plan can win again. **Try it once more.**"),
        "drawn": tr_noop("It was a draw, but your plan can win again. **Try it once more.**"),
        None: tr_noop("Your plan can win again. **Play it once more.**"),
    },
}
"""By how the plan works now and how the last game ended; None after a practice.

A game that was won always leaves a plan.
"""


def headline(story: Story, agent: ttt.Agent, card: ttt.ReportCard, chance: float | None) -> str:
    """Say how the teaching is going, and what to do next.

    `chance` is how often the visitor's plan wins now; None before the first win.
    """
    if card.unbeatable:
        return tr(_UNBEATABLE)
    if not story.games and not agent.stats.games:
        return tr(_START, name=plain(agent_name(agent)))
    beatable = {"X": card.beatable_as_x, "O": card.beatable_as_o}
    sides = listed([side for side, loses in beatable.items() if loses])
    return tr(_HEADLINES[story.plan_state(chance)][story.ending], sides=sides)


def line(story: Story, card: ttt.ReportCard, chance: float | None) -> str:
    """Tell the story in one line: how the visitor's plan does, or that there is none yet."""
    if card.unbeatable and story.unbeatable_after is not None:
        return tr(
            "Unbeatable after {games}.", games=counted(story.unbeatable_after[1], "game", "games")
        )
    if story.plan is None or chance is None:
        return tr("Can you beat it?")
    return tr(
        "Your plan wins: {before} → **{now}**",
        before=percent(story.plan.before),
        now=percent(chance),
    )


def figures(known: int, mistakes: float) -> str:
    """Say how many positions the agent knows, and in how many it makes a mistake."""
    return tr(
        "It knows {known:,} of {total:,} positions, and makes a mistake in {share} of those its "
        "games can reach.",
        known=known,
        total=N_OPEN,
        share=percent(mistakes),
    )


def lesson(number: int, one: Lesson) -> str:
    """Say when a dot of the picture was measured."""
    return tr("Before game {n}", n=number) if one.ending else tr("Before a practice")


def picture(plan: Sequence[float | None], anyone: Sequence[float]) -> str:
    said = tr("The worst-case opponent wins: {shares}.", shares=", ".join(map(percent, anyone)))
    chances = [percent(chance) for chance in plan if chance is not None]
    if not chances:
        return said
    return f"{tr('Your plan wins: {shares}.', shares=', '.join(chances))} {said}"


def success(after: tuple[int, int]) -> str:
    """Say how many games with the visitor, and on its own, made the pupil unbeatable."""
    yours, all_games = after
    practised = all_games - yours
    games = counted(yours, "game", "games")
    if practised:
        alone = counted(practised, "game", "games")
        return tr("It took {games} with you and {alone} on its own.", games=games, alone=alone)
    return tr("It took {games} with you.", games=games)
