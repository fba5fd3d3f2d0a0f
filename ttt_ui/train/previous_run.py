"""`PreviousRun`: the previous or pinned run, shown next to the present one."""

from dataclasses import dataclass, fields, replace

import ttt_core as ttt
from ttt_core.learning.agent import Stats
from ttt_core.learning.config import matters
from ttt_core.learning.curve import LearningCurve
from ttt_core.learning.rules import RULES
from ttt_core.learning.watch import Standing
from ttt_ui.shared.wording import Knowledge, counted, knowledge
from ttt_ui.train.course import Course
from ttt_ui.train.settings import in_words, preset_of

_NAMED = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class PreviousRun:
    """What is kept of a training that another has taken the place of.

    Attributes
    ----------
    settings
        Of its last run, with the games that it really had.
    is_one_run
        Whether that is all there was: what a link can say.
    curve, standing, stats, knowledge, games_per_second
        What came of it.
    """

    settings: ttt.TrainingConfig
    is_one_run: bool
    curve: LearningCurve
    standing: Standing
    stats: Stats
    knowledge: Knowledge
    games_per_second: float


def previous_run_of(course: Course) -> PreviousRun:
    """Return what is kept of a course, which must have had a game."""
    return PreviousRun(
        settings=course.runs[-1],
        is_one_run=course.is_one_run,
        curve=course.curve,
        standing=course.standing,
        stats=course.agent.stats,
        knowledge=knowledge(course.agent),
        games_per_second=course.games_per_second,
    )


def what_differed(then: ttt.TrainingConfig, now: ttt.TrainingConfig) -> str:
    """Say in what some settings differed from the present ones; empty where in nothing that counts.

    The first three differences, or the presets' names where there are more.
    """
    if then.rule != now.rule:
        return preset_of(then) or RULES[then.rule].label
    names = [
        field.name
        for field in fields(then)
        if getattr(then, field.name) != getattr(now, field.name)
        and (matters(field.name, then) or matters(field.name, now))
    ]
    preset = preset_of(then)
    if len(names) > _NAMED and preset:
        return preset
    said = [in_words(name, then) for name in names[:_NAMED]]
    if len(names) > _NAMED:
        said.append(f"{len(names) - _NAMED} more")
    return ", ".join(said)


def name_beside(previous_run: PreviousRun, course: Course) -> str:
    """Return what a ghost is called beside a course: in what it differed; empty if in nothing."""
    now = course.runs[-1] if course.finished and course.runs else course.config
    if previous_run.is_one_run and course.is_one_run:
        return what_differed(previous_run.settings, now)
    then = replace(
        previous_run.settings, seed=now.seed, games=now.games
    )  # of the last of several runs
    games = previous_run.stats.games
    said = [what_differed(then, now)]
    if games != course.agent.stats.games:
        said.append(counted(games, "game"))
    return ", ".join(filter(None, said))
