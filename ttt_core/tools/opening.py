"""What each setting on Train changes: ``python -m ttt_core.tools.opening``.

Prints the table of ``docs/presets.md``. In the default run every setting makes a difference; that
page says how it was chosen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from ttt_core.learning.config import SETTINGS, TrainingConfig
from ttt_core.learning.curve import learning_curves
from ttt_core.learning.presets import PRESETS
from ttt_core.tools.arguments import command_over_seeds
from ttt_core.tools.ladder import unbeatable_since

OPENING = PRESETS["Default"]
GAMES_BETWEEN_CHECKS = 20
"""The resolution of the figures."""

ENDS: Mapping[str, tuple[Mapping[str, Any], ...]] = MappingProxyType(
    {
        "games": ({"games": 50}, {}),
        "alpha": ({"alpha": 0.01}, {"alpha": 1.0}),
        "step_size": ({}, {"step_size": "sample-average"}),
        "gamma": ({"gamma": 0.0}, {"gamma": 0.01}, {"gamma": 1.0}),
        "symmetry": ({}, {"symmetry": False}),
        "backward": ({}, {"backward": True}),
        "exploration": (
            {"exploration": "epsilon"},
            {"exploration": "experience"},
            {},
        ),
        "epsilon": ({"epsilon": 0.0, "epsilon_floor": 0.0, "exploration": "epsilon"}, {}),
        "epsilon_decay": ({"epsilon_decay": 0.9}, {"epsilon_decay": 1.0}),
        "epsilon_floor": ({"epsilon_floor": 0.0}, {"epsilon_floor": 1.0}),
        "epsilon_course": ({}, {"epsilon_course": "linear"}, {"epsilon_course": "harmonic"}),
        "initial_value": ({"initial_value": -1.0}, {"initial_value": 1.0}),
        "ties": ({}, {"ties": "first"}),
        "random_share": ({}, {"random_share": 1.0}),
        "minimax_share": ({}, {"minimax_share": 1.0}),
        "reward_win": (
            {"reward_win": -2.0, "reward_loss": 2.0},
            {"reward_win": 2.0, "reward_loss": -2.0},
        ),
        "move_cost": ({}, {"move_cost": 1.0}),
        "replay": ({}, {"replay": 1_000}),
    }
)
"""By setting, the changes to the default run at either end of its control.

Settings that would contradict the new value change with it, as on the page. The seed is not listed:
the median is taken over it.
"""


def games_needed(config: TrainingConfig, seeds: int) -> list[float]:
    """Return the checkpoint since which each seed's agent is unbeatable, inf if there is none."""
    checkpoints = range(GAMES_BETWEEN_CHECKS, config.games, GAMES_BETWEEN_CHECKS)
    curves = learning_curves(config, range(seeds), checkpoints)
    return [unbeatable_since(curve) for curve in curves]


def median(games: list[float]) -> float:
    """Return the median: the lower of two middle values, so that it is an observed one."""
    return float(np.quantile(games, 0.5, method="inverted_cdf"))


def table(seeds: int) -> Iterator[str]:
    """Yield the lines of the table, in Markdown, over `seeds` seeds from 0."""
    opening = games_needed(OPENING, seeds)
    yield "| Setting | at | unbeatable since game | at the end |"
    yield "| --- | --- | ---: | ---: |"
    yield _line("Default", "", opening)
    for name, ends in ENDS.items():
        for change in ends:
            value = getattr(replace(OPENING, **change), name)
            needed = games_needed(replace(OPENING, **change), seeds) if change else opening
            yield _line(SETTINGS[name].label, _told(value), needed)


def _line(label: str, value: str, games: list[float]) -> str:
    middle = median(games)
    told = "never" if np.isinf(middle) else f"{middle:,.0f}"
    return f"| {label} | {value} | {told} | {int(np.isfinite(games).sum())} of {len(games)} |"


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:,g}"


main = command_over_seeds(
    table,
    program="opening",
    description="Print, as Markdown, how each setting on Train changes the default run.",
    seeds=25,
)

if __name__ == "__main__":
    main()
