"""The opening of the train page measured: ``python -m ttt_core.tools.opening`` prints the table.

On the settings on which the page opens every control makes a difference. ``docs/presets.md`` says
how they were chosen, and keeps the table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from ttt_core.learning.config import SETTINGS, TrainingConfig
from ttt_core.learning.curve import learning_curves
from ttt_core.learning.presets import PRESETS
from ttt_core.tools.arguments import print_over_seeds
from ttt_core.tools.ladder import look_for_good

OPENING = PRESETS["Default"]
LOOKS_APART = 20
"""Games between two looks at an agent: the resolution of the figures."""

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
"""By setting, what it changes of the opening where its control stands at either end.

Where a setting would contradict others, these move along, as on the page. The seed is no setting
that makes an agent better or worse: it is what the median is taken over.
"""


def games_needed(config: TrainingConfig, seeds: int) -> list[float]:
    """Return for each seed the look from which on no opponent can win, inf where there is none."""
    looks = range(LOOKS_APART, config.games, LOOKS_APART)
    return [look_for_good(curve) for curve in learning_curves(config, range(seeds), looks)]


def median(games: list[float]) -> float:
    """Return the middle one of the numbers, the lower of two: a value that occurred."""
    return float(np.quantile(games, 0.5, method="inverted_cdf"))


def table(seeds: int) -> Iterator[str]:
    """Yield the table line by line, in Markdown, over `seeds` seeds from 0 on."""
    opening = games_needed(OPENING, seeds)
    yield "| Setting | at | cannot be beaten from game | at the end |"
    yield "| --- | --- | ---: | ---: |"
    yield _line("As it opens", "", opening)
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


def main(arguments: list[str] | None = None) -> None:
    """Print the table; `arguments` in place of those of the command line."""
    print_over_seeds(
        table,
        arguments,
        program="opening",
        description="Print what every control of the train page changes of the settings that it "
        "opens on, as Markdown.",
        seeds=25,
    )


if __name__ == "__main__":
    main()
