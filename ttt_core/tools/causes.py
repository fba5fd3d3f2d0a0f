"""Why trained agents are beatable: ``python -m ttt_core.tools.causes``.

Prints the table of docs/causes.md: how often each cause is found in agents trained with random
settings, and what its fix achieves.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from typing import Any, NamedTuple

import numpy as np

from ttt_core.evaluation.refutation import surest_refutation
from ttt_core.learning.config import ConfigError, TrainingConfig, matters
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.training import train
from ttt_core.study.causes import CAUSES
from ttt_core.study.diagnosis import Effect, diagnose, fix
from ttt_core.tools.arguments import print_over_seeds

LEAST_CONFIGURATIONS = 200

HEADING = (
    "| Cause | Agents | Fixed: unbeatable | with one setting | with a few | with the defaults "
    "| Only this mistake fixed | Not fixed |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
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


class Case(NamedTuple):
    """The causes found for one agent, and the effect of their fix.

    Attributes
    ----------
    causes : str
        The labels of the causes.
    effect : str or None
        The effect of the fix; None if there is none.
    settings
        How many settings the fix changes.
    is_default
        Whether the fix is the preset Default.
    """

    causes: str
    effect: Effect | None
    settings: int
    is_default: bool


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
    label = " and ".join(cause.label for cause in diagnosis.causes)
    if found is None:
        return Case(label, None, 0, is_default=False)
    changed = sum(
        getattr(found.config, field.name) != getattr(config, field.name)
        and matters(field.name, found.config)
        for field in fields(config)
    )
    default = replace(PRESETS["Default"], seed=config.seed, games=found.config.games)
    return Case(label, found.effect, changed, is_default=found.config == default)


def causes_table(configurations: int) -> Iterator[str]:
    """Yield the lines of the table, in Markdown, for configurations with seeds from 0."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        cases = list(threads.map(case_of, map(random_configuration, range(configurations))))
    beatable = [case for case in cases if case is not None]
    yield (
        f"Of {configurations} agents trained with random settings, {len(beatable)} are beatable."
    )
    yield from ("", *HEADING)
    order = [cause.label for cause in CAUSES]
    named = {case.causes for case in beatable}
    for label in sorted(named, key=lambda label: order.index(label.split(" and ")[0])):
        yield _row(label, [case for case in beatable if case.causes == label])
    yield _row("All", beatable)


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


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    print_over_seeds(
        causes_table,
        arguments,
        program="causes",
        description="Print why agents trained with random settings are beatable.",
        seeds=LEAST_CONFIGURATIONS,
        of_what="the number of configurations to train",
    )


if __name__ == "__main__":
    main()
