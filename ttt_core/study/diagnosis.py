"""Diagnosis: the cause of an agent's mistake, derived from its table, and a fix.

The limits of the values (`settled`) separate two kinds of causes. If even the limits contain the
mistake, a setting is to blame: the one whose change removes it. If not, training has not reached
its limits yet; the mistake is then traced through the table to the move at its origin, and what is
known about that move is the cause.

A fix is tested, not promised: training is a pure function, so anyone who trains with these settings
gets the same result.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.refutation import Refutation, surest_refutation
from ttt_core.game.board import pattern
from ttt_core.game.graph import boards
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig, changed_by
from ttt_core.learning.curve import MeasuredRun
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.rules import RULES
from ttt_core.learning.runs import updates_per_game
from ttt_core.learning.training import train
from ttt_core.pictures import Shown
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

MAX_UPDATES, MAX_UPDATES_OF_NETWORK = 8_000_000, 64_000_000
"""Most updates of a run that is tested. Networks take more until they are unbeatable."""

Effect = Literal["unbeatable", "position", "untried"]


@dataclass(frozen=True, repr=False)
class Fix(Shown):
    """Settings for training that may fix a mistake.

    Attributes
    ----------
    config
    effect : str
        Result of the test: ``"unbeatable"``, or ``"position"`` if the agent is beatable but makes
        no mistake in this position; ``"untried"`` if the run is too long to test.
    causes : tuple of Cause
        The cause that this change removes alone, which is confirmed by the test; several if the
        limits contain the mistake until all of them are removed. Empty if the change is larger, so
        that no single cause is confirmed.
    others : tuple of Cause
        Other causes: to remove any of them alone would make the agent unbeatable, too.
    continues : bool
        Whether training continues from the agent, instead of starting from scratch. `config` then
        has no more games than the agent needs to become unbeatable.
    """

    config: TrainingConfig
    effect: Effect
    causes: tuple[Cause, ...] = ()
    others: tuple[Cause, ...] = ()
    continues: bool = False

    def _facts(self) -> Mapping[str, object]:
        return {"effect": self.effect, "causes": _labels(self.causes), "settings": self.config}


@dataclass(frozen=True, repr=False)
class Diagnosis(Shown):
    """The suspected causes of a mistake, and the evidence for them.

    Attributes
    ----------
    causes : tuple of Cause
        More than one if several settings are to blame together. `fix` tests the suspicion.
    evidence : Evidence
    """

    causes: tuple[Cause, ...]
    evidence: Evidence

    def _facts(self) -> Mapping[str, object]:
        board = pattern(boards()[self.evidence.position])
        return {"mistake on": board, "suspected": _labels(self.causes)}


def _labels(causes: tuple[Cause, ...]) -> str:
    return "; ".join(cause.label for cause in causes)


def diagnose(agent: Agent, refutation: Refutation | None = None) -> Diagnosis:
    """Find out from its table why an agent probably makes the mistake that loses a game.

    If there is no record of its settings, only its visits are used.

    Parameters
    ----------
    agent
    refutation
        The game; by default its likeliest loss, as `surest_refutation` finds it.

    Raises
    ------
    ValueError
        If it is unbeatable, so that there is no such game.
    """
    refutation = refutation or surest_refutation(agent)
    if refutation is None:
        raise ValueError("This agent is unbeatable, so it makes no mistake that loses a game.")
    evidence = Evidence(agent, refutation)
    first = next(cause for cause in CAUSES if cause.holds(evidence))
    if first.name not in evidence.blamed:
        return Diagnosis((first,), evidence)
    return Diagnosis(tuple(c for c in CAUSES if c.name in evidence.blamed), evidence)


def fix(
    diagnosis: Diagnosis,
    progress: Callable[[float], object] | None = None,
    changed: Collection[str] = (),
) -> Fix | None:
    """Find the smallest change of settings that fixes a mistake, by testing, and so its cause.

    First each setting that may be to blame is changed alone: those that the table suggests, then
    all others. A change of this kind that helps confirms its cause: without it, the mistake is
    gone. Several may help, each alone. If none does, there is more than one cause, and the changes
    the suspected cause calls for are tested with more games, more exploration and symmetry, then
    with another rule, and finally the default settings. The first that makes the agent unbeatable
    is the fix; failing that, the first after which it makes no mistake in this position.

    How an agent from elsewhere was trained is not known. It is trained further, with our settings.

    Parameters
    ----------
    diagnosis
    progress
        Called after each test with the share of tests done.
    changed
        Settings that somebody has just changed: of several causes, theirs comes first.

    Returns
    -------
    Fix or None
        None if nothing helped or there is no record of the settings.
    """
    search = FixSearch(diagnosis, changed)
    while not search.finished:
        search.go_on()
        if progress is not None:
            progress(search.share)
    return search.best


class FixSearch:
    """What `fix` does, test by test; in between, it can be pickled."""

    def __init__(self, diagnosis: Diagnosis, changed: Collection[str] = ()) -> None:
        self._evidence = diagnosis.evidence
        self._changed = changed
        tried: dict[TrainingConfig, tuple[Cause, ...]] = {}
        if self._evidence.settings_known:
            for config, causes in _candidates(diagnosis):
                tried.setdefault(config, causes)
        self._left: list[_Test] = [
            *((config, (), True) for config in _continuations(self._evidence.agent)),
            *((config, causes, False) for config, causes in tried.items()),
        ]
        self._tests = len(self._left)
        self._found: dict[Effect, list[Fix]] = {effect: [] for effect in _BEST_FIRST}

    @property
    def finished(self) -> bool:
        """Whether no test is left that could matter."""
        return not self._left

    @property
    def share(self) -> float:
        """The share of tests done."""
        return 1 - len(self._left) / self._tests if self._left else 1.0

    @property
    def best(self) -> Fix | None:
        """The best fix so far; None if nothing has helped."""
        if self._found["unbeatable"]:
            return _first_of(self._found["unbeatable"], self._evidence.config, self._changed)
        return next((fixes[0] for fixes in self._found.values() if fixes), None)

    def go_on(self) -> None:
        """Make the next test."""
        config, causes, continues = self._left.pop(0)
        if continues:
            found = _continued(config, self._evidence.agent)
        else:
            effect = _effect(config, self._evidence)
            found = None if effect is None else Fix(config, effect, causes)
        if found is not None:
            self._found[found.effect].append(found)
        if self._found["unbeatable"]:  # then only other single causes matter
            self._left = [test for test in self._left if causes and test[1]]


def _first_of(fixes: list[Fix], config: TrainingConfig, changed: Collection[str]) -> Fix:
    """Return the fix of a setting that was changed, or else the first, with the others' causes."""
    first = next(
        (fix for fix in fixes if any(_differs(name, fix.config, config) for name in changed)),
        fixes[0],
    )
    others = {cause.name: cause for fix in fixes for cause in fix.causes}
    for cause in first.causes:
        del others[cause.name]
    return replace(first, others=tuple(others.values()))


