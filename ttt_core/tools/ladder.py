"""How strong every rule and preset becomes: ``python -m ttt_core.tools.ladder``.

Prints the tables of ``docs/benchmarks.md``, which explains them.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.curve import LearningCurve, learning_curves
from ttt_core.learning.presets import PRESET_LABELS, PRESETS
from ttt_core.learning.rules import RULES
from ttt_core.tools.arguments import command_over_seeds

STEPS_BY_ONE = 100

TRAININGS: Mapping[str, TrainingConfig] = MappingProxyType(
    {f"{rule.label}, default settings": TrainingConfig(rule=name) for name, rule in RULES.items()}
    | {f"Preset {PRESET_LABELS[name]}": config for name, config in PRESETS.items()}
)
"""Every rule with default settings, and every preset."""


def checkpoints(games: int) -> list[int]:
    """Return the games after which to check: each of the first 200, then steps of at most 1%."""
    points = [1]
    while points[-1] < games:
        points.append(min(points[-1] + max(1, points[-1] // STEPS_BY_ONE), games))
    return points


def first_unbeatable(curve: LearningCurve) -> float:
    """Return the first checkpoint at which the agent is unbeatable, inf if there is none."""
    found = np.flatnonzero(curve.unbeatable)
    return float(curve.games[found[0]]) if found.size else np.inf


def unbeatable_since(curve: LearningCurve) -> float:
    """Return the checkpoint since which the agent is unbeatable to the end, else inf."""
    return np.inf if curve.unbeatable_from is None else float(curve.unbeatable_from)


def tables(seeds: int, trainings: Mapping[str, TrainingConfig] = TRAININGS) -> Iterator[str]:
    """Yield the lines of the tables, in Markdown.

    Parameters
    ----------
    seeds
        The number of seeds, starting at 0; at least 1.
    trainings
        Configurations by name; their own seeds are not used.
    """
    measured = {
        name: learning_curves(config, range(seeds), checkpoints(config.games))
        for name, config in trainings.items()
    }
    yield "| Training | Games | First | Permanently | At the end |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name, curves in measured.items():
        first = _spread([first_unbeatable(curve) for curve in curves])
        permanently = _spread([unbeatable_since(curve) for curve in curves])
        end = sum(bool(curve.unbeatable[-1]) for curve in curves)
        yield f"| {name} | {curves[0].games[-1]:,} | {first} | {permanently} | {end} of {seeds} |"
    yield ""
    yield "| Training | X wins | X loses | O wins | O loses | X, worst case | O, worst case |"
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


main = command_over_seeds(
    tables,
    program="ladder",
    description="Print, as Markdown, how many games every rule and preset needs to become "
    "unbeatable, and how strong it is at the end.",
    seeds=100,
)

if __name__ == "__main__":
    main()
