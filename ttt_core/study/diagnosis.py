"""Diagnosis: the cause of an agent's mistake, derived from its table, and a fix.

The limits of the values (`settled`) separate two kinds of causes. If even the limits contain the
mistake, a setting is to blame: the one whose change removes it. If not, training has not reached
its limits yet; the mistake is then traced through the table to the move at its origin, and what is
known about that move is the cause.

A fix is tested, not promised: training is a pure function, so anyone who trains with these settings
gets the same result.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.refutation import Refutation
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig, changed_by
from ttt_core.learning.cost import updates_per_game
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.rules import RULES
from ttt_core.learning.training import train
from ttt_core.study.causes import (
    CAUSES,
    EXPLORING,
    MORE_GAMES,
    OTHER_RULE,
    SELF_PLAY,
    SYMMETRY,
    Cause,
    Changes,
)
from ttt_core.study.evidence import Evidence, correction

MAX_UPDATES = 8_000_000
"""Most updates of a run that is tested."""

Effect = Literal["unbeatable", "position", "untried"]


@dataclass(frozen=True)
class Fix:
    """Settings for training from scratch that may fix a mistake.

    Attributes
    ----------
    config
    effect : str
        Result of the test: ``"unbeatable"``, or ``"position"`` if the agent is beatable but makes
        no mistake in this position; ``"untried"`` if the run is too long to test.
    """

    config: TrainingConfig
    effect: Effect


@dataclass(frozen=True)
class Diagnosis:
    """The causes of a mistake, and the evidence for them.

    Attributes
    ----------
    causes : tuple of Cause
        More than one if several settings are to blame together.
    evidence : Evidence
    """

    causes: tuple[Cause, ...]
    evidence: Evidence


def diagnose(agent: Agent, refutation: Refutation) -> Diagnosis:
    """Find out why an agent makes the mistake that loses a game.

    If there is no record of its settings, only its visits are used.
    """
    evidence = Evidence(agent, refutation)
    first = next(cause for cause in CAUSES if cause.holds(evidence))
    if first.name not in evidence.blamed:
        return Diagnosis((first,), evidence)
    return Diagnosis(tuple(c for c in CAUSES if c.name in evidence.blamed), evidence)


def fix(diagnosis: Diagnosis, progress: Callable[[float], object] | None = None) -> Fix | None:
    """Find the smallest change of settings that fixes a mistake, by testing.

    First come the changes the cause calls for, then the same with more games, more exploration and
    symmetry, then another rule, and finally the default settings. The first that makes the agent
    unbeatable is the fix; failing that, the first after which it makes no mistake in this position.

    Parameters
    ----------
    diagnosis
    progress
        Called after each test with the share of tests done.

    Returns
    -------
    Fix or None
        None if nothing helped or there is no record of the settings.
    """
    evidence = diagnosis.evidence
    if not evidence.settings_known:
        return None
    tried = list(dict.fromkeys(_candidates(diagnosis)))
    best: Fix | None = None
    for number, config in enumerate(tried, 1):
        effect = _effect(config, evidence)
        if effect == "unbeatable":
            return Fix(config, effect)
        if best is None and effect is not None:
            best = Fix(config, effect)
        if progress is not None:
            progress(number / len(tried))
    return best


def _candidates(diagnosis: Diagnosis) -> Iterator[TrainingConfig]:
    config = diagnosis.evidence.config
    blamed = correction(diagnosis.evidence.blamed)
    own = [blamed] if blamed else [change for cause in diagnosis.causes for change in cause.fixes]
    more = [
        MORE_GAMES,
        {**MORE_GAMES, **EXPLORING},
        {**MORE_GAMES, **EXPLORING, **SYMMETRY},
        {**MORE_GAMES, **EXPLORING, **SYMMETRY, **OTHER_RULE, **SELF_PLAY},
    ]
    for changes in (*own, *({**own[0], **changes} for changes in more)):
        changed = _changed(config, changes)
        if changed is not None and changed != config:
            yield changed
    default = PRESETS["Default"]
    yield replace(default, seed=config.seed, games=max(config.games, default.games))


def _changed(config: TrainingConfig, changes: Changes) -> TrainingConfig | None:
    """Return a configuration with changes, except those without effect or with fewer games."""
    unused = RULES[changes.get("rule", config.rule)].unused
    useful = {
        name: value
        for name, value in changes.items()
        if name not in unused and not (name == "games" and value < config.games)
    }
    return changed_by(config, useful)


def _effect(config: TrainingConfig, evidence: Evidence) -> Effect | None:
    if config.games * updates_per_game(config) > MAX_UPDATES:
        return "untried"
    policy = train(config).policy()
    if evaluate(policy).unbeatable:
        return "unbeatable"
    chances = policy[evidence.position]
    return None if chances[:9][~evidence.right].any() or chances[9:].any() else "position"
