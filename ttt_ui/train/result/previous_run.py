"""`PreviousRun`: the previous or pinned run, shown next to the present one."""

from dataclasses import dataclass, replace

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS, RULES, LearningCurve, Standing, Stats, updates_of
from ttt_ui.language import tr
from ttt_ui.train.result.training import Training
from ttt_ui.train.settings.controls import differences, in_words, name_for, preset_of
from ttt_ui.visit.limits import MAX_UPDATES_AT_ONCE
from ttt_ui.wording import Knowledge, counted, knowledge

_NAMED = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class PreviousRun:
    """What is kept of a training after another has replaced it."""

    settings: ttt.TrainingConfig  # of its last run, with the games actually played
    is_one_run: bool  # whether that was its only run
    # Its results.
    curve: LearningCurve
    standing: Standing
    stats: Stats
    knowledge: Knowledge
    games_per_second: float

    @property
    def config_that_tells(self) -> ttt.TrainingConfig | None:
        """The configuration that gives this run again at once; None if none does."""
        is_quick = updates_of((self.settings,)) <= MAX_UPDATES_AT_ONCE
        return self.settings if self.is_one_run and is_quick else None

    @property
    def has_boxes(self) -> bool:
        """Whether its knowledge is of matchboxes."""
        return RULES[self.settings.rule].kind == "matchboxes"


def previous_run_of(training: Training) -> PreviousRun:
    """Return what is kept of a training in which at least one game was played."""
    return PreviousRun(
        settings=training.runs[-1],
        is_one_run=training.is_one_run,
        curve=training.curve,
        standing=training.standing,
        stats=training.stats,
        knowledge=knowledge(training.agent),
        games_per_second=training.games_per_second,
    )


def trained_again(config: ttt.TrainingConfig) -> PreviousRun | None:
    """Train a run to compare with; None if that takes too long to do at once."""
    if updates_of((config,)) > MAX_UPDATES_AT_ONCE:
        return None
    training = Training(config, name_for(config))
    training.finish()
    return previous_run_of(training)


def what_differed(then: ttt.TrainingConfig, now: ttt.TrainingConfig) -> str:
    """Name the settings that were different; empty if none that matter.

    Lists up to three, or the preset if there are more.
    """
    preset = preset_of(then)
    if then.rule != now.rule:
        return tr(RULES[then.rule].label if preset is None else PRESET_LABELS[preset])
    names = differences(then, now)
    more = len(names) - _NAMED
    if more > 0 and preset is not None:
        return tr(PRESET_LABELS[preset])
    changes = [in_words(name, then) for name in names[:_NAMED]]
    if more > 0:
        changes.append(counted(more, "more change", "more changes"))
    return ", ".join(changes)


def previous_run_name(previous_run: PreviousRun, training: Training) -> str:
    """Name a previous run by its differences from a training; empty if there are none."""
    now = training.runs[-1] if training.finished and training.runs else training.config
    if previous_run.is_one_run and training.is_one_run:
        return what_differed(previous_run.settings, now)
    then = replace(
        previous_run.settings, seed=now.seed, games=now.games
    )  # of the last of several runs
    games = previous_run.stats.games
    parts = [what_differed(then, now)]
    if games != training.stats.games:
        parts.append(counted(games, "game", "games"))
    return ", ".join(filter(None, parts))