def _differs(name: str, one: TrainingConfig, other: TrainingConfig) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


_Test = tuple[TrainingConfig, tuple[Cause, ...], bool]
"""Settings, the causes that they remove alone, and whether training continues from the agent."""
_NEVER_FEWER = ("games", "hidden_units")
_BEST_FIRST: tuple[Effect, ...] = ("unbeatable", "position", "untried")


def _candidates(diagnosis: Diagnosis) -> Iterator[tuple[TrainingConfig, tuple[Cause, ...]]]:
    """Yield configurations to test, each with the causes that it removes alone."""
    evidence = diagnosis.evidence
    config = evidence.config
    blamed = correction(evidence.blamed)
    settings = [cause for cause in CAUSES if cause.is_setting]
    suspected = [cause for cause in settings if cause.holds(evidence)]
    alone: list[tuple[Changes, tuple[Cause, ...]]] = []
    if blamed:
        alone.append((blamed, diagnosis.causes))
    alone += [(change, (cause,)) for cause in (*suspected, *settings) for change in cause.fixes]
    own = [blamed] if blamed else [change for cause in diagnosis.causes for change in cause.fixes]
    more = [
        MORE_GAMES,
        {**MORE_GAMES, **EXPLORING},
        {**MORE_GAMES, **EXPLORING, **SYMMETRY},
        {**MORE_GAMES, **EXPLORING, **SYMMETRY, **OTHER_RULE, **SELF_PLAY},
    ]
    first = own[0] if own else {}
    larger = (*own, *({**first, **changes} for changes in more))
    for change, causes in (*alone, *((change, ()) for change in larger)):
        changed = _changed(config, change)
        if changed is not None and changed != config:
            yield changed, causes
    default = PRESETS["Default"]
    yield replace(default, seed=config.seed, games=max(config.games, default.games)), ()


def _changed(config: TrainingConfig, changes: Changes) -> TrainingConfig | None:
    """Return a configuration with changes, except those without effect and fewer games or units."""
    unused = RULES[changes.get("rule", config.rule)].unused
    useful = {
        name: value
        for name, value in changes.items()
        if name not in unused and not (name in _NEVER_FEWER and value < getattr(config, name))
    }
    return changed_by(config, useful)


def repair(agent: Agent) -> Fix | None:
    """Return how to train an agent from elsewhere further, so that it becomes unbeatable.

    Returns
    -------
    Fix or None
        A network is not tested, as that is slow. None if the agent is not a table or a network from
        elsewhere, has been trained here already, or stays beatable.
    """
    tested = (_continued(config, agent) for config in _continuations(agent))
    return next(filter(None, tested), None)


def _continuations(agent: Agent) -> Iterator[TrainingConfig]:
    """Yield settings with which an agent from elsewhere may become unbeatable here."""
    if agent.trained_elsewhere is None or agent.training:
        return
    if agent.kind == "q-table":
        default = replace(PRESETS["Default"], ties=agent.config.ties)
        yield from (default, replace(default, **MORE_GAMES))
    elif agent.kind == "network":
        units = agent.config.hidden_units
        yield replace(PRESETS["Small network"], hidden_units=units, ties=agent.config.ties)


def _continued(config: TrainingConfig, agent: Agent) -> Fix | None:
    """Train an agent further until it is unbeatable; a network is not tested, as that is slow."""
    if agent.kind == "network":
        return Fix(config, "untried", continues=True)
    run = MeasuredRun(config, agent, points=1)
    run.play(config.games)
    games = run.standing.first
    if games is None:
        return None
    return Fix(replace(config, games=games), "unbeatable", continues=True)


def _effect(config: TrainingConfig, evidence: Evidence) -> Effect | None:
    most = MAX_UPDATES_OF_NETWORK if RULES[config.rule].kind == "network" else MAX_UPDATES
    if config.games * updates_per_game(config) > most:
        return "untried"
    policy = train(config).policy()
    if evaluate(policy).unbeatable:
        return "unbeatable"
    chances = policy[evidence.position]
    return None if chances[:9][~evidence.right].any() or chances[9:].any() else "position"
