"""Why an agent can be beaten: the cause of an error, worked out from its table, and the cure.

What the settings lead to (`settled`) tells two kinds of causes apart. If they lead to the error
even where everything is learned from for ever, a setting is to blame: that without which they do
not. Else the training has not come to where its settings lead, and the error is followed through
the table to the move that it comes from; what is known of that one is the cause.

A cure is not promised but tried: training is a pure function, so what is found here is what anybody
gets who trains with these settings.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.refutation import Refutation
from ttt_core.learning.agent import Agent
from ttt_core.learning.causes import (
    BY_ITSELF,
    CAUSES,
    EXPLORING,
    MORE_GAMES,
    OTHER_RULE,
    SYMMETRY,
    Cause,
    Changes,
)
from ttt_core.learning.config import TrainingConfig, changed_by
from ttt_core.learning.evidence import Evidence, remedy
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.rules import RULES
from ttt_core.learning.training import train

MAX_UPDATES = 8_000_000
"""Of a training that is tried."""
_UPDATES_PER_GAME = 8

Effect = Literal["unbeatable", "position", "untried"]


@dataclass(frozen=True)
class Fix:
    """Settings to train with from an empty table.

    Attributes
    ----------
    config
    effect : str
        What was found by training so: ``"unbeatable"``: the agent cannot be beaten.
        ``"position"``: it can, but makes no error on this board. ``"untried"``: the training is too
        long to be tried.
    """

    config: TrainingConfig
    effect: Effect


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with an agent.

    Attributes
    ----------
    causes : tuple of Cause
        More than one where only several settings together keep it from being right.
    evidence : Evidence
    """

    causes: tuple[Cause, ...]
    evidence: Evidence


def diagnose(agent: Agent, refutation: Refutation) -> Diagnosis:
    """Work out why an agent makes the error by which it loses a game.

    Where its settings are not on record, only what its visits say counts.
    """
    evidence = Evidence(agent, refutation)
    first = next(cause for cause in CAUSES if cause.holds(evidence))
    if first.name not in evidence.blamed:
        return Diagnosis((first,), evidence)
    return Diagnosis(tuple(c for c in CAUSES if c.name in evidence.blamed), evidence)


def fix(diagnosis: Diagnosis, progress: Callable[[float], object] | None = None) -> Fix | None:
    """Find the smallest change of settings that cures an agent, by trying.

    First what the cause calls for, then the same with more games, more exploring and symmetry, then
    another rule, and last the default settings. The first after which the agent cannot be beaten is
    the cure; else the first after which it makes no error on this board.

    Parameters
    ----------
    diagnosis
    progress
        Called after each training with the share of them that is done.

    Returns
    -------
    Cure or None
        None where nothing helped, or the settings are not on record.
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
    blamed = remedy(diagnosis.evidence.blamed)
    own = [blamed] if blamed else [change for cause in diagnosis.causes for change in cause.fixes]
    more = [
        MORE_GAMES,
        {**MORE_GAMES, **EXPLORING},
        {**MORE_GAMES, **EXPLORING, **SYMMETRY},
        {**MORE_GAMES, **EXPLORING, **SYMMETRY, **OTHER_RULE, **BY_ITSELF},
    ]
    for changes in (*own, *({**own[0], **changes} for changes in more)):
        changed = _changed(config, changes)
        if changed is not None and changed != config:
            yield changed
    default = PRESETS["Default"]
    yield replace(default, seed=config.seed, games=max(config.games, default.games))


def _changed(config: TrainingConfig, changes: Changes) -> TrainingConfig | None:
    """Return a configuration with changes, without those that do nothing or take games away."""
    unused = RULES[changes.get("rule", config.rule)].unused
    useful = {
        name: value
        for name, value in changes.items()
        if name not in unused and not (name == "games" and value < config.games)
    }
    return changed_by(config, useful)


def _effect(config: TrainingConfig, evidence: Evidence) -> Effect | None:
    if config.games * (_UPDATES_PER_GAME + config.replay) > MAX_UPDATES:
        return "untried"
    policy = train(config).policy()
    if evaluate(policy).unbeatable:
        return "unbeatable"
    chances = policy[evidence.position]
    return None if chances[:9][~evidence.right].any() or chances[9:].any() else "position"
