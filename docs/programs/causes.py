"""Why trained agents are beatable: ``python -m docs.programs.causes``.

Prints the tables of docs/causes.md: how often each cause is found in agents trained with random
settings, and what its fix achieves; and how often a single bad setting is found out.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.refutation import surest_refutation
from ttt_core.learning.config import SETTINGS, ConfigError, TrainingConfig, changed_by, matters
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.training import train
from ttt_core.study.causes import CAUSES
from ttt_core.study.diagnosis import Effect, diagnose, fix
from ttt_core.tools.arguments import command_over_seeds, over_seeds

LEAST_CONFIGURATIONS = 200
_FAULTS_PER_AGENT = 20
SEVERAL = "Several settings together"

HEADING = (
    "| Cause | Agents | Fixed: unbeatable | with one setting | with a few | with the defaults "
    "| Only this mistake fixed | Not fixed |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
)

FAULTS_HEADING = (
    "| Bad setting | Agents | Named as the cause | Fixed alone |",
    "| --- | ---: | ---: | ---: |",
)

_CHOICES: dict[str, tuple[Any, ...]] = {
    "rule": ("minimax-q", "minimax-q", "q-learning", "monte-carlo", "reward-memory", "matchboxes"),
    "games": (200, 1_000, 5_000, 20_000, 100_000),
    "alpha": (0.02, 0.05, 0.1, 0.2, 0.5, 0.5, 1.0),
    "step_size": ("constant", "constant", "sample-average"),
    "gamma": (0.0, 0.05, 0.5, 0.9, 0.9, 1.0),
    "epsilon": (0.0, 0.05, 0.3, 1.0, 1.0),
    "epsilon_decay": (0.99, 0.999, 0.9999, 1.0),
    "epsilon_floor": (0.0, 0.0, 0.1),
    "exploration": ("epsilon", "epsilon", "experience", "least-visited"),
    "initial_value": (0.0, 0.0, 0.0, -0.1, 0.5, 1.0),
    "ties": ("random", "random", "first"),
    "symmetry": (True, False),
    "random_share": (0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0),
    "minimax_share": (0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 1.0),
    "learns": ("both", "both", "both", "both", "X", "O"),
    "reward_draw": (0.0, 0.0, 0.0, -1.0, 0.5, 1.0),
    "reward_loss": (-1.0, -1.0, -1.0, 0.0, -5.0),
    "move_cost": (0.0, 0.0, 0.0, 0.05, 0.6),
    "backward": (False, True),
    "weight_draw": (10.0, 10.0, 90.0),
    "weight_loss": (-1.0, -1.0, -100.0, 50.0),
    "beads": ("michie", "simulation"),
}


SOUND: tuple[TrainingConfig, ...] = (
    TrainingConfig(),
    TrainingConfig(rule="q-learning", alpha=0.1, epsilon_floor=0.1),
    TrainingConfig(rule="q-learning", step_size="sample-average"),
    TrainingConfig(rule="monte-carlo", step_size="sample-average"),
    TrainingConfig(rule="reward-memory", weight_loss=-100.0),
    PRESETS["Default"],
    PRESETS["Trap setter"],
    PRESETS["Two tables (2026)"],
)
"""Settings with which most agents are unbeatable."""

_FAULTS: dict[str, tuple[Any, ...]] = {
    "games": (30, 100, 300, 1_000),
    "alpha": (0.001, 0.01),
    "step_size": ("sample-average", "constant"),
    "gamma": (0.0,),
    "epsilon": (0.0, 0.02),
    "epsilon_decay": (0.9, 0.99),
    "epsilon_floor": (0.0, 1.0),
    "exploration": ("experience", "epsilon"),
    "initial_value": (-1.0, 1.0),
    "ties": ("first",),
    "symmetry": (False,),
    "random_share": (1.0,),
    "minimax_share": (1.0,),
    "learns": ("X", "O"),
    "reward_draw": (-1.0, 1.0),
    "reward_loss": (0.0,),
    "move_cost": (0.6,),
    "weight_draw": (90.0,),
    "weight_loss": (50.0,),
}
"""Bad values, by setting."""


class Fault(NamedTuple):
    """An agent that one bad setting has made beatable, and what was found out about it."""

    setting: str
    named: bool  # whether the confirmed cause is this setting
    alone: bool  # whether the fix changes nothing else


def random_fault(seed: int) -> Fault | None:
    """Spoil one setting of a sound training; None if that makes no unbeatable agent beatable."""
    random = np.random.default_rng(seed)
    sound = replace(SOUND[random.integers(len(SOUND))], seed=seed)
    setting = list(_FAULTS)[random.integers(len(_FAULTS))]
    value = _FAULTS[setting][random.integers(len(_FAULTS[setting]))]
    config = changed_by(sound, {setting: value})
    if config is None or config == sound or not matters(setting, sound):
        return None
    agent = train(config)
    refutation = surest_refutation(agent)
    if refutation is None or not evaluate(train(sound)).unbeatable:
        return None
    found = fix(diagnose(agent, refutation))
    changed = [] if found is None else _changed(config, found.config)
    return Fault(
        setting,
        named=found is not None and bool(found.causes) and setting in changed,
        alone=changed == [setting],
    )


def _changed(config: TrainingConfig, fixed: TrainingConfig) -> list[str]:
    """Return the settings that a fix changes."""
    return [
        field.name
        for field in fields(config)
        if getattr(fixed, field.name) != getattr(config, field.name) and matters(field.name, fixed)
    ]


class Case(NamedTuple):
    """The causes confirmed for one agent, and what their fix achieves."""

    causes: str  # their labels; `SEVERAL` if removing one alone does not help
    effect: Effect | None  # None if there is no fix
    settings: int  # how many the fix changes
    is_default: bool  # whether the fix is the preset Default


def random_configuration(seed: int) -> TrainingConfig:
    """Return a configuration with this seed and with settings drawn at random from `_CHOICES`.

    Settings that its rule does not use keep their defaults. Invalid combinations are drawn again.
    """
    random = np.random.default_rng(seed)
    while True:
        drawn = {name: values[random.integers(len(values))] for name, values in _CHOICES.items()}
        rule = TrainingConfig(rule=drawn["rule"])
        try:
            return TrainingConfig(
                seed=seed,
                **{name: value for name, value in drawn.items() if matters(name, rule)},
            )
        except ConfigError:
            continue


def case_of(config: TrainingConfig) -> Case | None:
    """Train an agent and find out why it is beatable; None if it is unbeatable."""
    agent = train(config)
    refutation = surest_refutation(agent)
    if refutation is None:
        return None
    diagnosis = diagnose(agent, refutation)
    found = fix(diagnosis)
    confirmed = found.causes if found is not None else ()
    label = " and ".join(cause.label for cause in confirmed) or SEVERAL
    if found is None:
        return Case(label, None, 0, is_default=False)
    changed = len(_changed(config, found.config))
    default = replace(PRESETS["Default"], seed=config.seed, games=found.config.games)
    return Case(label, found.effect, changed, is_default=found.config == default)


def causes_table(configurations: int) -> Iterator[str]:
    """Yield the lines of the table, in Markdown, for configurations with seeds from 0."""
    cases = over_seeds(lambda seed: case_of(random_configuration(seed)), configurations)
    beatable = [case for case in cases if case is not None]
    yield (
        f"Of {configurations} agents trained with random settings, {len(beatable)} are beatable."
    )
    yield from ("", *HEADING)
    order = [*(cause.label for cause in CAUSES), SEVERAL]
    named = {case.causes for case in beatable}
    for label in sorted(named, key=lambda label: order.index(label.split(" and ")[0])):
        yield _row(label, [case for case in beatable if case.causes == label])
    yield _row("All", beatable)


def faults_table(agents: int) -> Iterator[str]:
    """Yield the lines of a table of as many agents, each beatable through a single setting."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        tried = threads.map(random_fault, range(_FAULTS_PER_AGENT * agents))
        faults = list(islice(filter(None, tried), agents))
        threads.shutdown(cancel_futures=True)
    named = sum(fault.named for fault in faults)
    yield f"Of {len(faults)} agents with a single bad setting, {named} have it named as the cause."
    yield from ("", *FAULTS_HEADING)
    for setting in _FAULTS:
        some = [fault for fault in faults if fault.setting == setting]
        if some:
            named, alone = sum(one.named for one in some), sum(one.alone for one in some)
            yield f"| {SETTINGS[setting].label} | {len(some)} | {named} | {alone} |"


def tables(number: int) -> Iterator[str]:
    """Yield the lines of both tables."""
    yield from causes_table(number)
    yield ""
    yield from faults_table(number)


def _row(label: str, cases: list[Case]) -> str:
    fixed = [case for case in cases if case.effect == "unbeatable"]
    numbers = (
        len(cases),
        len(fixed),
        sum(case.settings == 1 and not case.is_default for case in fixed),
        sum(case.settings > 1 and not case.is_default for case in fixed),
        sum(case.is_default for case in fixed),
        sum(case.effect == "position" for case in cases),
        sum(case.effect not in ("unbeatable", "position") for case in cases),
    )
    return f"| {label} | " + " | ".join(map(str, numbers)) + " |"


main = command_over_seeds(
    tables,
    program="docs.programs.causes",
    description="Print why agents trained with random settings are beatable.",
    seeds=LEAST_CONFIGURATIONS,
    of_what="the number of configurations to train",
)

if __name__ == "__main__":
    main()
