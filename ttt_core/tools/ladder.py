"""Every rule and preset measured: ``python -m ttt_core.tools.ladder`` prints the tables.

``docs/benchmarks.md`` says what they are and keeps them.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.curve import LearningCurve, learning_curves
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.rules import RULES
from ttt_core.tools.arguments import print_over_seeds

STEPS_BY_ONE = 100

TRAININGS: Mapping[str, TrainingConfig] = MappingProxyType(
    {f"{rule.label}, default settings": TrainingConfig(rule=name) for name, rule in RULES.items()}
    | {f"Preset {name}": config for name, config in PRESETS.items()}
)
"""Every rule with all settings left alone, and every preset."""


def looks(games: int) -> list[int]:
    """Return after which games to look: each of the first 200, then in steps of 1% at most."""
    points = [1]
    while points[-1] < games:
        points.append(min(points[-1] + max(1, points[-1] // STEPS_BY_ONE), games))
    return points


def first_look(curve: LearningCurve) -> float:
    """Return the first look at which no opponent can win, inf if there is none."""
    found = np.flatnonzero(curve.unbeatable)
    return float(curve.games[found[0]]) if found.size else np.inf


def look_for_good(curve: LearningCurve) -> float:
    """Return the look from which on, to the end, no opponent can win, inf if there is none."""
    return np.inf if curve.unbeatable_from is None else float(curve.unbeatable_from)


def tables(seeds: int, trainings: Mapping[str, TrainingConfig] = TRAININGS) -> Iterator[str]:
    """Yield the tables line by line, in Markdown.

    Parameters
    ----------
    seeds
        How many seeds to train with, from 0 on; at least 1.
    trainings
        By name; the seeds that they name are not used.
    """
    measured = {
        name: learning_curves(config, range(seeds), looks(config.games))
        for name, config in trainings.items()
    }
    yield "| Training | Games | First | For good | At the end |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name, curves in measured.items():
        first = _spread([first_look(curve) for curve in curves])
        for_good = _spread([look_for_good(curve) for curve in curves])
        end = sum(bool(curve.unbeatable[-1]) for curve in curves)
        yield f"| {name} | {curves[0].games[-1]:,} | {first} | {for_good} | {end} of {seeds} |"
    yield ""
    yield "| Training | X wins | X loses | O wins | O loses | X at worst | O at worst |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, curves in measured.items():
        shown = (
            *(_mean([curve.vs_random_as_x[-1, result] for curve in curves]) for result in (0, 2)),
            *(_mean([curve.vs_random_as_o[-1, result] for curve in curves]) for result in (0, 2)),
            _mean([curve.worst_case_as_x[-1, 2] for curve in curves]),
            _mean([curve.worst_case_as_o[-1, 2] for curve in curves]),
        )
        yield f"| {name} | {' | '.join(shown)} |"


def _spread(games: Sequence[float]) -> str:
    low, median, high = np.quantile(games, [0.05, 0.5, 0.95], method="inverted_cdf")
    return "never" if np.isinf(low) else f"{_told(median)} ({_told(low)} to {_told(high)})"


def _told(games: np.float64) -> str:
    return "never" if np.isinf(games) else f"{games:,.0f}"


def _mean(chances: Sequence[np.float64]) -> str:
    return f"{np.mean(chances):.4f}"


def main(arguments: list[str] | None = None) -> None:
    """Print the tables; `arguments` in place of those of the command line."""
    print_over_seeds(
        tables,
        arguments,
        program="ladder",
        description="Print how many games every rule and preset takes until no opponent can win, "
        "and how strong it ends, as Markdown.",
        seeds=100,
    )


if __name__ == "__main__":
    main()
