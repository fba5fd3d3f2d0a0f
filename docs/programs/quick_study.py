"""How few games it takes to become unbeatable: ``python -m docs.programs.quick_study``.

Each step adds a setting to those before it; the last has those of the preset Quick study. Prints
the steps, and draws ``docs/quick-study.svg``, the picture in ``docs/presets.md``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from math import log10
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.training import TrainingRun
from ttt_core.tools.arguments import command_over_seeds, over_seeds

PICTURE = Path(__file__).parents[1] / "quick-study.svg"
MOST_GAMES = 200_000
_CHUNK = 1_000

STEPS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "Random moves": {"epsilon": 1.0, "epsilon_decay": 1.0, "symmetry": False},
        "+ symmetry": {"symmetry": True},
        "+ least tried": {"exploration": "least-visited"},
        "+ replay": {"replay": 1_000},
        "+ caution": {"initial_value": -0.1},
        "+ move cost": {"move_cost": 0.15, "ties": "first"},
        "+ less exploration": {"epsilon": 0.2},
        "+ fine tuning": {"gamma": 1.0, "alpha": 1.0, "backward": True, "initial_value": -0.08},
    }
)
"""Name → the settings that the step adds."""


def settings_of(step: int) -> TrainingConfig:
    """Return the settings of a step, with those of all steps before it."""
    config = TrainingConfig(games=MOST_GAMES)
    for settings in list(STEPS.values())[: step + 1]:
        config = replace(config, **settings)
    return config


def games_needed(step: int, seed: int) -> int:
    """Return after how many games an agent is first unbeatable, at most `MOST_GAMES`."""
    run = TrainingRun(replace(settings_of(step), seed=seed), watched=True)
    while run.games_played < MOST_GAMES:
        run.play(_CHUNK)
        if run.standing is not None and run.standing.first is not None:
            return run.standing.first
    return MOST_GAMES


def lines(seeds: int) -> list[str]:
    """Measure every step, draw the picture, and return the medians."""
    medians = [
        int(median(over_seeds(partial(games_needed, step), seeds))) for step in range(len(STEPS))
    ]
    PICTURE.write_text(picture(medians), encoding="utf-8")
    return [f"{name}: {games:,} games" for name, games in zip(STEPS, medians, strict=False)]


def picture(medians: Sequence[int]) -> str:
    """Return the bars as SVG, on a logarithmic axis from 100 to 100,000 games."""
    height = 28 * len(medians)
    bars = "\n".join(
        f'<text x="150" y="{y + 18}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="160" y="{y + 4}" width="{max(2.0, 140 * (log10(games) - 2)):.0f}" height="20" '
        f'fill="#0072B2"/><text x="{168 + max(2.0, 140 * (log10(games) - 2)):.0f}" y="{y + 18}">'
        f"{games:,}</text>"
        for y, name, games in zip(range(0, height, 28), STEPS, medians, strict=False)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 {height}" '
        'font-family="sans-serif" font-size="14" fill="#666">\n'
        f"<title>Games until first unbeatable, step by step</title>\n{bars}\n</svg>\n"
    )


main = command_over_seeds(
    lines,
    program="docs.programs.quick_study",
    description="Print how few games an agent needs, setting by setting, and draw them.",
    seeds=9,
)

if __name__ == "__main__":
    main()
