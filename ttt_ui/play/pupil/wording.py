"""What Play says about a pupil and what it has learned so far."""

from collections.abc import Mapping, Sequence

import ttt_core as ttt
from ttt_core.game import Side
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr, tr_plural
from ttt_ui.play.pupil.lessons import LessonGames, lesson_games
from ttt_ui.play.pupil.story import Challenge, Ending, Lesson, PlanState, Story
from ttt_ui.wording import agent_name, counted, percent, plain

WELCOME = tr_noop("Tic-tac-toe lab")
PROMISE = tr_noop(
    "You are X. Your new Pupil knows only the rules. **Beat it now: in three minutes, nobody can.**"
)

STORY_BOARD = "XO--O---X"
STORY = tr_noop(
    "O threatens to win at the bottom. Compare your agent's value for the move that blocks with "
    "the others."
)

SHARING = tr_noop("Anyone who opens this link plays your Pupil. The link contains all its lessons.")
FIGURES_HELP = tr_noop(
    "Your winning plan: the cells of your first win in order, completing lines and blocking where "
    "you can, until that no longer wins. A mistake: a move that gives up a win or a draw. All "
    "figures are exact."
)
PLAN, ANYONE = tr_noop("Your winning plan wins"), tr_noop("The worst-case opponent wins")

_UNBEATABLE = tr_noop("**Nobody can beat it any more**, not even a perfect player. Well taught!")

_LAST_GAME: Mapping[Ending, str] = {
    "won": tr_noop("You won."),
    "resigned": tr_noop("The agent resigned, so you won."),
    "lost": tr_noop("You lost, but the agent can learn even from that."),
    "drawn": tr_noop("It was a draw, but the agent can learn even from that."),
}
_PLAN: Mapping[PlanState, str] = {
    "none": tr_noop("**Try to win a game.**"),
    "works": tr_noop("Your winning plan wins: {before} → **{now}**. **Play it again.**"),
    "works less": tr_noop(
        "Your winning plan wins less often: {before} → **{now}**. **Play it again.**"
    ),
    "fails": tr_noop(
        "Your winning plan no longer wins: {before} → **{now}**. The agent can still lose {sides}. "
        "**Find another, or let it practise.**"
    ),
}

_CHALLENGE_ENDED: Mapping[Ending, str] = {
    "won": tr_noop("**You beat it.**"),
    "resigned": tr_noop("**It resigned, so you beat it.**"),
    "lost": tr_noop("**It beat you.**"),
    "drawn": tr_noop("**You held it to a draw.**"),
}
_UNBEATABLE_AFTER: Mapping[Ending, str] = {
    "won": tr_noop("As it is now, nobody can beat it."),
    "resigned": tr_noop("As it is now, nobody can beat it."),
    "lost": tr_noop("Nobody can beat it, but a draw is always possible."),
    "drawn": tr_noop("Nobody can beat it, so a draw is the most anyone can get."),
}

_SIDES: Mapping[tuple[Side, ...], str] = {
    ("X",): tr_noop("as X"),
    ("O",): tr_noop("as O"),
    ("X", "O"): tr_noop("as X and as O"),
}


def _can_lose(sides: tuple[Side, ...]) -> str:
    """Say on which sides an agent can lose, for newcomers who do not know the verdict's words."""
    return tr(_SIDES[sides]) if sides else ""


def frozen(*, unbeatable: bool) -> str:
    """Say that an agent learns no further, and what teaching it more may cost."""
    if unbeatable:
        return tr(
            "**Frozen:** it learns no further, so this stays true. If you teach it more, somebody "
            "may be able to beat it again."
        )
    return tr(
        "**Frozen:** it stays as it was taught. If you teach it more, it is no longer the agent "
        "that was shared with you."
    )


def headline(story: Story, card: ttt.ReportCard, chance: float | None) -> str:
    """Say how the last game ended, how the moves of the visitor's win do now, and what comes next.

    `chance` is how often these moves win now; None before the first win.
    """
    if card.unbeatable:
        return tr(_UNBEATABLE)
    plan = tr(
        _PLAN[story.plan_state(chance)],
        before=percent(story.plan.before if story.plan else 0),
        now=percent(chance or 0),
        sides=_can_lose(card.beatable_as),
    )
    return plan if story.ending is None else f"{tr(_LAST_GAME[story.ending])} {plan}"


def challenge(challenge: Challenge, agent: ttt.Agent) -> str:
    """Say whom a visitor plays, and what they can try, before the end of the game."""
    name, card = plain(agent_name(agent)), ttt.evaluate(agent)
    more = agent.stats.games - challenge.games
    if more:
        who = tr_plural(
            "Your copy of **{name}** has learned from {n:,} more game.",
            "Your copy of **{name}** has learned from {n:,} more games.",
            more,
            name=name,
        )
    elif challenge.lessons:
        games = _lessons(lesson_games(challenge.lessons))
        who = tr("Somebody taught **{name}**: {games}.", name=name, games=games)
    else:
        who = tr("**{name}** punishes every mistake.", name=name)
    if card.unbeatable:
        aim = tr("Nobody can beat it. **Can you hold it to a draw?**")
    else:
        aim = tr("It can lose {sides}. **Can you beat it?**", sides=_can_lose(card.beatable_as))
    return f"{who} {aim}"


def challenge_ended(ending: Ending, card: ttt.ReportCard) -> str:
    """Say how the game ended, and what the agent's verdict is now, each in a sentence."""
    if not card.unbeatable:
        verdict = tr("It can lose {sides}.", sides=_can_lose(card.beatable_as))
    else:
        verdict = tr(_UNBEATABLE_AFTER[ending])
    return f"{tr(_CHALLENGE_ENDED[ending])} {verdict}"


def _lessons(games: LessonGames) -> str:
    with_person = counted(games.with_person, "game", "games")
    alone = counted(games.alone, "game", "games")
    if not games.alone:
        return tr("{games} with a person", games=with_person)
    if not games.with_person:
        return tr("{games} on its own", games=alone)
    return tr("{games} with a person, {alone} on its own", games=with_person, alone=alone)


def practised(story: Story) -> str:
    """Say that the last practice stopped early, and why; empty if it did not."""
    last = story.lessons[-1] if story.lessons else None
    if story.practice is not None or last is None or not 0 < last.played < last.games:
        return ""
    return tr(
        "The practice stopped after {played:,} of {games}: nobody can beat it any more.",
        played=last.played,
        games=counted(last.games, "game", "games"),
    )


def lesson_label(number: int, lesson: Lesson) -> str:
    """Say when a dot of the picture was measured."""
    return tr("Before game {n}", n=number) if lesson.ending else tr("Before a practice")


def picture(plan: Sequence[float | None], anyone: Sequence[float]) -> str:
    others = tr("The worst-case opponent wins: {shares}.", shares=", ".join(map(percent, anyone)))
    chances = [percent(chance) for chance in plan if chance is not None]
    if not chances:
        return others
    return f"{tr('Your winning plan wins: {shares}.', shares=', '.join(chances))} {others}"


def success(after: tuple[int, int]) -> str:
    """Say how many games with the visitor, and on its own, made the pupil unbeatable."""
    yours, all_games = after
    practised = all_games - yours
    games = counted(yours, "game", "games")
    if practised:
        alone = counted(practised, "game", "games")
        return tr("It took {games} with you and {alone} on its own.", games=games, alone=alone)
    return tr("It took {games} with you.", games=games)
